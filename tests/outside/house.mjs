// A house of our own: the real program, with a journal in a folder that vanishes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROGRAM =
  process.env.TALLYHOUSE_BIN ?? fileURLToPath(new URL('../../target/debug/tallyhouse', import.meta.url));

const NO_LIMITS = ['--no-limits'];

/** As large as the journal of a short game, and a little more. */
const SMALL_DISK = 'size=8m';

/** Opens a house for as long as `test` takes. */
export async function withHouse(test, flags = NO_LIMITS) {
  const house = await House.open(flags);
  try {
    return await test(house);
  } finally {
    await house.tearDown();
  }
}

export class House {
  static async open(flags = NO_LIMITS) {
    const house = new House();
    house.folder = await mkdtemp(join(tmpdir(), 'tallyhouse-'));
    house.flags = flags;
    house.port = 0;
    await house.start();
    return house;
  }

  /**
   * A house whose journal is on a file system of a few megabytes, which can be filled and freed. That is a tmpfs in a
   * mount namespace of its own, and needs the right to mount it: in a container or as root.
   */
  static async openOnSmallDisk(flags = NO_LIMITS) {
    const house = new House();
    house.folder = await mkdtemp(join(tmpdir(), 'tallyhouse-'));
    house.flags = flags;
    house.port = 0;
    house.before = ['unshare', '--mount', 'sh', '-c', `mount -t tmpfs -o ${SMALL_DISK} none "$0" && exec "$@"`, house.folder];
    await house.start();
    return house;
  }

  get data() {
    return join(this.folder, 'house.db');
  }

  /** Starts the program, the second time at the same port. */
  async start() {
    const listen = `127.0.0.1:${this.port}`;
    const flags = ['serve', '--listen', listen, '--data', this.data, '--log-level', 'warn', ...this.flags];
    const [command, ...rest] = [...(this.before ?? []), PROGRAM, ...flags];
    this.program = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended = once(this.program, 'exit');
    for await (const line of createInterface({ input: this.program.stdout })) {
      const found = line.match(/here\s+(http:\/\/localhost:(\d+))/);
      if (found) {
        this.port = Number(found[2]);
        this.url = `http://127.0.0.1:${this.port}`;
        return;
      }
    }
    throw new Error('the house did not open');
  }

  /** Ends the program; with SIGKILL it has no chance to finish anything. */
  async stop(signal = 'SIGTERM') {
    this.program.kill(signal);
    const [code, by] = await this.ended;
    return { code, by };
  }

  /** A file of the small disk, as it is seen from outside. */
  #inside(name) {
    return join('/proc', String(this.program.pid), 'root', this.folder, name);
  }

  /** Leaves no byte free on the small disk. */
  fillDisk() {
    const file = openSync(this.#inside('filler'), 'w');
    for (const size of [1 << 16, 1 << 9, 1]) {
      const bytes = Buffer.alloc(size);
      while (hasWritten(file, bytes));
    }
    closeSync(file);
  }

  /** Takes away what filled it. */
  freeDisk() {
    rmSync(this.#inside('filler'));
  }

  async get(path) {
    const answer = await fetch(this.url + path);
    return { status: answer.status, body: await answer.json() };
  }

  async post(path, body) {
    const answer = await fetch(this.url + path, { method: 'POST', body });
    return { status: answer.status, body: await answer.json() };
  }

  async tearDown() {
    if (this.program.exitCode === null && this.program.signalCode === null) await this.stop('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Whether all of it was written; a full disk takes a part or nothing. */
function hasWritten(file, bytes) {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if (error.code === 'ENOSPC') return false;
    throw error;
  }
}
