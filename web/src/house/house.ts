// The interface of a house for the screens: it takes commands and reports events. There are two
// implementations, the socket (`connection.svelte.ts`) and the pocket of this device
// (`../pocket/pocket.svelte.ts`); a screen need not know which one it uses.

import type { Ack, EventPayload, Refusal } from '$shell/protocol/messages';

export type Status = 'connecting' | 'online' | 'offline';

export type Listener = (event: string, payload: EventPayload) => void;

/** Somebody who could not sit down. */
export interface Unseated {
  name: string;
  why: Refusal;
}

export interface House {
  /** The place where its games are kept. */
  readonly where: 'house' | 'pocket';
  readonly status: Status;
  /** The id of this browser's player at this house. */
  readonly player: string | null;
  /** The number of connections to the house so far. */
  readonly epoch: number;
  /** Whether it can take commands now. */
  readonly isReady: boolean;
  /** Whether it has a list of open tables for other players. */
  readonly hasLobby: boolean;
  /** Seats the other people who share this device, and returns those who could not be seated; missing for a house whose players each have their own device. */
  readonly seatOthers?: (code: string, names: string[]) => Promise<Unseated[]>;
  /** Sends a command until it is answered. */
  ask<Fields = object>(command: string, fields: object): Promise<Ack<Fields>>;
  /** Passes every event to the listener until the returned function is called. */
  listen(listener: Listener): () => void;
}
