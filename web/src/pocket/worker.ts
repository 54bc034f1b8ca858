// The pocket's worker, apart from the page: it passes commands to the compiled house, writes the
// entries of the outcome, and only then sends answers and events. Other workers do the thinking.

import { Refused } from '$shell/house/refused';
import type { Refusal } from '$shell/protocol/messages';
import type { Stored, WorkerMessage, WorkerRequest } from './client';
import { loadGlue, type Glue, type RustHouse } from './glue';
import { Journal, type Written } from './journal';
import type { PlayerEvent } from './pocket.svelte';
import { takeTables, UNWRITTEN } from './taken';
import type { Thought } from './thinker';

interface Job {
  id: number;
  purpose: 'move' | 'advice';
}

/** The work that a call of the compiled house leaves to this worker. */
interface Outcome {
  written: Written[];
  tables: Stored[];
  told: ({ event: PlayerEvent } | { answer: { ask: number; answer: unknown } })[];
  jobs: Job[];
  due: number | null;
}

interface Answered {
  ok?: unknown;
  error?: { code: string; message: string };
}

/** The number of finished reviews that are kept. */
const MOST_REVIEWS = 8;

const UNREVIEWED = { code: 'page/unreviewed', message: 'this device could not review the game' };

const page = self as unknown as { postMessage(said: WorkerMessage): void; onmessage: ((event: MessageEvent<{ id: number; question: WorkerRequest }>) => void) | null };

/** A clock that does not jump when the device's clock is set. */
const now = (): number => performance.timeOrigin + performance.now();
const luck = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));
const newThinker = (): Worker => new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module', name: 'thinker' });

/** A decision could not be written and therefore does not count. */
class WriteFailure extends Error {
  /** Whether the player has been told. */
  isRefused = false;
}

class Pocket {
  readonly #glue: Glue;
  readonly #house: RustHouse;
  readonly #journal: Journal;
  #thinker: Worker | null = null;
  /** The jobs without an answer of the thinker, by number. */
  readonly #thoughtAbout = new Map<number, Job>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #reviews = new Map<string, { done: number; of: number } | { review: unknown } | { failed: { code: string; message: string } }>();

  constructor(glue: Glue, journal: Journal) {
    this.#glue = glue;
    this.#house = new glue.House();
    this.#journal = journal;
  }

  async answer(id: number, question: WorkerRequest): Promise<void> {
    switch (question.kind) {
      case 'command':
        return this.#command(id, question);
      case 'look':
        return this.#look(id, question.path, question.body);
      case 'tables':
        return page.postMessage({ kind: 'answer', id, answer: await this.#journal.tables() });
      case 'remove':
        this.#house.forget(question.code);
        await this.#journal.remove(question.code);
        return page.postMessage({ kind: 'answer', id, answer: null });
      case 'save':
        return page.postMessage({ kind: 'answer', id, answer: await this.#save(question.code) });
      case 'load':
        return this.#load(id, question.text, question.player);
    }
  }

  async #command(id: number, { player, command, payload }: WorkerRequest & { kind: 'command' }): Promise<void> {
    try {
      const error = await this.#wake((payload as { gameCode?: unknown }).gameCode);
      if (error) return page.postMessage({ kind: 'answer', id, answer: { ok: false, error } });
      await this.#carryOut(this.#house.ask(now(), luck(), id, player, command, JSON.stringify(payload)));
    } catch (error) {
      if (!(error instanceof WriteFailure)) throw error;
      page.postMessage({ kind: 'answer', id, answer: { ok: false, error: UNWRITTEN } });
      error.isRefused = true;
      throw error;
    }
  }

  /** Loads a table from the journal if it is not loaded. Returns the error, if there is one. */
  async #wake(code: unknown): Promise<Answered['error']> {
    if (typeof code !== 'string' || this.#house.knows(code)) return undefined;
    const entries = await this.#journal.load(code.toUpperCase());
    if (entries === '') return undefined;
    const { ok, error } = JSON.parse(this.#house.wake(now(), luck(), entries)) as Answered;
    if (ok) await this.#carryOut(JSON.stringify(ok));
    return error;
  }

  /** Carries out an outcome. It writes first: an outcome that cannot be written has not happened. */
  async #carryOut(text: string): Promise<void> {
    const { written, tables, told, jobs, due } = JSON.parse(text) as Outcome;
    clearTimeout(this.#timer);
    if (due !== null) this.#timer = setTimeout(() => inTurn(() => this.#tick()), Math.max(0, due - now()));
    if (tables.length > 0) {
      try {
        await this.#journal.write(written, tables);
      } catch (error) {
        // The tables in memory are ahead of the journal and must be loaded again.
        for (const { code } of tables) this.#house.forget(code);
        throw new WriteFailure(String(error));
      }
      page.postMessage({ kind: 'tables', tables });
    }
    for (const one of told) {
      if ('event' in one) page.postMessage({ kind: 'told', told: [one.event] });
      else page.postMessage({ kind: 'answer', id: one.answer.ask, answer: one.answer.answer });
    }
    for (const job of jobs) this.#think(job);
  }

  async #tick(): Promise<void> {
    await this.#carryOut(this.#house.tick(now(), luck()));
  }

  #think(job: Job): void {
    this.#thinker ??= this.#newThinker();
    this.#thoughtAbout.set(job.id, job);
    this.#thinker.postMessage({ kind: 'think', id: job.id, job: JSON.stringify(job) });
  }

  #newThinker(): Worker {
    const thinker = newThinker();
    const thought = (id: number, answer?: string): void => {
      // A request for advice gets a refusal as its answer. A bot's quick move looks like any other move.
      if (answer === undefined && this.#thoughtAbout.get(id)?.purpose === 'move') page.postMessage({ kind: 'unthought' });
      this.#thoughtAbout.delete(id);
      inTurn(() => this.#carryOut(this.#house.thought(now(), luck(), id, answer)));
    };
    // After a failure the thinker's memory cannot be trusted, so all its jobs end without an answer.
    const fail = (): void => {
      thinker.terminate();
      this.#thinker = null;
      for (const id of [...this.#thoughtAbout.keys()]) thought(id);
    };
    thinker.onmessage = ({ data }: MessageEvent<Thought>) => {
      if (data.kind !== 'thought') return;
      if (data.failed) fail();
      else thought(data.id, data.answer);
    };
    thinker.onerror = fail;
    return thinker;
  }

  async #look(id: number, path: string, body?: object): Promise<void> {
    const [, , what = '', name = ''] = path.split(/[/?]/);
    if (what === 'score') return reply(id, JSON.parse(this.#glue.score(name, JSON.stringify(body ?? {}))));
    const entries = what === 'tables' ? await this.#journal.load(name) : '';
    if (path.startsWith('/api/me/games')) return reply(id, { ok: await this.#past(path) });
    if (what === 'tables' && path.includes('/review')) return this.#review(id, name, path, entries);
    reply(id, JSON.parse(this.#house.look(now(), path, entries)));
  }

  /** The finished games of all tables, without those of damaged journals. */
  async #past(path: string): Promise<{ games: { at: number }[]; next: null }> {
    const begun = (await this.#journal.tables()).filter(({ games }) => games > 0);
    const ofTable = async ({ code }: Stored): Promise<{ at: number }[]> => {
      const { ok } = JSON.parse(this.#house.look(now(), path, await this.#journal.load(code))) as { ok?: { at: number }[] };
      return ok ?? [];
    };
    const games = (await Promise.all(begun.map(ofTable))).flat();
    return { games: games.toSorted((a, b) => b.at - a.at), next: null };
  }

  /** Answers like the house: the first request starts the review, and later ones return its progress or the result. */
  #review(id: number, code: string, path: string, entries: string): void {
    const game = Number(/game=(\d+)/.exec(path)?.[1] ?? 1);
    const key = `${code} ${game}`;
    const known = this.#reviews.get(key);
    if (known && 'failed' in known) {
      this.#reviews.delete(key);
      return reply(id, { error: known.failed });
    }
    if (known) return reply(id, { ok: 'review' in known ? known.review : known });
    this.#forgetReviews();
    this.#reviews.set(key, { done: 0, of: 1 });
    reply(id, { ok: { done: 0, of: 1 } });
    const reviewer = newThinker();
    reviewer.onerror = () => {
      this.#reviews.set(key, { failed: UNREVIEWED });
      reviewer.terminate();
    };
    reviewer.onmessage = ({ data }: MessageEvent<Thought>) => {
      if (data.kind === 'progress') this.#reviews.set(key, { done: data.done, of: data.of });
      if (data.kind !== 'reviewed') return;
      const { ok, error } = (data.answer ? JSON.parse(data.answer) : {}) as Answered;
      this.#reviews.set(key, ok === undefined ? { failed: error ?? UNREVIEWED } : { review: ok });
      reviewer.terminate();
    };
    reviewer.postMessage({ kind: 'review', entries, now: now(), game });
  }

  /** Deletes the oldest finished reviews. If one is asked for again, it is made again. */
  #forgetReviews(): void {
    const over = [...this.#reviews].filter(([, review]) => !('done' in review));
    for (const [key] of over.slice(0, Math.max(0, over.length - MOST_REVIEWS + 1))) this.#reviews.delete(key);
  }

  async #save(code?: string): Promise<string> {
    const tables = (await this.#journal.tables()).filter((table) => code === undefined || table.code === code);
    const saved = await Promise.all(tables.map(async ({ host, code }) => ({ host, entries: JSON.parse(await this.#journal.load(code)) as unknown })));
    return JSON.stringify({ tallyhouse: 1, tables: saved });
  }

  /** Adds tables that another device saved. */
  async #load(id: number, text: string, player: string): Promise<void> {
    const known = new Set((await this.#journal.tables()).map(({ code }) => code));
    const write = async (written: Written[], table: Stored): Promise<void> => {
      await this.#journal.write(written, [table]);
      page.postMessage({ kind: 'tables', tables: [table] });
    };
    const check = (entries: string): { ok?: Stored; error?: Refusal } => JSON.parse(this.#glue.check(entries)) as { ok?: Stored; error?: Refusal };
    try {
      reply(id, { ok: await takeTables(text, player, { known, check, write }) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      reply(id, { error: { code: error.code, message: error.message } });
    }
  }
}

function reply(id: number, { ok, error }: Answered): void {
  if (error) page.postMessage({ kind: 'refused', id, error });
  else page.postMessage({ kind: 'answer', id, answer: ok });
}

/** The end of the queue of work. Work runs one after another, because entries must be written in the order of the decisions. */
let last: Promise<unknown> = Promise.resolve();
/** Whether something has failed. The worker then does nothing more: the page ends it and starts another one from the journal. */
let isBroken = false;

function inTurn(work: () => Promise<void>): void {
  last = last.then(() => (isBroken ? undefined : work())).catch((error: unknown) => {
    isBroken = true;
    page.postMessage({ kind: 'broken', why: String(error), refused: error instanceof WriteFailure && error.isRefused });
  });
}

const opened = Promise.all([loadGlue(), Journal.open()]).then(([glue, journal]) => new Pocket(glue, journal));

page.onmessage = ({ data: { id, question } }) => inTurn(async () => (await opened).answer(id, question));
