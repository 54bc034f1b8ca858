import { expect, test } from 'vitest';
import { lastRound } from './round';

const told = (seq: number, event: string, payload: object) => ({ seq, event, payload });
const scored = (seq: number, playerUuid: string, total: number) => told(seq, 'dice_scored', { playerUuid, hands: [], layers: [], total, target: 40, passed: true });

test('the last round is the last score of the player with its pay', () => {
  const events = [
    scored(1, 'a', 50),
    told(2, 'paid', { playerUuid: 'a', breakdown: [{ type: 'PASSED', points: 5 }] }),
    scored(3, 'b', 90),
    scored(4, 'a', 70),
  ];
  expect(lastRound(events, 'a')).toMatchObject({ seq: 4, total: 70, pay: [] });
  events.push(told(5, 'paid', { playerUuid: 'b', breakdown: [] }), told(6, 'paid', { playerUuid: 'a', breakdown: [{ type: 'PASSED', points: 6 }] }));
  expect(lastRound(events, 'a')?.pay).toEqual([{ type: 'PASSED', points: 6 }]);
  expect(lastRound(events, 'c')).toBeNull();
  expect(lastRound([], null)).toBeNull();
});
