// Plays finished games without the page, for tests of history and statistics.

import assert from 'node:assert/strict';
import { io } from 'socket.io-client';

/** The token by which the house knows a visitor. */
export const tokenOf = ({ page }) => page.evaluate(() => localStorage.getItem('tallyhouse.token'));

/** The first command in `legal`, which is a list or grouped by name. */
function firstOf(legal) {
  const named = Array.isArray(legal) ? legal.flatMap(Object.entries) : Object.entries(legal ?? {});
  return named.flatMap(([command, fields]) => [fields].flat().map((each) => [command, each]))[0];
}

/** Plays a short game against bots as this browser's player, without the page; returns its code and whether it was won. */
export async function play(house, token, { game = 'cribbage', options, level = 'easy', bots = 1 }) {
  const socket = io(house.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  try {
    const ask = async (name, fields) => {
      const ack = await socket.timeout(120_000).emitWithAck(name, fields);
      assert.ok(ack.ok, `${name}: ${JSON.stringify(ack)}`);
      return ack;
    };
    await new Promise((resolve) => socket.on('session', resolve));
    let gameCode = null;
    const over = new Promise((resolve, reject) => {
      socket.on('game_finished', resolve);
      socket.on('state', ({ legal, seq }) => {
        const first = firstOf(legal);
        // If the game has moved on meanwhile, the house refuses this and a newer state follows.
        if (first) socket.emit(first[0], { ...first[1], gameCode, expectSeq: seq });
      });
      socket.on('disconnect', reject);
    });
    ({ gameCode } = await ask('create_game', { game, nickname: 'Ann', options, table: { pace: 'instant' } }));
    for (let n = 0; n < bots; n += 1) await ask('add_bot', { gameCode, level });
    const { side } = await over;
    socket.off('disconnect');
    // The player who opens a table has its first seat.
    return { code: gameCode, game, level, won: side === 0 };
  } finally {
    socket.close();
  }
}
