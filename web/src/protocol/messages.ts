// The messages of docs/PROTOCOL.md that the shell itself reads.

/** Who sits where. */
export interface Player {
  uuid: string;
  nickname: string;
  position: number;
  seat: number;
  isDealer: boolean;
  connected: boolean;
  bot: boolean;
}

/** One action that may be taken now: a command's name with its fields. */
export type Legal = Record<string, Record<string, unknown>>;

export interface Fault {
  field: string;
  message: string;
}

export interface Refusal {
  code: string;
  message: string;
  reason?: string;
  faults?: Fault[];
}

export type Ack<Fields = object> = ({ ok: true; seq?: number } & Fields) | { ok: false; error: Refusal };

export interface TableSettings {
  pace: 'normal' | 'fast' | 'instant';
  hints: boolean;
  clockSeconds: number | null;
}

export interface Clock {
  playerUuid: string;
  seat: number;
  millisLeft: number;
}

/** The answer of `sync` and `watch_game`. */
export interface Sync {
  gameCode: string;
  seq: number;
  game: string;
  gameNumber: number;
  host: string;
  seat: number | null;
  seats: number;
  players: Player[];
  options: Record<string, unknown>;
  table: TableSettings;
  view: { phase?: string };
  legal: Legal[] | Record<string, Legal[string] | Legal[string][]>;
  clocks: Clock[];
  commitment: string;
  events?: { event: string; payload: EventPayload }[];
}

/** Every numbered event has these. */
export interface EventPayload {
  gameCode: string;
  seq: number;
  [field: string]: unknown;
}

export interface ListedTable {
  gameCode: string;
  game: string;
  options: Record<string, unknown>;
  table: TableSettings;
  seats: number;
  open: number;
  started: boolean;
  players: Player[];
}

/** A game of the house, as `GET /api/games` tells of it. */
export interface GameInfo {
  key: string;
  name: string;
  rulesVersion: number;
  minSeats: number;
  maxSeats: number;
  options: JsonSchema;
  presets: { name: string; options: Record<string, unknown> }[];
  levels?: string[];
}

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
