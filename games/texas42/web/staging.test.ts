import { expect, test } from 'vitest';
import { shownTrick } from './scene';
import { after, moves } from './staging';
import type { View } from './wire';

const told = (event: string, payload: object) => ({ seq: 1, event, payload });
const laid = (playedBy: string, domino: string) => ({ playedBy, domino });

const FIRST = [laid('ann', '6-6'), laid('bob', '6-4'), laid('cid', '6-0'), laid('dot', '5-5')];
const start = { playerHand: ['6-6', '4-2'], tricks: [], currentTrick: [], handCounts: {}, taken: {} } as unknown as View;

const played = after(start, told('domino_played', { playedBy: 'ann', domino: '6-6', currentTrick: FIRST.slice(0, 1), ledSuit: 'sixes', handCounts: { ann: 6 }, nextTurn: 'bob' }));
const won = after({ ...played, currentTrick: FIRST }, told('trick_won', { playerUuid: 'ann', side: 'northSouth', plays: FIRST, points: 21, taken: {}, nextTurn: 'ann' }));

test('a domino moves from the hand to the trick', () => {
  expect(played.playerHand).toEqual(['4-2']);
  expect(shownTrick(played)).toEqual({ plays: [laid('ann', '6-6')], wonBy: null });
  expect(played.currentTurn).toBe('bob');
});

test('a trick stays until the next one is led, and is then swept to the player who took it', () => {
  expect(shownTrick(won)).toEqual({ plays: FIRST, wonBy: 'ann' });
  const lead = told('domino_played', { playedBy: 'ann', domino: '4-2', currentTrick: [laid('ann', '4-2')], ledSuit: 'fours', handCounts: {}, nextTurn: 'bob' });
  const next = after(won, lead);
  expect(shownTrick(next).plays).toEqual([laid('ann', '4-2')]);
  const swept = moves(lead, { view: next } as never).filter((move) => 'to' in move);
  expect(swept).toEqual(FIRST.map(({ domino }) => ({ piece: domino, to: 'seat-ann' })));
});

test('a second domino of a trick sweeps nothing', () => {
  const second = told('domino_played', { playedBy: 'bob', domino: '6-4', currentTrick: FIRST.slice(0, 2), ledSuit: 'sixes', handCounts: {}, nextTurn: 'cid' });
  expect(moves(second, { view: after(played, second) } as never)).toEqual([{ piece: '6-4', from: 'seat-bob' }]);
});

test('a deal clears the table, and every domino comes from the boneyard', () => {
  const deal = told('dominoes_dealt', { playerHand: ['3-2'], handCounts: { ann: 1, bob: 1 }, shakerUuid: 'dot', turnOrder: [], hand: 2, gamePhase: 'bidding' });
  const dealt = after(won, deal);
  expect(dealt).toMatchObject({ tricks: [], contract: null, bids: [], playerHand: ['3-2'], phase: 'bidding' });
  expect(moves(deal, { view: dealt } as never)).toEqual([
    { piece: '3-2', from: 'boneyard', turned: true },
    { piece: 'back-ann-0', from: 'boneyard' },
    { piece: 'back-bob-0', from: 'boneyard' },
  ]);
});
