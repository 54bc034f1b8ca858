// The player's choice: the cards chosen for the crib, the card aimed at, and the effect of the primary button.

import type { Legal } from '$shell/game/part';
import type { HandOrder } from '$shell/settings.svelte';
import { code, inOrder, sameCard, SUITS } from './card';
import { foretell, type Foretold } from './pegging';
import { asked, playable, toThrow, type CribbageScene } from './scene';
import type { Card } from './wire';

type Act = (command: string, fields: Record<string, unknown>) => Promise<string | null>;

export class Chosen {
  problem = $state<string | null>(null);
  #cards = $state<string[]>([]);
  #aim = $state<string | null>(null);
  #deal = 0;
  #busy = false;
  readonly #scene: () => CribbageScene;
  readonly #act: Act;

  constructor(scene: () => CribbageScene, act: Act) {
    this.#scene = scene;
    this.#act = act;
  }

  /** Whether cards can be chosen for the crib. This is possible even while the house still deals. */
  get throwing(): boolean {
    const { view, me } = this.#scene();
    const open = view.phase === 'discard' || view.phase === 'dealing';
    return me !== null && open && view.playerHand.length > 4 && !view.discarded.includes(me.uuid);
  }

  get count(): number {
    return toThrow(this.#scene());
  }

  /** The chosen cards that are still in the hand; empty once they are thrown. */
  get cards(): Card[] {
    if (!this.throwing) return [];
    const { playerHand } = this.#scene().view;
    return this.#cards.flatMap((one) => playerHand.filter((card) => code(card) === one));
  }

  get complete(): boolean {
    return this.throwing && this.cards.length === this.count;
  }

  get legal(): Card[] {
    return playable(this.#scene());
  }

  /** The card that the button would play: the one aimed at, or the only legal one. */
  get aimed(): Card | null {
    const { legal } = this;
    return legal.find((card) => code(card) === this.#aim) ?? (legal.length === 1 ? (legal[0] ?? null) : null);
  }

  get foretold(): Foretold | null {
    return this.aimed ? foretell(this.#scene().view.stack, this.aimed) : null;
  }

  isChosen = (card: Card): boolean => this.cards.some((other) => sameCard(other, card));
  /** Whether the player has aimed at this card, even before it is legal, or the button would play it. */
  isAimed = (card: Card): boolean => this.#aim === code(card) || (this.aimed !== null && sameCard(this.aimed, card));
  mayPlay = (card: Card): boolean => this.legal.some((other) => sameCard(other, card));

  /** Clears the choice at a new deal. */
  mind(deal: number): void {
    if (deal === this.#deal) return;
    this.#deal = deal;
    this.#cards = [];
    this.#aim = null;
    this.problem = null;
  }

  aim(card: Card | null): void {
    this.#aim = card ? code(card) : null;
  }

  toggle(card: Card): void {
    const now = this.cards.map(code);
    const one = code(card);
    // One card too many replaces the first chosen card.
    this.#cards = now.includes(one) ? now.filter((other) => other !== one) : [...now, one].slice(-this.count);
    this.problem = null;
  }

  choose(card: Card): void {
    if (!this.isChosen(card)) this.toggle(card);
  }

  async throwThem(): Promise<void> {
    if (this.complete) await this.#send('discard_cards', { cards: this.cards.map(code) });
  }

  async play(card: Card): Promise<void> {
    await this.#send('play_card', { card: code(card) });
  }

  async #send(command: string, fields: Record<string, unknown>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const aim = this.#aim;
    this.problem = await this.#act(command, fields);
    this.#busy = false;
    // A quick player may aim at the next card before the answer arrives.
    if (this.#aim === aim) this.#aim = null;
  }
}

/** Whether an action is about this card. */
export function isAbout(action: Legal | null, card: Card): boolean {
  const { discard_cards, play_card } = action ?? {};
  const cards = (discard_cards?.cards as Card[] | undefined) ?? (play_card ? [play_card.card as Card] : []);
  return cards.some((other) => sameCard(other, card));
}

/** The player's own cards in the chosen order. */
export function sorted(cards: Card[], order: HandOrder): Card[] {
  if (order === 'dealt') return cards;
  const byRank = inOrder(cards);
  return order === 'rank' ? byRank : byRank.sort((left, right) => SUITS.indexOf(left.suit) - SUITS.indexOf(right.suit));
}

export const isAsked = (scene: CribbageScene): boolean => asked(scene, 'discard_cards') || playable(scene).length > 0;
