// The interface between a game and the page: what a game provides, and what the shell gives it.
//
// A game's part is in `games/<key>/web/` and is found by its path: `index.ts` exports a
// `GamePart` as `part`, and `tile.ts` exports the small `GameTile` as `tile` that the home page
// shows before it loads anything else of the game. The shell owns the connection, seats,
// clocks, words, log, text mode and settings; a part draws the table, describes events in
// sentences and reads typed commands. A part never talks to the house itself and never keeps
// game state: the `view` of a scene is the truth, and events only say what just happened.
//
// ## The layout of a table
//
// While a game runs, `Screen.svelte` fills the window and never scrolls. A part's `Table` has one
// child, `Felt.svelte`, and gives it the zones as snippets: `top` (the other players), `middle`
// (the shared pieces), `hand` (the player's own pieces), `primary` (the one button that says what
// will happen, or a `<p class="prompt">` that says who is to move) and `side` (the board or the
// marks, only on wide screens). On a small screen the part's `Strip` shows the content of `side`
// below the scores in little space. The shell's `bar` puts the buttons for advice and the menu
// beside `primary`.
//
// Sizes follow the available space. In every zone `--piece-height` is the height of its pieces and
// `--card-width` the width of a card of that height; `cqw` and `cqh` are a hundredth of the table.
// A part does not make size containers of its own. It asks for the shape of the screen with
// `@container screen`: wide is `(min-width: 62rem) and (min-height: 34rem)`, landscape (a phone on
// its side, or large text) is `(min-width: 36rem) and (max-height: 33.99rem)`, and everything else
// is upright. Temporary elements (a bubble, a result) are laid over the middle with
// `position: absolute`. They never cover the count and move nothing.
//
// ## Movement
//
// An element with `data-piece="5H"` is a piece, one with `data-place="deck"` a place. When an event
// is shown, the stage (`$shell/stage`) moves every piece from its old position to its new one. A new
// piece comes from the place that the part's `staging.moves` names, and a piece that disappears goes
// to such a place. See `Staging`.

import type { Component, Snippet } from 'svelte';
import type { Legal, Player, TableSettings } from '$shell/protocol/messages';
import type { Asked } from '$shell/rules/markdown';
import type { Settings } from '$shell/settings.svelte';
import type { Sound } from '$shell/sound';
import type { Terms } from '$shell/terms/terms';

/** A game on the home page. It is loaded with the shell, so it must be small. */
export interface GameTile {
  key: string;
  /** A drawing of about 96 × 64 units, without text. */
  Icon: Component;
  /** By language: the name of the game and one line about it. */
  words: Record<string, { name: string; line: string }>;
}

/** A game on the page. `View` is the game's `view` on the wire, `Words` its own catalogue. */
export interface GamePart<View, Words extends GameWords> {
  key: string;
  /** By language. English is required and is used for a missing language. */
  words: Record<string, Words>;

  /** The table itself, in a `Felt`. It is drawn for players, spectators, replays and finished games alike. */
  Table: Component<TableProps<View, Words>>;
  /** Whether `Table` uses a `Felt`. If it does not, the shell adds the bar and lets the table scroll. */
  fills?: boolean;
  /** The content of the felt's `side` in a form that fits below the scores on a phone. */
  Strip?: Component<{ scene: Scene<View, Words> }>;
  /** An action drawn as pieces, for the review: the chosen pieces among all that could be chosen. */
  Choice?: Component<{ scene: Scene<View, Words>; action: Legal }>;
  /** Whether an event of this name begins a deal or a round. The review marks these events. */
  begins?(event: string): boolean;
  /** The movements for the events. */
  staging?: Staging<View, Words>;
  /** The scorer's page, if the game has a scorer. */
  Scorer?: Component<ScorerProps<Words>>;
  /** An example of the game's rules, drawn with its pieces. */
  Example: Component<ExampleProps<Words>>;

  /** The seats that are to move now. */
  toMove(view: View, players: Player[]): number[];
  /** The side of a seat. The seats of a side share a colour. */
  sideOf(scene: Scene<View, Words>, seat: number): number;
  /** The text after a player's name, such as "87" or "3 marks"; null for none. */
  standing(scene: Scene<View, Words>, seat: number): string | null;
  /** The text below a player's name, such as "dealer"; null for none. */
  note?(scene: Scene<View, Words>, seat: number): string | null;
  /** The id of the player who made a move, if this event reports one. Each action has exactly one such event; automatic events have none. */
  isMove(told: Told): string | null;
  isOver(view: View): boolean;
  /** Joins the views of all seats into one that shows everything, for replays; `players` are in the same order. */
  openView(views: View[], players: Player[]): View;

  /**
   * An event in one sentence, for the log and the screen reader; null for none. If it throws, only this sentence is lost.
   * `before` has the earlier events, oldest first: the sentence must not depend on the current state of the table.
   */
  say(told: Told, scene: Scene<View, Words>, before: Told[]): string | null;
  /** The table in sentences, for the text mode. */
  describe(scene: Scene<View, Words>): string[];
  /** An action in a player's words, such as "Play the six-four", for advice and reviews. */
  spoken(action: Legal, scene: Scene<View, Words>): string;
  /** The arguments for or against an action, in a sentence or two built from its figures; null if the figures are enough. */
  reason(action: Legal, figures: Figures, scene: Scene<View, Words>): string | null;
  /** The names of the figures that are chances; all other figures are amounts. */
  chances: string[];
  /** An action as a typed command, such as `play 7H`; the inverse of `parse`. */
  typed(action: Legal): string;
  /** A typed command, or why it cannot be read. */
  parse(text: string, scene: Scene<View, Words>): Move | { problem: string };
}

/** The words that the shell needs from every game. */
export interface GameWords {
  name: string;
  /** The commands of the text mode: what to type, and what it does. */
  commands: [example: string, meaning: string][];
  /** The keys of the table: what to press, and what it does. */
  keys: [key: string, meaning: string][];
  /** Names of presets by their English name, and of options by field. */
  presets: Record<string, string>;
  /** One line about each preset, by its English name. */
  presetLines?: Record<string, string>;
  options: Record<string, OptionWords>;
  /** The sentence for each refusal of the house, by the game's `reason`. */
  refusals: Record<string, string>;
  /** The sentence for each error of the scorer that the page can cause, by the house's code. */
  unscored: Record<string, string>;
  /** The event whose probability the chance of an advised action is. */
  chance: string;
  /** The figures behind an advised action, by the house's name for each. */
  figures: Record<string, string>;
  /** The special words of the game, explained in the text and in a list. */
  terms: Terms;
}

/** An option in the form of a new table; every value of a choice has a name. */
export interface OptionWords {
  label: string;
  help?: string;
  values?: Record<string, string>;
  /** The sentence that says which values are accepted, shown when the house refuses one. */
  fault?: string;
  /** The name of the choice of no seat, for an option that is a seat. */
  none?: string;
  /** The number of seats to choose from. */
  chairs?: (options: Record<string, unknown>) => number;
  /** The seats of each side, from 0, for an option with a number for each side. */
  sides?: (options: Record<string, unknown>) => number[][];
  /** Whether the option has an effect with these other options; if missing, it always has. */
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
  /** The viewer's legal actions; empty when it is not their turn. */
  legal: Legal[];
  options: Record<string, unknown>;
  table: TableSettings;
  words: Words;
  /** The name of a player by id or seat; an unknown one is a dash. */
  name(who: unknown): string;
}

/** An event that the house sent, with its number. */
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

/** The figures behind an advised action, by the house's names, each as a number and as the page writes it. */
export type Figures = Partial<Record<string, { value: number; text: string }>>;

/** Turns the events of a game into movements. All functions are pure and may be called for any viewer. */
export interface Staging<View, Words> {
  /** The view right after one of several events that arrived together, computed from the view before it. The house's own view follows the last of them. */
  after(view: View, told: Told, scene: Scene<View, Words>): View;
  /** The origins of new pieces and the destinations of pieces that disappear. Pieces that stay need no entry. */
  moves(told: Told, scene: Scene<View, Words>): Movement[];
  /** Whether the page waits at this event until the player goes on, as at a counted hand. */
  holds?(told: Told): boolean;
  /** Whether the table animates this event itself and calls `landed` at the end. The log reports the event only then. */
  flies?(told: Told): boolean;
  /** The view during the animation of an event, when the table has reported this much progress by `shows`; `before` is the view before the event. */
  meanwhile?(view: View, before: View, shown: number): View;
  /** The sound of an event: played at once, or at each progress that `meanwhile` shows. */
  sound?(told: Told, scene: Scene<View, Words>): Sound | null;
}

/** A piece that comes from a place or goes to one; `*` stands for all other pieces that disappear. If the screen has no such place, the piece appears or disappears without movement. */
export type Movement =
  | { piece: string; from: string; turned?: boolean }
  | { piece: string; to: string };

/** The props of a table. */
export interface TableProps<View, Words> {
  scene: Scene<View, Words>;
  /** The last events, oldest first, about as many as in one deal or round. */
  told: Told[];
  settings: Settings;
  /** Sends a command of the game; resolves to null, or to a sentence that says why it was refused. */
  act(command: string, fields: Record<string, unknown>): Promise<string | null>;
  /** Whether the house waits for this player, or for nobody yet. If pieces still move and `legal` is empty, `act` sends the move or keeps it until it is allowed. */
  awaited?: boolean;
  /** Reports that the table's own animation has ended; see `staging.flies`. */
  landed?(): void;
  /** Reports the progress of the table's own animation; see `staging.meanwhile`. */
  shows?(shown: number): void;
  /** The bottom of the felt around the primary action: `<Felt {bar} …>` draws it. */
  bar: Snippet<[Snippet]>;
  /** The best move of the open advice, to mark on the pieces; null if no advice is open. */
  advised: Legal | null;
  /** The event at which the page waits for this player (see `staging.holds`); the primary action then calls `goOn`. */
  held: Told | null;
  goOn(): void;
  /** The actions after the game (rematch, review, share), which the part shows in its result. */
  ending?: Snippet | undefined;
}

/** The props of a scorer page. Its question is kept in the address, so that it can be shared. */
export interface ScorerProps<Words> {
  words: Words;
  settings: Settings;
  query: URLSearchParams;
  /** Replaces the question in the address. */
  setQuery(query: URLSearchParams): void;
  /** Sends a request to `POST /api/score/<key>`; rejects with a sentence for the player. */
  score(request: object): Promise<unknown>;
}

/** The props of an example of the rules. Until it is counted it is inside a button, so it must have no controls of its own. */
export interface ExampleProps<Words> {
  words: Words;
  /** The request to the scorer, as written in the rules. */
  asked: Asked;
  /** The answer of the scorer; null until the player asks. */
  answer: unknown;
}

/** A part whose types only the game itself knows. */
// The shell hands a game's own view and words back to it without looking inside.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPart = GamePart<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyScene = Scene<any, any>;
