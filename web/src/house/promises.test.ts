import { expect, test } from 'vitest';
import type { Player } from '$shell/protocol/messages';
import { Promises } from './promises';

const player = (uuid: string, seat: number) => ({ uuid, seat }) as Player;
const players = [player('bob', 1), player('ann', 0)];

const started = (game: number, commitment: string) => ({
  seq: 9,
  event: 'game_started',
  payload: { gameNumber: game, commitment, entropy: { bob: null, ann: 'aa' } },
});
const finished = (game: number, secret: string, next: string) => ({
  seq: 99,
  event: 'game_finished',
  payload: { gameNumber: game, secret, nextCommitment: next },
});

test('a game from the promise to the secret, and the promise of the next', () => {
  const book = new Promises();
  book.hear('VHG4SC', 0, 'c1');
  book.add('VHG4SC', 1, 'aa');
  book.hearTold('VHG4SC', 1, started(1, 'c1'), players);
  book.hear('VHG4SC', 1, 'c1');
  expect(book.of('VHG4SC', 1)).toMatchObject({ promised: 'c1', begunWith: 'c1', added: 'aa', used: ['aa', null] });
  book.hearTold('VHG4SC', 1, finished(1, 's1', 'c2'), players);
  expect(book.of('VHG4SC', 1).secret).toBe('s1');
  expect(book.of('VHG4SC', 2)).toMatchObject({ promised: 'c2' });
  // After the end of a game, a promise is about the next game.
  book.hear('VHG4SC', 1, 'c2');
  expect(book.of('VHG4SC', 2).begunWith).toBeUndefined();
});

test('a player who arrives after the start has not received the promise before the game', () => {
  const book = new Promises();
  book.hear('VHG4SC', 1, 'c1');
  expect(book.of('VHG4SC', 1)).toMatchObject({ begunWith: 'c1' });
  expect(book.of('VHG4SC', 1).promised).toBeUndefined();
});

test('a message about a past game is no promise for the next one', () => {
  const book = new Promises();
  book.hearTold('VHG4SC', 2, finished(1, 's1', 'c2'), players);
  book.hearTold('VHG4SC', 2, started(2, 'c2'), players);
  expect(book.of('VHG4SC', 2).promised).toBeUndefined();
  expect(book.of('VHG4SC', 2).begunWith).toBe('c2');
});

test('the first value counts until a new table has the code', () => {
  const book = new Promises();
  book.hear('VHG4SC', 0, 'first');
  book.hear('VHG4SC', 0, 'second');
  expect(book.of('VHG4SC', 1).promised).toBe('first');
  book.forget('VHG4SC');
  expect(book.of('VHG4SC', 1)).toEqual({});
});

test('without the seats of all players, the used contributions are unknown', () => {
  const book = new Promises();
  book.hearTold('VHG4SC', 1, started(1, 'c1'), [player('ann', 0), player('eve', 1)]);
  expect(book.of('VHG4SC', 1).used).toBeUndefined();
});

test('the oldest games are forgotten', () => {
  const book = new Promises();
  for (let game = 0; game < 40; game += 1) book.hear('VHG4SC', game, `c${game}`);
  expect(book.of('VHG4SC', 1)).toEqual({});
});
