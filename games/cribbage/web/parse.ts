// Typed commands: `discard 5h 6s`, `play 7c`, `count 8`, `muggins 2`.
//
// This checks only the notation. The house decides whether a card may be played.

import type { Legal, Move } from '$shell/game/part';
import { code, readCards } from './card';
import type { CribbageScene } from './scene';
import type { Card } from './wire';

export function parse(text: string, { words }: CribbageScene): Move | { problem: string } {
  const [verb = '', ...rest] = text.trim().toLowerCase().split(/\s+/);
  const argument = rest.join(' ');
  switch (verb) {
    case 'discard':
    case 'throw':
    case 'd':
      return withCards(argument, words.problems.cards, (cards) => ({ command: 'discard_cards', fields: { cards } }));
    case 'play':
    case 'p':
      return withCards(argument, words.problems.cards, ([card, ...more]) =>
        card && more.length === 0 ? { command: 'play_card', fields: { card } } : { problem: words.problems.one },
      );
    case 'count':
    case 'claim':
      return withPoints(argument, 'claim_count', words.problems.number);
    case 'muggins':
      return withPoints(argument, 'claim_muggins', words.problems.number);
    default:
      return { problem: words.problems.unknown(text) };
  }
}

function withCards(
  text: string,
  problem: (text: string) => string,
  move: (cards: string[]) => Move | { problem: string },
): Move | { problem: string } {
  const cards = readCards(text);
  return cards && cards.length > 0 ? move(cards.map(code)) : { problem: problem(text) };
}

function withPoints(text: string, command: string, problem: string): Move | { problem: string } {
  return /^\d{1,3}$/.test(text) ? { command, fields: { points: Number(text) } } : { problem };
}

/** An action as a typed command. */
export function typed(action: Legal): string {
  const { discard_cards, play_card, claim_count, claim_muggins } = action;
  if (discard_cards) return `discard ${(discard_cards.cards as Card[]).map(code).join(' ').toLowerCase()}`;
  if (play_card) return `play ${code(play_card.card as Card).toLowerCase()}`;
  if (claim_count) return `count ${String(claim_count.points)}`;
  return `muggins ${String(claim_muggins?.points)}`;
}
