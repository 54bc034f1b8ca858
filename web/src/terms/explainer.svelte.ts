// The one card that explains a special word, beside the word that was touched.

import { mount } from 'svelte';
import TermCard from './TermCard.svelte';
import type { Term } from './terms';

class Explainer {
  term: Term | null = $state.raw(null);
  /** The address of the word in the rules. */
  address: string | null = $state.raw(null);
  /** The word that was touched. */
  anchor: HTMLElement | null = $state.raw(null);
  #mounted = false;

  /** Explains a word; a second call for the same word closes the card. */
  toggle(anchor: HTMLElement, term: Term, address: string | null): void {
    if (!this.#mounted) mount(TermCard, { target: document.body, props: { explainer: this } });
    this.#mounted = true;
    if (this.anchor === anchor) this.close();
    else [this.anchor, this.term, this.address] = [anchor, term, address];
  }

  close(): void {
    [this.anchor, this.term, this.address] = [null, null, null];
  }
}

export type { Explainer };
export const explainer = new Explainer();
