// The lesson of cribbage: one deal that has a fifteen, a pair, a go, a run, and a crib that wins.
// Its luck is that of `games/cribbage/lesson.json`.

import type { Move, Told } from '$shell/game/part';
import type { Moment, Step } from '$shell/lesson/lesson';
import { code } from '../card';
import { playable } from '../scene';
import type { View } from '../wire';
import type { Words } from '../words/en';

type At = (moment: Moment<View, Words>) => boolean;

const throwing: At = ({ scene: { view, me } }) => view.phase === 'discard' && me !== null && !view.discarded.includes(me.uuid);

/** The learner's turn, with these cards on the pile. */
const pile =
  (cards: string): At =>
  ({ scene }) =>
    playable(scene).length > 0 && scene.view.stack.map(code).join(' ') === cards;

const counting =
  (what: (told: Told, me: string) => boolean): At =>
  ({ scene, held }) =>
    held !== null && scene.me !== null && what(held, scene.me.uuid);

const play = (card: string): Move => ({ command: 'play_card', fields: { card } });
const cards = (...names: string[]) => names.map((name) => `[data-card="${name}"]`).join();

export const steps: Step<View, Words>[] = [
  { key: 'welcome', at: throwing },
  { key: 'hand', at: throwing, point: '[data-zone="hand"]' },
  { key: 'fit', at: throwing, point: cards('4H', '5D', '6H', 'JC') },
  { key: 'throw', at: throwing, point: cards('KS', 'KH'), move: { command: 'discard_cards', fields: { cards: ['KS', 'KH'] } } },
  { key: 'starter', at: pile('JD'), point: '[data-starter]' },
  { key: 'count', at: pile('JD'), point: '[data-count]' },
  { key: 'fifteen', at: pile('JD'), point: cards('5D'), move: play('5D') },
  { key: 'pair', at: pile('JD 5D 5S'), point: '[data-piece="5S"]' },
  { key: 'six', at: pile('JD 5D 5S'), point: cards('6H'), move: play('6H') },
  { key: 'go', at: pile('JD 5D 5S 6H') },
  { key: 'run', at: pile('JD 5D 5S 6H'), point: cards('4H'), move: play('4H') },
  { key: 'jack', at: pile('JS'), point: cards('JC'), move: play('JC') },
  { key: 'theirs', at: counting(({ event, payload }, me) => event === 'hand_scored' && payload.playerUuid !== me) },
  { key: 'yours', at: counting(({ event, payload }, me) => event === 'hand_scored' && payload.playerUuid === me) },
  { key: 'crib', at: counting(({ event }) => event === 'crib_scored') },
  { key: 'end', at: ({ scene, held }) => scene.view.phase === 'gameover' && held === null },
];
