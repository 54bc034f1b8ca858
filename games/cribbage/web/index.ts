// The part of cribbage for the page.

import type { GamePart } from '$shell/game/part';
import Choice from './Choice.svelte';
import { describe } from './describe';
import Example from './Example.svelte';
import { parse, typed } from './parse';
import { reason } from './reason';
import { say } from './say';
import { openView, sideOf, toMove } from './scene';
import Scorer from './Scorer.svelte';
import { spoken } from './spoken';
import { staging } from './staging';
import Strip from './Strip.svelte';
import Table from './Table.svelte';
import type { View } from './wire';
import type { Words } from './words/en';

const words = import.meta.glob<Words>('./words/*.ts', { eager: true, import: 'words' });

/** The events that report an action. */
const MOVES = new Set(['cards_discarded', 'count_claimed', 'muggins_claimed']);

export const part: GamePart<View, Words> = {
  key: 'cribbage',
  words: Object.fromEntries(Object.entries(words).map(([file, catalogue]) => [file.slice('./words/'.length, -3), catalogue])),
  Table,
  Scorer,
  Example,
  Strip,
  Choice,
  begins: (event) => event === 'cards_dealt',
  staging,
  fills: true,
  toMove,
  sideOf,
  standing: ({ view, players }, seat) => {
    const uuid = players.find((player) => player.seat === seat)?.uuid;
    return uuid ? String(view.scores[uuid] ?? 0) : null;
  },
  note: ({ view, players, words: catalogue }, seat) => (players.find((player) => player.seat === seat)?.uuid === view.dealerUuid && view.phase !== 'gameover' ? catalogue.dealer : null),
  isMove: ({ event, payload }) => (event === 'card_played' ? payload.playedBy : MOVES.has(event) ? payload.playerUuid : null),
  isOver: (view) => view.phase === 'gameover',
  openView,
  say,
  describe,
  spoken,
  reason,
  chances: [],
  typed,
  parse,
};
