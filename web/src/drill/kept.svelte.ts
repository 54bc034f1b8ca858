// How this browser's user stands in the drills. Kept in the browser alone; the house never hears of it.

import type { Given } from './part';
import { after, nothing, read, type Standing } from './progress';

const KEY = 'tallyhouse.practice';

class Kept {
  #all: Record<string, Standing> = $state.raw(read(stored()));

  get isEmpty(): boolean {
    return Object.keys(this.#all).length === 0;
  }

  /** How one stands in a drill, as `cribbage/count`. */
  of(drill: string): Standing {
    return this.#all[drill] ?? nothing();
  }

  add(drill: string, name: string, given: Given, right: boolean, seconds: number | null): void {
    this.#keep({ ...this.#all, [drill]: after(this.of(drill), name, given, right, seconds) });
  }

  forget(drill: string): void {
    this.#keep(Object.fromEntries(Object.entries(this.#all).filter(([known]) => known !== drill)));
  }

  forgetAll(): void {
    this.#keep({});
  }

  #keep(all: Record<string, Standing>): void {
    this.#all = all;
    try {
      if (this.isEmpty) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Then it is known until the page is closed.
    }
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const kept = new Kept();
