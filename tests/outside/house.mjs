// A house of our own: the real program, with a journal in a folder that vanishes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM =
  process.env.TALLYHOUSE_BIN ?? fileURLToPath(new URL('../../target/debug/tallyhouse', import.meta.url));

const NO_LIMITS = ['--no-limits'];

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

  get data() {
    return join(this.folder, 'house.db');
  }

  /** Starts the program, the second time at the same port. */
  async start() {
    const listen = `127.0.0.1:${this.port}`;
    const flags = ['serve', '--listen', listen, '--data', this.data, '--log-level', 'warn', ...this.flags];
    this.program = spawn(PROGRAM, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
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
