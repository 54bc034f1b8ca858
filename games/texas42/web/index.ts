// The part of Texas 42 for the page.

import type { GamePart } from '$shell/game/part';
import Choice from './Choice.svelte';
import { describe } from './describe';
import Example from './Example.svelte';
import { parse, typed } from './parse';
import { reason } from './reason';
import { say } from './say';
import { openView, toMove } from './scene';
import Scorer from './Scorer.svelte';
import { spoken } from './spoken';
import { staging } from './staging';
import Strip from './Strip.svelte';
import Table from './Table.svelte';
import type { View } from './wire';
import type { Words } from './words/en';

const words = import.meta.glob<Words>('./words/*.ts', { eager: true, import: 'words' });

/** The events that report an action, in addition to a played domino. */
const MOVES = new Set(['bid_placed', 'trump_named', 'hand_laid_down']);

export const part: GamePart<View, Words> = {
  key: 'texas42',
  words: Object.fromEntries(Object.entries(words).map(([file, catalogue]) => [file.slice('./words/'.length, -3), catalogue])),
  Table,
  fills: true,
  Strip,
  staging,
  Choice,
  begins: (event) => event === 'dominoes_dealt',
  Scorer,
  Example,
  toMove,
  sideOf: (_, seat) => seat % 2,
  // The slate has the score, once for each side.
  standing: () => null,
  isMove: ({ event, payload }) => (event === 'domino_played' ? payload.playedBy : MOVES.has(event) ? payload.playerUuid : null),
  isOver: (view) => view.phase === 'gameover',
  openView,
  say,
  describe,
  spoken,
  reason,
  chances: ['make', 'bought', 'set'],
  typed,
  parse,
};
