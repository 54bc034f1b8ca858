// The progress of this browser's user in the drills. It stays in the browser; the house never learns it.

import type { Given } from './part';
import { nothing, read, standingAfter, type Standing } from './progress';

const KEY = 'tallyhouse.practice';

class Kept {
  #all: Record<string, Standing> = $state.raw(read(stored()));

  get isEmpty(): boolean {
    return Object.keys(this.#all).length === 0;
  }

  /** The progress in a drill, such as `cribbage/count`. */
  of(drill: string): Standing {
    return this.#all[drill] ?? nothing();
  }

  add(drill: string, name: string, given: Given, right: boolean, seconds: number | null): void {
    this.#keep({ ...this.#all, [drill]: standingAfter(this.of(drill), name, given, right, seconds) });
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
      // Without storage the progress lasts until the page is closed.
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
