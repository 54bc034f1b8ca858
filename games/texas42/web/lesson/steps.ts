// The lesson of Texas 42: one hand with a bid of 31 that is made in five tricks. Its luck is that of
// `LESSON` in `games/texas42/src/facade.rs`.

import type { Move } from '$shell/game/part';
import type { LessonMoment, Step } from '$shell/lesson/lesson';
import { calls, trumps } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: LessonMoment<View, Words>) => boolean;

const bidding: At = ({ scene }) => calls(scene).length > 0;
const naming: At = ({ scene }) => trumps(scene).length > 0;

/** The learner's turn to play, with this many dominoes in the hand. */
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
  { key: 'hand', at: bidding, point: own('6-6', '6-3', '6-2', '5-5', '2-2', '1-1') },
  { key: 'bid', at: bidding, point: '[data-bid="31"]', moves: [{ command: 'place_bid', fields: { bid: 31 } }] },
  { key: 'trump', at: naming, point: '[data-trump="sixes"]', moves: [{ command: 'name_trump', fields: { trump: 'sixes' } }] },
  { key: 'lead', at: holding(7), point: own('6-6'), moves: play('6-6') },
  { key: 'follow', at: holding(6) },
  { key: 'double', at: holding(6), point: own('5-5'), moves: play('5-5') },
  { key: 'draw', at: holding(5), point: own('6-2'), moves: play('6-2') },
  { key: 'lost', at: holding(4), point: '[data-piece="0-0"]' },
  { key: 'ruff', at: holding(4), point: own('6-3'), moves: play('6-3') },
  { key: 'partner', at: holding(3), point: own('1-1'), moves: play('1-1') },
  { key: 'made', at: ({ held }) => held?.event === 'hand_scored' },
  { key: 'end', at: ({ scene, held }) => scene.view.phase === 'gameover' && held === null },
];
