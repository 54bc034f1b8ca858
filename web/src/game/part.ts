// What a game brings to the page, and what the shell gives it.
//
// A game's part lies in `games/<key>/web/` and is found by its place: `index.ts` exports a
// `GamePart` as `part`, and `tile.ts` exports the small `GameTile` as `tile` that the home page
// shows before anything else of the game is loaded. The shell keeps the connection, seats,
// clocks, words, log, text mode and settings; a part draws the table, names what happens in
// sentences and reads typed commands. A part never talks to the house itself and never keeps
// game state: the `view` of a scene is the truth, and events only say what just happened.
//
// ## How a table is laid out
//
// While a game runs, `Screen.svelte` fills the window and never scrolls. A part's `Table` has one
// child, `Felt.svelte`, and gives it the zones as snippets: `top` (the others), `middle` (what lies
// between), `hand` (one's own pieces), `primary` (the one button that says what will happen, or a
// `<p class="prompt">` that says who is to move) and `side` (the board or the marks; wide screens
// alone). What the `side` shows is drawn slim by the part's `Strip`, below the scores of a small
// screen. The shell's `bar` puts the way to advice and to the menu beside `primary`.
//
// Sizes come from the room there is. In every zone `--piece-height` is the height of its pieces and
// `--card-width` the width of a card of that height; `cqw` and `cqh` are a hundredth of the table.
// A part does not make size containers of its own, and asks for the shape of the screen with
// `@container screen`: wide is `(min-width: 62rem) and (min-height: 34rem)`, across (a phone on
// its side, or large text) is `(min-width: 36rem) and (max-height: 33.99rem)`, all else is upright.
// What comes and goes (a bubble, a result) is laid over the middle by `position: absolute`, never
// over the count, and moves nothing.
//
// ## How things move
//
// An element with `data-piece="5H"` is a piece, one with `data-place="deck"` a place. When an event
// is shown, the stage (`$shell/stage`) moves every piece from where it was to where it is; a piece
// that was not there comes from the place that the part's `staging.moves` names, and one that
// vanished goes to one. See `Staging`.

import type { Component, Snippet } from 'svelte';
import type { Legal, Player, TableSettings } from '$shell/protocol/messages';
import type { Asked } from '$shell/rules/markdown';
import type { Settings } from '$shell/settings.svelte';
import type { Sound } from '$shell/sound';
import type { Terms } from '$shell/terms/terms';

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

  /** The table itself, in a `Felt`. It is drawn for players, spectators, replays and finished games alike. */
  Table: Component<TableProps<View, Words>>;
  /** Whether `Table` is made of a `Felt`. Until it is, the shell adds the bar and lets it scroll. */
  fills?: boolean;
  /** What lies beside the felt on a wide screen, so slim that it fits below the scores of a phone. */
  Strip?: Component<{ scene: Scene<View, Words> }>;
  /** An action drawn as pieces, for the review: what was chosen out of what there was. */
  Choice?: Component<{ scene: Scene<View, Words>; action: Legal }>;
  /** Whether an event of this name begins a deal or round, which the review marks. */
  begins?(event: string): boolean;
  /** How events become movements. */
  staging?: Staging<View, Words>;
  /** The page that scores anything outside a game, where the game has a scorer. */
  Scorer?: Component<ScorerProps<Words>>;
  /** An example of the game's rules, drawn with its pieces. */
  Example: Component<ExampleProps<Words>>;

  /** The seats that are to move now. */
  toMove(view: View, players: Player[]): number[];
  /** Which side a seat plays for; sides share a colour. */
  sideOf(scene: Scene<View, Words>, seat: number): number;
  /** What stands behind a player's name, as "87" or "3 marks"; null for nothing. */
  standing(scene: Scene<View, Words>, seat: number): string | null;
  /** What stands below a player's name, as "dealer"; null for nothing. */
  note?(scene: Scene<View, Words>, seat: number): string | null;
  /** The id of who made a move, if this event tells of one: one event for each action, and none that follows by itself. */
  isMove(told: Told): string | null;
  isOver(view: View): boolean;
  /** The views of all seats as one in which everything lies open, for replays; `players` come in the same order. */
  openView(views: View[], players: Player[]): View;

  /** What happened, in one sentence, for the log and the screen reader; null says nothing. An error costs the sentence alone. */
  /** `before` is what was told earlier, oldest first: a sentence must not change with the table of today. */
  say(told: Told, scene: Scene<View, Words>, before: Told[]): string | null;
  /** The table in sentences, for the text mode. */
  describe(scene: Scene<View, Words>): string[];
  /** An action as a player at this table would say it, as "Play the six-four", for advice and reviews. */
  spoken(action: Legal, scene: Scene<View, Words>): string;
  /** What speaks for an action or against it, in a sentence or two made of its figures by their names; null where they say it all. */
  reason(action: Legal, figures: Figures, scene: Scene<View, Words>): string | null;
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
  /** What a preset is like, in a line, by its English name. */
  presetLines?: Record<string, string>;
  options: Record<string, OptionWords>;
  /** What the house's refusals mean, by the game's own `reason`. */
  refusals: Record<string, string>;
  /** Why the scorer cannot score what was asked, by the house's code; only what can be asked on the page. */
  unscored: Record<string, string>;
  /** What the chance of an advised action is a chance of. */
  chance: string;
  /** The figures behind an advised action, by the house's name for each. */
  figures: Record<string, string>;
  /** The special words of the game, each explained where it stands and in a list. */
  terms: Terms;
}

/** An option in the form of a new table; every value of a choice has a name. */
export interface OptionWords {
  label: string;
  help?: string;
  values?: Record<string, string>;
  /** What is accepted, where the house refuses a value. */
  fault?: string;
  /** What no chair means, where a chair is chosen. */
  none?: string;
  /** How many chairs there are to choose among. */
  chairs?: (options: Record<string, unknown>) => number;
  /** The chairs of each side, from 0, where every side has a number. */
  sides?: (options: Record<string, unknown>) => number[][];
  /** Whether the option means anything beside the others; always, if it is missing. */
  when?: (options: Record<string, unknown>) => boolean;
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

/** The figures behind an advised action by the house's names for them, each also as the page writes it. */
export type Figures = Partial<Record<string, { value: number; text: string }>>;

/** How the events of a game become movements. Everything here is pure, and may be called for any viewer. */
export interface Staging<View, Words> {
  /** The view right after one of several events that came together, made from the view before it. The last of them is followed by the house's own view. */
  after(view: View, told: Told, scene: Scene<View, Words>): View;
  /** Where pieces come from and go to. Pieces that stay need no word. */
  moves(told: Told, scene: Scene<View, Words>): Movement[];
  /** Whether a player may want to look at it for as long as they like, as at a hand that is counted. */
  holds?(told: Told): boolean;
  /** Whether pieces are in the air until the table calls `landed`. The log tells of it only then. */
  flies?(told: Told): boolean;
  /** The view while an event is in the air and so much of it is shown, by the table's own measure in `shows`; `before` is the view before the event. */
  meanwhile?(view: View, before: View, shown: number): View;
  /** What is heard of it, where sounds are wanted: at once, or with every bit of it that `meanwhile` shows. */
  sound?(told: Told, scene: Scene<View, Words>): Sound | null;
}

/** A piece that appears from a place, or vanishes to one; `*` are all others that vanish. What has no such place on this screen just comes or goes. */
export type Movement =
  | { piece: string; from: string; turned?: boolean }
  | { piece: string; to: string };

/** What a table is given. */
export interface TableProps<View, Words> {
  scene: Scene<View, Words>;
  /** The last events, oldest first, about as many as one deal or round has. */
  told: Told[];
  settings: Settings;
  /** Sends a command of the game; the answer is null, or a sentence that says why not. */
  act(command: string, fields: Record<string, unknown>): Promise<string | null>;
  /** Says that nothing is in the air, as `staging.flies` has it. */
  landed?(): void;
  /** Says how much of what is in the air is shown by now, as `staging.meanwhile` has it. */
  shows?(shown: number): void;
  /** What stands at the bottom of the felt, around the primary action: `<Felt {bar} …>` draws it. */
  bar: Snippet<[Snippet]>;
  /** The best move of the advice that is open now, to be shown on the pieces; else null. */
  advised: Legal | null;
  /** The event at which the page waits for this player, as `staging.holds` has it; its primary action calls `goOn`. */
  held: Told | null;
  goOn(): void;
  /** What can be done after the game (rematch, review, share), for the part's result to show. */
  ending?: Snippet | undefined;
}

/** What a scorer page is given: its question lives in the address, so that it can be shared. */
export interface ScorerProps<Words> {
  words: Words;
  settings: Settings;
  query: URLSearchParams;
  /** Replaces the question in the address. */
  setQuery(query: URLSearchParams): void;
  /** Asks `POST /api/score/<key>`; rejects with a sentence of the page. */
  score(request: object): Promise<unknown>;
}

/** What an example of the rules is given. It stands in a button until it is counted, so it has nothing to touch by then. */
export interface ExampleProps<Words> {
  words: Words;
  /** What the scorer is asked, as the rules have it. */
  asked: Asked;
  /** What the scorer answered; null until somebody has asked. */
  answer: unknown;
}

/** A part whose types only the game itself knows. */
// The shell hands a game's own view and words back to it without looking inside.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPart = GamePart<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyScene = Scene<any, any>;
