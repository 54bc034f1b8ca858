// What a house is to the screens: something that takes commands and tells what happens. There are
// two makers, the socket (`connection.svelte.ts`) and the pocket of this device
// (`../pocket/pocket.svelte.ts`); no screen has to know which one it talks to.

import type { Ack, EventPayload } from '$shell/protocol/messages';

export type Status = 'connecting' | 'online' | 'offline';

export type Listener = (event: string, payload: EventPayload) => void;

export interface House {
  /** Where its games live. */
  readonly where: 'house' | 'pocket';
  readonly status: Status;
  /** Who this browser is there. */
  readonly player: string | null;
  /** How often the house has been reached. */
  readonly epoch: number;
  /** Whether it can be asked now. */
  readonly isReady: boolean;
  /** Whether its tables can be listed, so that others find them. */
  readonly hasLobby: boolean;
  /** Seats the others who share this device; missing where everybody has a device of their own. */
  readonly seatOthers?: (code: string, names: string[]) => Promise<void>;
  /** Sends a command until it is answered. */
  ask<Fields = object>(command: string, fields: object): Promise<Ack<Fields>>;
  /** Hears every event until the returned function is called. */
  listen(listener: Listener): () => void;
}
