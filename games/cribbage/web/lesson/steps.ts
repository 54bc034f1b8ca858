// The lesson of cribbage: one deal that has a fifteen, a pair, a go, a run and a thirty-one, and a crib
// that wins. Its luck is that of `LESSON` in `games/cribbage/src/facade.rs`.

import type { Move, Told } from '$shell/game/part';
import type { Moment, Step } from '$shell/lesson/lesson';
import { playable } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: Moment<View, Words>) => boolean;

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

const play = (...names: string[]): Move[] => names.map((card) => ({ command: 'play_card', fields: { card } }));
const cards = (...names: string[]) => names.map((name) => `[data-card="${name}"]`).join();

export const steps: Step<View, Words>[] = [
  { key: 'welcome', at: throwing },
  { key: 'hand', at: throwing, point: '[data-zone="hand"]' },
  { key: 'fit', at: throwing, point: cards('3D', '4H', '4C', '5H') },
  { key: 'throw', at: throwing, point: cards('8C', '9S'), moves: [{ command: 'discard_cards', fields: { cards: ['8C', '9S'] } }] },
  { key: 'starter', at: pile('J'), point: '[data-starter]' },
  { key: 'count', at: pile('J'), point: '[data-count]' },
  { key: 'fifteen', at: pile('J'), point: cards('5H'), moves: play('5H') },
  { key: 'pair', at: pile('J 5 5'), point: '[data-piece="5S"]' },
  { key: 'three', at: pile('J 5 5'), point: cards('3D'), moves: play('3D') },
  { key: 'go', at: pile('J 5 5 3'), point: '[data-count]' },
  { key: 'run', at: pile('J 5 5 3'), point: cards('4H', '4C'), moves: play('4H', '4C') },
  { key: 'thirtyone', at: pile('J 5 5 3 4'), point: cards('4H', '4C'), moves: play('4H', '4C') },
  { key: 'theirs', at: counting(({ event, payload }, me) => event === 'hand_scored' && payload.playerUuid !== me) },
  { key: 'yours', at: counting(({ event, payload }, me) => event === 'hand_scored' && payload.playerUuid === me) },
  { key: 'crib', at: counting(({ event }) => event === 'crib_scored') },
  { key: 'end', at: ({ scene, held }) => scene.view.phase === 'gameover' && held === null },
];
