// The generated messages under the names that the page uses, and what no type of the house can
// say: that a table's view and actions are those of its game, and what a schema looks like.

import type { house } from './index';

/** Who deals now is in the game's view; messages about chairs say it only of their own moment. */
export type Player = Omit<house.PlayerAt, 'isDealer'>;
export type Fault = house.SetupFault;
export type Refusal = house.Refusal;
export type TableSettings = house.Settings;
export type Clock = house.Clock;
export type ListedTable = house.Listing;
export type GivenCode = house.GivenCode;
export type GivenToken = house.GivenToken;

export type Ack<Fields = object> = house.Answer<{ seq?: number } & Fields>;

/** One action that may be taken now: a command's name with its fields. */
export type Legal = Record<string, Record<string, unknown>>;

/** The answer of `sync` and `watch_game`; the view is the game's own. */
export type Sync = Omit<house.Sync, 'view' | 'legal' | 'events' | 'players'> & {
  players: Player[];
  view: { phase?: string };
  legal: Legal[] | Record<string, Legal[string] | Legal[string][]>;
  events?: { event: string; payload: EventPayload }[];
};

/** What is pushed after the messages of one moment: the table as of the last of them. */
export type State = Pick<Sync, 'gameCode' | 'seq' | 'view' | 'legal' | 'clocks'>;

/** Every numbered event has these. */
export type EventPayload = house.Numbered & { [field: string]: unknown };

/** What one could do, and what speaks for it. */
export type Hint = Omit<house.Hint, 'command'> & { command: Legal | Record<string, Legal[string][]> };

/** A decision of a finished game beside the best one, and what became of it. */
export type Decision = Omit<house.Decision, 'did' | 'best'> & { did: Hint; best: Hint };

/** A finished game, looked at again. */
export type Review = Omit<house.Review, 'decisions'> & { decisions: Decision[] };

/** A game of the house. */
export type GameInfo = Omit<house.GameInfo, 'options'> & { options: JsonSchema };

/** As much of JSON Schema as the options of games use. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  minimum?: number;
  maximum?: number;
}
