// The generated messages under the names that the page uses, with additions that the generated types
// cannot express: a table's view and actions are those of its game, and the form of a schema.

import type { house } from './index';

/** `isDealer` in messages about seats is true only for their own moment, so it is left out; the current dealer is in the game's view. */
export type Player = Omit<house.PlayerAt, 'isDealer'>;
export type Fault = house.SetupFault;
export type Refusal = house.Refusal;
export type TableSettings = house.Settings;
export type Clock = house.Clock;
export type ListedTable = house.Listing;
export type GivenCode = house.GivenCode;
export type GivenToken = house.GivenToken;

export type Ack<Fields = object> = house.Answer<{ seq?: number } & Fields>;

/** A legal action: a command's name with its fields. */
export type Legal = Record<string, Record<string, unknown>>;

/** The answer of `sync` and `watch_game`; the view is the game's own. */
export type Sync = Omit<house.Sync, 'view' | 'legal' | 'events' | 'players'> & {
  players: Player[];
  view: { phase?: string };
  legal: Legal[] | Record<string, Legal[string] | Legal[string][]>;
  events?: { event: string; payload: EventPayload }[];
};

/** The state of the table that the house pushes after the last message of a moment. */
export type State = Pick<Sync, 'gameCode' | 'seq' | 'view' | 'legal' | 'clocks'>;

/** The fields of every numbered event. */
export type EventPayload = house.Numbered & { [field: string]: unknown };

/** A possible action with its chance and reasons. */
export type Hint = Omit<house.Hint, 'command'> & { command: Legal | Record<string, Legal[string][]> };

/** A decision of a finished game beside the best one, and its consequence. */
export type Decision = Omit<house.Decision, 'did' | 'best'> & { did: Hint; best: Hint };

/** The review of a finished game. */
export type Review = Omit<house.Review, 'decisions'> & { decisions: Decision[] };

/** A game of the house. */
export type GameInfo = Omit<house.GameInfo, 'options'> & { options: JsonSchema };

/** The part of JSON Schema that the options of games use. */
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
