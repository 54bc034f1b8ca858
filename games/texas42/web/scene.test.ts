import { expect, test } from 'vitest';
import { needed, passFirst, saidBy, shownTrick, sideName, sidesFromViewer, whyNot, type Texas42Scene } from './scene';
import type { View } from './wire';
import { words } from './words/en';

const players = ['Ann', 'Bob', 'Cid', 'Dot'].map((nickname, seat) => ({ nickname, seat, uuid: nickname.toLowerCase() }));
const name = (who: unknown) => players.find(({ uuid }) => uuid === who)?.nickname ?? '–';
const seen = (seat: number | null, view: object): Texas42Scene => ({ players, seat, me: players.find((player) => player.seat === seat) ?? null, view, words, name }) as unknown as Texas42Scene;
const contract = (bid: unknown, trump: string | null = 'sixes') => ({ contract: { bidderUuid: 'bob', biddingTeam: 'eastWest', bid, trump } }) as unknown as View;

test('a side has the names of its players, and the viewer’s own side comes first', () => {
  expect(sideName(seen(1, {}), 'eastWest')).toBe('You and Dot');
  expect(sideName(seen(1, {}), 'northSouth')).toBe('Ann and Cid');
  expect(sideName(seen(null, {}), 'eastWest')).toBe('Bob and Dot');
  expect(sidesFromViewer(seen(1, {}))).toEqual(['eastWest', 'northSouth']);
  expect(sidesFromViewer(seen(null, {}))).toEqual(['northSouth', 'eastWest']);
});

test('a bid of 31 needs 31 points to be made and 12 to be set', () => {
  expect(needed(contract(31), 'eastWest')).toBe(31);
  expect(needed(contract(31), 'northSouth')).toBe(12);
  expect(needed(contract({ marks: 2 }), 'eastWest')).toBe(42);
  expect(needed(contract({ marks: 2 }), 'northSouth')).toBe(1);
  expect(needed(contract({ marks: 1 }, 'nello'), 'eastWest')).toBeNull();
});

test('during the auction every player’s call is shown, afterwards only the winning bid', () => {
  const bids = [{ playerUuid: 'bob', bid: 31 }, { playerUuid: 'cid', bid: 'pass' }];
  const auction = seen(0, { bids, contract: null });
  expect(['bob', 'cid', 'dot'].map((uuid) => saidBy(auction, uuid))).toEqual(['31', 'pass', null]);
  const play = seen(0, { ...contract({ plunge: 4 }), bids });
  expect(['bob', 'cid'].map((uuid) => saidBy(play, uuid))).toEqual(['plunge 4', null]);
});

test('a taken trick is shown until the next one is led', () => {
  const plays = [{ playedBy: 'ann', domino: '6-6' }];
  const taken = [{ playerUuid: 'ann', plays }];
  expect(shownTrick({ currentTrick: [], tricks: taken } as unknown as View)).toEqual({ plays, wonBy: 'ann' });
  const lead = [{ playedBy: 'ann', domino: '6-5' }];
  expect(shownTrick({ currentTrick: lead, tricks: taken } as unknown as View)).toEqual({ plays: lead, wonBy: null });
});

test('an illegal domino has a reason', () => {
  const scene = seen(0, { ledSuit: 'fives', unplayable: [{ domino: '6-4', reason: 'must_follow_suit', message: '' }] });
  expect(whyNot(scene, '6-4')).toBe('You must follow fives.');
  expect(whyNot(scene, '5-4')).toBeNull();
});

test('passing comes first', () => {
  expect(passFirst([30, { marks: 2 }, 'pass'])).toEqual(['pass', 30, { marks: 2 }]);
});
