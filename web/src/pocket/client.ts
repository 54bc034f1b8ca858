// The page's side of the pocket's worker: requests to it, and its answers.
//
// Only one window of a browser has the pocket open; the latest window takes it over, because two
// windows would each assume that only they write to the journal.

import { Refused } from '$shell/house/refused';
import { UNREACHABLE } from '$shell/house/connection.svelte';
import type { Ack } from '$shell/protocol/messages';
import type { PlayerEvent } from './pocket.svelte';
import type { LoadResult } from './taken';

/** The state of a table in the pocket, as `crates/pocket` describes it. */
export interface Stored {
  code: string;
  game: string;
  host: string;
  stage: 'waiting' | 'playing' | 'finished' | 'closed';
  /** The number of games that began. */
  games: number;
  /** The number of games that are over. */
  ended: number;
  players: string[];
  entries: number;
  at: number;
}

/** A request to the worker. */
export type WorkerRequest =
  | { kind: 'command'; player: string; command: string; payload: object }
  | { kind: 'look'; path: string; body?: object | undefined }
  | { kind: 'tables' }
  | { kind: 'remove'; code: string }
  | { kind: 'save'; code?: string | undefined }
  | { kind: 'load'; text: string; player: string };

/** A message from the worker. */
export type WorkerMessage =
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'refused'; id: number; error: { code: string; message: string } }
  | { kind: 'told'; told: PlayerEvent[] }
  | { kind: 'tables'; tables: Stored[] }
  /** A bot could not think, and makes a quick move. */
  | { kind: 'unthought' }
  /** The pocket must be loaded from the journal again. If `refused` is set, the player has been told and can try again. */
  | { kind: 'broken'; why: string; refused?: boolean };

interface Ears {
  told(told: PlayerEvent): void;
  tables(tables: Stored[]): void;
  unthought(): void;
  /** The worker has ended: another window has taken the pocket, something failed, or it has failed repeatedly. */
  lost(why: 'taken' | 'broken' | 'hopeless'): void;
}

const LOCK = 'tallyhouse.pocket';

/** After this many failures within a minute the pocket is not restarted. */
const MOST_BREAKS = 3;
const ACCIDENTS_MILLIS = 60_000;
let breaks: number[] = [];

function isHopeless(): boolean {
  breaks = breaks.filter((at) => at > performance.now() - ACCIDENTS_MILLIS);
  return breaks.length >= MOST_BREAKS;
}

export class Client {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'pocket' });
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  readonly #ears: Ears;
  #asked = 0;
  #letGo: () => void = () => undefined;

  private constructor(ears: Ears) {
    this.#ears = ears;
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#hear(data);
    this.#worker.onerror = () => this.#break();
  }

  static async start(ears: Ears): Promise<Client> {
    if (isHopeless()) throw new Refused(UNREACHABLE.code, UNREACHABLE.message);
    let client: Client | null = null;
    const letGo = await takeLock(() => client && client.#lose('taken'));
    client = new Client(ears);
    client.#letGo = letGo;
    return client;
  }

  async command(player: string, command: string, payload: object): Promise<Ack> {
    try {
      return (await this.#ask({ kind: 'command', player, command, payload })) as Ack;
    } catch {
      return { ok: false, error: UNREACHABLE };
    }
  }

  look(path: string, body?: object): Promise<unknown> {
    return this.#ask({ kind: 'look', path, body });
  }

  tables(): Promise<Stored[]> {
    return this.#ask({ kind: 'tables' }) as Promise<Stored[]>;
  }

  async remove(code: string): Promise<void> {
    await this.#ask({ kind: 'remove', code });
  }

  save(code?: string): Promise<string> {
    return this.#ask({ kind: 'save', code }) as Promise<string>;
  }

  load(text: string, player: string): Promise<LoadResult> {
    return this.#ask({ kind: 'load', text, player }) as Promise<LoadResult>;
  }

  #ask(question: WorkerRequest): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, question });
    });
  }

  #hear(said: WorkerMessage): void {
    switch (said.kind) {
      case 'told':
        for (const told of said.told) this.#ears.told(told);
        break;
      case 'tables':
        this.#ears.tables(said.tables);
        break;
      case 'unthought':
        this.#ears.unthought();
        break;
      case 'broken':
        if (said.refused) this.#lose('broken');
        else this.#break();
        break;
      case 'answer':
        this.#waiting.get(said.id)?.resolve(said.answer);
        this.#waiting.delete(said.id);
        break;
      case 'refused':
        this.#waiting.get(said.id)?.reject(new Refused(said.error.code, said.error.message));
        this.#waiting.delete(said.id);
        break;
    }
  }

  #break(): void {
    breaks.push(performance.now());
    this.#lose(isHopeless() ? 'hopeless' : 'broken');
  }

  #lose(why: 'taken' | 'broken' | 'hopeless'): void {
    this.#worker.terminate();
    this.#letGo();
    for (const { reject } of this.#waiting.values()) reject(new Refused(UNREACHABLE.code, UNREACHABLE.message));
    this.#waiting.clear();
    this.#ears.lost(why);
  }
}

/** Takes the pocket from the window that has it. Without locks, as on plain HTTP, the journal itself refuses duplicate entries. */
function takeLock(lose: () => void): Promise<() => void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((taken) => {
    const held = locks.request(LOCK, { steal: true }, () => new Promise<void>((letGo) => taken(letGo)));
    held.catch(lose);
  });
}
