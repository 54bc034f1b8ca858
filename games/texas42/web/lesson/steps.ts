// The lesson of Texas 42: one hand with a bid of 30 that is made in five tricks. Its luck is that of
// `LESSON` in `games/texas42/src/facade.rs`.

import type { Move } from '$shell/game/part';
import type { Moment, Step } from '$shell/lesson/lesson';
import { calls, trumps } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: Moment<View, Words>) => boolean;

const bidding: At = ({ scene }) => calls(scene).length > 0;
const naming: At = ({ scene }) => trumps(scene).length > 0;

/** The learner's turn to play, holding so many dominoes. */
const holding =
  (count: number): At =>
  ({ scene: { view, legal } }) =>
    view.phase === 'playing' && legal.length > 0 && view.playerHand.length === count;

const play = (domino: string): Move[] => [{ command: 'play_domino', fields: { domino } }];
const own = (...names: string[]) => names.map((name) => `[data-domino="${name}"]`).join();

export const steps: Step<View, Words>[] = [
  { key: 'welcome', at: bidding },
  { key: 'points', at: bidding },
  { key: 'count', at: bidding, point: own('5-5') },
  { key: 'hand', at: bidding, point: own('5-5', '5-4', '5-1', '6-6', '4-4', '2-2') },
  { key: 'bid', at: bidding, point: '[data-bid="30"]', moves: [{ command: 'place_bid', fields: { bid: 30 } }] },
  { key: 'trump', at: naming, point: '[data-trump="fives"]', moves: [{ command: 'name_trump', fields: { trump: 'fives' } }] },
  { key: 'lead', at: holding(7), point: own('5-5'), moves: play('5-5') },
  { key: 'follow', at: holding(6) },
  { key: 'draw', at: holding(6), point: own('5-1'), moves: play('5-1') },
  { key: 'lost', at: holding(5), point: '[data-piece="0-0"]' },
  { key: 'ruff', at: holding(5), point: own('5-4'), moves: play('5-4') },
  { key: 'double', at: holding(4), point: own('2-2'), moves: play('2-2') },
  { key: 'partner', at: holding(3), point: own('4-4'), moves: play('4-4') },
  { key: 'made', at: ({ held }) => held?.event === 'hand_scored' },
  { key: 'end', at: ({ scene, held }) => scene.view.phase === 'gameover' && held === null },
];
