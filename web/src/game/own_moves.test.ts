import { expect, test } from 'vitest';
import { OwnMoves } from './own_moves';
import type { Told } from './part';

const part = { isMove: ({ event, payload }: Told) => (event === 'card_played' ? payload.playerUuid : null) };
const told = (event: string, playerUuid: string, seq = 1): Told => ({ seq, event, payload: { playerUuid } });
const played = (who: string) => [told('card_played', who)];

test('a move that was not sent was made by the house', () => {
  expect(new OwnMoves().unsent(played('me'), part, 'me')?.event).toBe('card_played');
});

test('a move that was sent was not, even when it is told before it is acknowledged', () => {
  const moves = new OwnMoves();
  moves.sent();
  expect(moves.unsent(played('me'), part, 'me')).toBeNull();
  expect(moves.unsent(played('me'), part, 'me')).not.toBeNull();
});

test('a refused move does not stand for a later one', () => {
  const moves = new OwnMoves();
  moves.sent();
  moves.refused();
  expect(moves.unsent(played('me'), part, 'me')).not.toBeNull();
});

test('others move as they like', () => {
  const moves = new OwnMoves();
  moves.sent();
  expect(moves.unsent(played('bob'), part, 'me')).toBeNull();
  expect(moves.unsent(played('me'), part, 'me')).toBeNull();
});

test('while a bot sits in for who was away, no clock ran out', () => {
  const moves = new OwnMoves();
  expect(moves.unsent([told('bot_took_over', 'me'), ...played('me'), told('player_reconnected', 'me')], part, 'me')).toBeNull();
  expect(moves.unsent(played('me'), part, 'me')).not.toBeNull();
});
