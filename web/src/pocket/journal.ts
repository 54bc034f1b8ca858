// The pocket's journal in the browser's database. An entry is never changed and never written twice.

import type { Stored } from './client';

/** An entry from `crates/pocket`. */
export interface Written {
  code: string;
  entry: { seq: number };
}

interface Row {
  code: string;
  seq: number;
  text: string;
}

const NAME = 'tallyhouse.pocket';

export class Journal {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  static async open(): Promise<Journal> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('entries', { keyPath: ['code', 'seq'] });
      request.result.createObjectStore('tables', { keyPath: 'code' });
    };
    const database = await done(request);
    // Another window that upgrades the database must not wait for this one.
    database.onversionchange = () => database.close();
    return new Journal(database);
  }

  /** Returns when everything is on the disk, or throws if nothing was written. */
  async write(written: Written[], tables: Stored[]): Promise<void> {
    const change = this.#database.transaction(['entries', 'tables'], 'readwrite', { durability: 'strict' });
    const all = ended(change);
    try {
      const entries = change.objectStore('entries');
      for (const { code, entry } of written) entries.add({ code, seq: entry.seq, text: JSON.stringify(entry) } satisfies Row);
      for (const table of tables) change.objectStore('tables').put(table);
    } catch {
      // Without this, the entries added before the failure would be written without the rest.
      change.abort();
    }
    await all;
  }

  /** The entries of a table as a JSON array; empty if there is no such table. */
  async load(code: string): Promise<string> {
    const rows: Row[] = await done(this.#database.transaction('entries').objectStore('entries').getAll(ofTable(code)));
    return rows.length === 0 ? '' : `[${rows.map(({ text }) => text).join(',')}]`;
  }

  tables(): Promise<Stored[]> {
    return done(this.#database.transaction('tables').objectStore('tables').getAll());
  }

  async remove(code: string): Promise<void> {
    const change = this.#database.transaction(['entries', 'tables'], 'readwrite');
    change.objectStore('entries').delete(ofTable(code));
    change.objectStore('tables').delete(code);
    await ended(change);
  }
}

const ofTable = (code: string): IDBKeyRange => IDBKeyRange.bound([code], [code, Infinity]);

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });
}

function ended(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error('the database aborted the transaction'));
  });
}
