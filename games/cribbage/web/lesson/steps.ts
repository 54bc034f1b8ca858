// The lesson of cribbage: one deal with runs, a go, a thirty-one, a fifteen and a crib that wins. Its luck
// is that of `LESSON` in `games/cribbage/src/facade.rs`.

import type { Move, Told } from '$shell/game/part';
import type { LessonMoment, Step } from '$shell/lesson/lesson';
import { playable } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: LessonMoment<View, Words>) => boolean;

const throwing: At = ({ scene: { view, me } }) => view.phase === 'discard' && me !== null && !view.discarded.includes(me.uuid);

/** The learner's turn, with cards of these ranks on the pile. */
const pile =
  (ranks: string): At =>
  ({ scene }) =>
    playable(scene).length > 0 && scene.view.stack.map(({ rank }) => rank).join(' ') === ranks;

const counting =
  (what: (told: Told, me: string) => boolean): At =>
  ({ scene, held }) =>
    held !== null && scene.me !== null && what(held, scene.me.uuid);

const play = (card: string): Move[] => [{ command: 'play_card', fields: { card } }];
const cards = (...names: string[]) => names.map((name) => `[data-card="${name}"]`).join();

export const steps: Step<View, Words>[] = [
  { key: 'welcome', at: throwing },
  { key: 'hand', at: throwing, point: '[data-zone="hand"]' },
  { key: 'fit', at: throwing, point: cards('6H', '7H', '8H', '9D') },
  { key: 'throw', at: throwing, point: cards('AS', '3S'), moves: [{ command: 'discard_cards', fields: { cards: ['AS', '3S'] } }] },
  { key: 'starter', at: pile('A'), point: '[data-starter]' },
  { key: 'count', at: pile('A'), point: '[data-count]' },
  { key: 'nine', at: pile('A'), point: cards('9D'), moves: play('9D') },
  { key: 'run', at: pile('A 9 7'), point: cards('8H'), moves: play('8H') },
  { key: 'go', at: pile('A 9 7 8'), point: '[data-count]' },
  { key: 'thirtyone', at: pile('A 9 7 8'), point: cards('6H'), moves: play('6H') },
  { key: 'fifteen', at: pile('8'), point: cards('7H'), moves: play('7H') },
  { key: 'theirs', at: counting(({ event, payload }, me) => event === 'hand_scored' && payload.playerUuid !== me) },
  { key: 'yours', at: counting(({ event, payload }, me) => event === 'hand_scored' && payload.playerUuid === me) },
  { key: 'crib', at: counting(({ event }) => event === 'crib_scored') },
  { key: 'end', at: ({ scene, held }) => scene.view.phase === 'gameover' && held === null },
];
