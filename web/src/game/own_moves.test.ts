import { expect, test } from 'vitest';
import { OwnMoves } from './own_moves';
import type { Told } from './part';

const part = { isMove: ({ event, payload }: Told) => (event === 'card_played' ? payload.playerUuid : null) };
const told = (event: string, playerUuid: string, seq = 1): Told => ({ seq, event, payload: { playerUuid } });
const played = (who: string) => [told('card_played', who)];

test('a move that this page did not send was made by the house', () => {
  expect(new OwnMoves().unsent(played('me'), part, 'me')?.event).toBe('card_played');
});

test('a move that this page sent was not made by the house, even if its event arrives before its acknowledgement', () => {
  const moves = new OwnMoves();
  moves.sent();
  expect(moves.unsent(played('me'), part, 'me')).toBeNull();
  expect(moves.unsent(played('me'), part, 'me')).not.toBeNull();
});

test('a refused move is not counted as a later one', () => {
  const moves = new OwnMoves();
  moves.sent();
  moves.refused();
  expect(moves.unsent(played('me'), part, 'me')).not.toBeNull();
});

test('moves of other players are ignored', () => {
  const moves = new OwnMoves();
  moves.sent();
  expect(moves.unsent(played('bob'), part, 'me')).toBeNull();
  expect(moves.unsent(played('me'), part, 'me')).toBeNull();
});

test('moves of a stand-in bot are not reported', () => {
  const moves = new OwnMoves();
  expect(moves.unsent([told('bot_took_over', 'me'), ...played('me'), told('player_reconnected', 'me')], part, 'me')).toBeNull();
  expect(moves.unsent(played('me'), part, 'me')).not.toBeNull();
});
