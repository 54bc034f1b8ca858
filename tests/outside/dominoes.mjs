// Checks that a client is told only the dominoes that it may know.

/** The house's explanation of a domino, the same in every refusal. */
const EXPLANATION = 'two ends from 0 to 6, such as 6-4';

/** Every domino anywhere in a payload: as a text, as a name of a field, or in a sentence. */
export function dominoesIn(payload, found = []) {
  if (typeof payload === 'string') {
    for (const [, one, other] of payload.replace(EXPLANATION, '').matchAll(/(?<![\w-])([0-6])-([0-6])(?![\w-])/g)) {
      found.push([one, other].sort().reverse().join('-'));
    }
  } else if (Array.isArray(payload)) {
    payload.forEach((part) => dominoesIn(part, found));
  } else if (payload && typeof payload === 'object') {
    Object.entries(payload).forEach((entry) => dominoesIn(entry, found));
  }
  return found;
}

/**
 * Watches what a client is told at Texas 42. A domino may be told only if the client was
 * dealt it, or if everybody has seen it in this hand: played, or laid down.
 */
export class DominoWatcher {
  constructor(uuid) {
    this.uuid = uuid;
    this.deals = [];
    this.known = new Set();
    this.told = 0;
  }

  /** Takes an event into account, then looks through all of it. */
  event(name, payload) {
    switch (name) {
      case 'dominoes_dealt':
        this.known = new Set(payload.playerHand);
        this.deals.push(payload.playerHand);
        break;
      case 'domino_played':
        this.known.add(payload.domino);
        break;
      case 'hand_laid_down':
        payload.dominoes.forEach((domino) => this.known.add(domino));
        break;
    }
    this.look(name, payload);
  }

  /** Looks through anything that tells of no new domino. */
  look(name, payload) {
    for (const domino of dominoesIn(payload)) {
      this.told += 1;
      if (!this.known.has(domino)) {
        throw new Error(`${this.uuid} was told of ${domino} by ${name}: ${JSON.stringify(payload)}`);
      }
    }
  }
}
