// Checks that a client is told only the cards that it may know.

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const SUITS = ['clubs', 'diamonds', 'hearts', 'spades'];

/** The short name of a card, as `10H`. */
export const nameOf = ({ rank, suit }) => rank + suit[0].toUpperCase();

/** A whole deck. */
export const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => ({ rank, suit })));

/** Every card anywhere in a payload, in whatever form a client could read it. */
export function cardsIn(payload, found = []) {
  if (typeof payload === 'string') {
    const text = payload.toUpperCase();
    if (/^(10|[2-9TJQKA])[CDHS]$/.test(text)) found.push(text.replace(/^T/, '10'));
  } else if (Array.isArray(payload)) {
    payload.forEach((part) => cardsIn(part, found));
  } else if (payload && typeof payload === 'object') {
    if (RANKS.includes(payload.rank) && SUITS.includes(payload.suit)) found.push(nameOf(payload));
    Object.values(payload).forEach((part) => cardsIn(part, found));
  }
  return found;
}

/**
 * Watches what a client is told. A card may be told only if the client holds it, or if
 * everybody has seen it: cut for the deal, played, turned up, or shown when counted.
 */
export class Watcher {
  constructor(uuid) {
    this.uuid = uuid;
    this.deals = [];
    this.known = new Set();
  }

  /** Takes an event into account, then looks through all of it. */
  event(name, payload) {
    switch (name) {
      case 'dealer_cut':
        this.learn(payload.cuts.map((cut) => cut.card));
        break;
      case 'cards_dealt':
        this.known.clear();
        this.deals.push((payload.playerHand ?? []).map(nameOf));
        this.learn(payload.playerHand ?? []);
        this.pegging = 'before';
        break;
      case 'starter_cut':
        this.learn([payload.card]);
        break;
      case 'card_played':
        this.learn([payload.playedCard]);
        break;
      case 'pegging_finished':
        this.pegging = 'finished';
        break;
      case 'hand_scored':
      case 'crib_scored':
        // Nobody shows a hand before the last card is played.
        if (this.pegging !== 'finished') throw new Error(`${name} before the pegging was over`);
        this.learn(payload.cards);
        break;
    }
    this.look(name, payload);
  }

  /** Looks through anything that tells of no new card. */
  look(name, payload) {
    for (const card of cardsIn(payload)) {
      if (!this.known.has(card)) {
        throw new Error(`${this.uuid} was told of ${card} by ${name}: ${JSON.stringify(payload)}`);
      }
    }
  }

  learn(cards) {
    cards.forEach((card) => this.known.add(nameOf(card)));
  }
}
