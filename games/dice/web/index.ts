// The part of dice hands for the page.

import type { GamePart } from '$shell/game/part';
import Choice from './Choice.svelte';
import { describe } from './describe';
import Example from './Example.svelte';
import { parse, typed } from './parse';
import { reason } from './reason';
import { say } from './say';
import { noteOf, openView, standingOf } from './scene';
import Scorer from './Scorer.svelte';
import { spoken } from './spoken';
import { staging } from './staging';
import Strip from './Strip.svelte';
import Table from './Table.svelte';
import type { View } from './wire';
import type { Words } from './words/en';

const words = import.meta.glob<Words>('./words/*.ts', { eager: true, import: 'words' });

/** The events that report an action. For a reroll this is the event with the new faces. */
const MOVES = new Set(['dice_rerolled', 'wild_set', 'dice_scored', 'bought', 'shop_left', 'run_stopped']);

export const part: GamePart<View, Words> = {
  key: 'dice',
  words: Object.fromEntries(Object.entries(words).map(([file, catalogue]) => [file.slice('./words/'.length, -3), catalogue])),
  Table,
  fills: true,
  Strip,
  staging,
  Choice,
  begins: (event) => event === 'round_started',
  Scorer,
  Example,
  toMove: (view, players) => players.filter(({ uuid }) => view.toMove.includes(uuid)).map(({ seat }) => seat),
  sideOf: (_, seat) => seat,
  standing: ({ view, players }, seat) => {
    const standing = standingOf(view, players, seat);
    return standing && view.race ? String(standing.total) : null;
  },
  note: (scene, seat) => noteOf(scene, seat),
  isMove: ({ event, payload }) => (MOVES.has(event) ? payload.playerUuid : null),
  isOver: (view) => view.phase === 'gameover',
  openView,
  say,
  describe,
  spoken,
  reason,
  chances: ['pass'],
  typed,
  parse,
};
