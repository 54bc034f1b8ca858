// The lesson of dice hands: a round with a full house, a shop, and a round on one's own. Its luck is that
// of `games/dice/lesson.json`.

import type { Move } from '$shell/game/part';
import type { Moment, Step } from '$shell/lesson/lesson';
import { may } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: Moment<View, Words>) => boolean;

/** The learner's turn in a round, with these faces. */
const lying =
  (faces: string): At =>
  ({ scene }) =>
    scene.view.round === 1 && may(scene, 'score_dice') && (scene.view.run?.pool ?? []).map(({ face }) => face).join('') === faces;

/** In the first shop, with what is for sale there still to be had. */
const shopping =
  (fits: (offer: (id: number) => boolean) => boolean): At =>
  ({ scene, held }) => {
    const shop = scene.view.round === 1 && held === null && may(scene, 'leave_shop') ? scene.view.run?.shop : null;
    return shop ? fits((id) => shop.offers.some((offer) => offer.id === id && !offer.sold)) : false;
  };

const secondRound: At = ({ scene }) => scene.view.round === 2 && may(scene, 'score_dice');
const ended: At = ({ scene, held }) => held === null && scene.view.round === 2 && (scene.view.phase === 'gameover' || scene.view.run?.stage === 'shopping');

const roll = (...dice: number[]): Move => ({ command: 'reroll', fields: { dice } });
const buy = (offer: number): Move => ({ command: 'buy', fields: { offer } });
const dice = (...places: number[]) => places.map((place) => `[data-die="${place}"]`).join();

/** What the shop offers by these numbers. */
const LEVEL = 7;
const ONE_MORE = 8;

export const steps: Step<View, Words>[] = [
  { key: 'welcome', at: lying('35541') },
  { key: 'pair', at: lying('35541'), point: dice(1, 2) },
  { key: 'sum', at: lying('35541'), point: '[data-preview]' },
  { key: 'roll', at: lying('35541'), point: '[data-reroll]', move: roll(0, 3, 4) },
  { key: 'three', at: lying('25535'), point: '[data-preview]' },
  { key: 'more', at: lying('25535'), point: '[data-reroll]', move: roll(0, 3) },
  { key: 'score', at: lying('65565'), point: '[data-score]', move: { command: 'score_dice', fields: {} } },
  { key: 'paid', at: ({ held, scene }) => held?.event === 'paid' && scene.view.round === 1 },
  { key: 'shop', at: shopping((has) => has(LEVEL) && has(ONE_MORE)) },
  { key: 'level', at: shopping((has) => has(LEVEL)), point: `[data-offer="${LEVEL}"]`, move: buy(LEVEL) },
  { key: 'die', at: shopping((has) => !has(LEVEL) && has(ONE_MORE)), point: `[data-offer="${ONE_MORE}"]`, move: buy(ONE_MORE) },
  { key: 'leave', at: shopping((has) => !has(LEVEL) && !has(ONE_MORE)), point: '[data-leave]', move: { command: 'leave_shop', fields: {} } },
  { key: 'alone', at: secondRound },
  { key: 'end', at: ended },
];
