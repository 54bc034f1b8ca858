// The lesson of dice hands: a round with a full house, a shop, and a round without help. Its luck is that
// of `LESSON` in `games/dice/src/facade.rs`.

import type { Move } from '$shell/game/part';
import type { LessonMoment, Step } from '$shell/lesson/lesson';
import { may } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: LessonMoment<View, Words>) => boolean;

/** The learner's turn in a round, with these faces. */
const lying =
  (faces: string): At =>
  ({ scene }) =>
    scene.view.round === 1 && may(scene, 'score_dice') && (scene.view.run?.pool ?? []).map(({ face }) => face).join('') === faces;

/** In the first shop, depending on which offers are still for sale. */
const shopping =
  (fits: (offer: (id: number) => boolean) => boolean): At =>
  ({ scene, held }) => {
    const shop = scene.view.round === 1 && held === null && may(scene, 'leave_shop') ? scene.view.run?.shop : null;
    return shop ? fits((id) => shop.offers.some((offer) => offer.id === id && !offer.sold)) : false;
  };

const secondRound: At = ({ scene }) => scene.view.round === 2 && may(scene, 'score_dice');
const ended: At = ({ scene, held }) => held === null && scene.view.round === 2 && (scene.view.phase === 'gameover' || scene.view.run?.stage === 'shopping');

const roll = (...dice: number[]): Move[] => [{ command: 'reroll', fields: { dice } }];
const buy = (offer: number): Move[] => [{ command: 'buy', fields: { offer } }];
const dice = (...places: number[]) => places.map((place) => `[data-die="${place}"]`).join();

/** The numbers of two offers of the shop. */
const LEVEL = 5;
const ONE_MORE = 8;

export const steps: Step<View, Words>[] = [
  { key: 'welcome', at: lying('55623') },
  { key: 'pair', at: lying('55623'), point: dice(0, 1) },
  { key: 'sum', at: lying('55623'), point: '[data-preview]' },
  { key: 'roll', at: lying('55623'), point: '[data-reroll]', moves: roll(2, 3, 4) },
  { key: 'three', at: lying('55154'), point: '[data-preview]' },
  { key: 'more', at: lying('55154'), point: '[data-reroll]', moves: roll(2, 4) },
  { key: 'score', at: lying('55656'), point: '[data-score]', moves: [{ command: 'score_dice', fields: {} }] },
  { key: 'paid', at: ({ held, scene }) => held?.event === 'paid' && scene.view.round === 1 },
  { key: 'shop', at: shopping((has) => has(LEVEL) && has(ONE_MORE)) },
  { key: 'level', at: shopping((has) => has(LEVEL)), point: `[data-offer="${LEVEL}"]`, moves: buy(LEVEL) },
  { key: 'die', at: shopping((has) => !has(LEVEL) && has(ONE_MORE)), point: `[data-offer="${ONE_MORE}"]`, moves: buy(ONE_MORE) },
  { key: 'leave', at: shopping((has) => !has(LEVEL) && !has(ONE_MORE)), point: '[data-leave]', moves: [{ command: 'leave_shop', fields: {} }] },
  { key: 'alone', at: secondRound },
  { key: 'end', at: ended },
];
