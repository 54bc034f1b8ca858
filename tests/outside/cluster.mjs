// A house of three nodes behind the balancer of `deploy`, with a real database and a real bus.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROGRAM } from './house.mjs';
import { PATIENCE } from './player.mjs';

/** The program behind `cargo xtask cluster`, which the Rust tests have built beside the house. */
const CLUSTER = process.env.CLUSTER_BIN ?? join(dirname(PROGRAM), 'cluster');

/** Asks again and again until it is so. */
export async function until(isSo, what) {
  for (const start = Date.now(); !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (Date.now() - start > PATIENCE) throw new Error(`it never came to this: ${what}`);
  }
}

export class Cluster {
  static async open() {
    const cluster = new Cluster();
    const env = { ...process.env, TALLYHOUSE_BIN: PROGRAM };
    const flags = ['--json', '--no-limits', '--log-level', 'warn'];
    // It ends with its input, so also when this process is killed.
    cluster.program = spawn(CLUSTER, flags, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    cluster.ended = once(cluster.program, 'exit');
    cluster.lines = createInterface({ input: cluster.program.stdout })[Symbol.asyncIterator]();
    await cluster.#hear();
    return cluster;
  }

  /** The next line says where everything is. */
  async #hear() {
    const { value, done } = await this.lines.next();
    if (done) throw new Error('the cluster did not start');
    Object.assign(this, JSON.parse(value));
    this.url = this.balancer.url;
  }

  /** Starts again what has ended. */
  async startAgain() {
    this.program.stdin.write('\n');
    await this.#hear();
  }

  /** Through the balancer. */
  async get(path) {
    const answer = await fetch(this.url + path);
    return { status: answer.status, body: await answer.json() };
  }

  /** The number of sockets of each node. */
  sockets() {
    const count = async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(text.match(/^tallyhouse_sockets(?:\{.*\})? (\d+)$/m)?.[1] ?? 0);
    };
    return Promise.all(this.nodes.map(count));
  }

  /** Waits until nobody is connected any more. */
  async untilEmpty() {
    await until(async () => (await this.sockets()).every((sockets) => sockets === 0), 'everybody is gone');
  }

  async tearDown() {
    this.program.stdin.end();
    await this.ended;
  }
}
