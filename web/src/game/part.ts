// What a game brings to the page, and what the shell gives it.
//
// A game's part lies in `games/<key>/web/` and is found by its place: `index.ts` exports a
// `GamePart` as `part`, and `tile.ts` exports the small `GameTile` as `tile` that the home page
// shows before anything else of the game is loaded. The shell keeps the connection, seats,
// clocks, words, log, text mode and settings; a part draws the table, names what happens in
// sentences and reads typed commands. A part never talks to the house itself and never keeps
// game state: the `view` of a scene is the truth, and events only say what just happened.

import type { Component, Snippet } from 'svelte';
import type { Legal, Player, TableSettings } from '$shell/protocol/messages';
import type { Settings } from '$shell/settings.svelte';

/** A game on the home page; loaded with the shell, so it is kept small. */
export interface GameTile {
  key: string;
  /** A drawing of about 96 × 64, without text. */
  Icon: Component;
  /** By language: the name of the game and one line about it. */
  words: Record<string, { name: string; line: string }>;
}

/** A game on the page. `View` is the game's `view` on the wire, `Words` its own catalogue. */
export interface GamePart<View, Words extends GameWords> {
  key: string;
  /** By language; English must be there, and stands in for what is missing. */
  words: Record<string, Words>;

  /** The table itself. It is drawn for players, spectators, replays and finished games alike. */
  Table: Component<TableProps<View, Words>>;
  /** The page that scores anything outside a game. */
  Scorer: Component<ScorerProps<Words>>;

  /** The seats that are to move now. */
  toMove(view: View, players: Player[]): number[];
  /** Which side a seat plays for; sides share a colour. */
  sideOf(scene: Scene<View, Words>, seat: number): number;
  /** What stands behind a player's name, as "87" or "3 marks"; null for nothing. */
  standing(scene: Scene<View, Words>, seat: number): string | null;
  isOver(view: View): boolean;
  /** The views of all seats as one in which everything lies open, for replays; `players` come in the same order. */
  openView(views: View[], players: Player[]): View;

  /** What happened, in one sentence, for the log and the screen reader; null says nothing. */
  say(told: Told, scene: Scene<View, Words>): string | null;
  /** The table in sentences, for the text mode. */
  describe(scene: Scene<View, Words>): string[];
  /** An action as a player at this table would say it, as "Play the six-four", for advice and reviews. */
  spoken(action: Legal, scene: Scene<View, Words>): string;
  /** The figures of advice that are chances; all others are counts of something. */
  chances: string[];
  /** An action as somebody would type it, as `play 7H`; the opposite of `parse`. */
  typed(action: Legal): string;
  /** A typed command, or why it cannot be read. */
  parse(text: string, scene: Scene<View, Words>): Move | { problem: string };
}

/** The words that the shell asks every game for. */
export interface GameWords {
  name: string;
  /** The commands of the text mode: what to type, and what it does. */
  commands: [example: string, meaning: string][];
  /** The keys of the table: what to press, and what it does. */
  keys: [key: string, meaning: string][];
  /** Names of presets by their English name, and of options by field. */
  presets: Record<string, string>;
  options: Record<string, OptionWords>;
  /** What the house's refusals mean, by the game's own `reason`; where one is missing, the house's own sentence is shown. */
  refusals: Record<string, string>;
  /** What the chance of an advised action is a chance of. */
  chance: string;
  /** The figures behind an advised action, by the house's name for each. */
  figures: Record<string, string>;
}

/** An option in the form of a new table. What is missing is shown as the house calls it. */
export interface OptionWords {
  label: string;
  help?: string;
  values?: Record<string, string>;
}

/** A table as one viewer sees it at one moment. */
export interface Scene<View, Words> {
  view: View;
  /** By seat. */
  players: Player[];
  /** The viewer's own seat, or null for a spectator. */
  seat: number | null;
  me: Player | null;
  /** What the viewer may do now; empty when it is not their turn. */
  legal: Legal[];
  options: Record<string, unknown>;
  table: TableSettings;
  words: Words;
  /** The name of a player by id or seat; an unknown one is a dash. */
  name(who: unknown): string;
}

/** An event that the house told, in order. */
export interface Told {
  seq: number;
  event: string;
  // Each game reads its own events.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  payload: any;
}

export type { Legal, Player } from '$shell/protocol/messages';

/** A command of the game with its fields. */
export interface Move {
  command: string;
  fields: Record<string, unknown>;
}

/** What a table is given. */
export interface TableProps<View, Words> {
  scene: Scene<View, Words>;
  /** The last events, oldest first, about as many as one deal or round has. */
  told: Told[];
  settings: Settings;
  /** Sends a command of the game; the answer is null, or a sentence that says why not. */
  act(command: string, fields: Record<string, unknown>): Promise<string | null>;
  /** Where a player may ask for advice: the game puts it beside what it asks of the player. */
  advice?: Snippet;
}

/** What a scorer page is given: its question lives in the address, so that it can be shared. */
export interface ScorerProps<Words> {
  words: Words;
  settings: Settings;
  query: URLSearchParams;
  /** Replaces the question in the address. */
  setQuery(query: URLSearchParams): void;
  /** Asks `POST /api/score/<key>`; rejects with a sentence. */
  score(request: object): Promise<unknown>;
}

/** A part whose types only the game itself knows. */
// The shell hands a game's own view and words back to it without looking inside.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPart = GamePart<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyScene = Scene<any, any>;
