// Several nodes as strangers meet them: through the balancer, without knowing of any.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { after, before, test } from 'node:test';
import { Cluster, until } from './cluster.mjs';
import { DominoWatcher } from './dominoes.mjs';
import { PROGRAM } from './house.mjs';
import { anyOf, withPlayers } from './player.mjs';

const POLLING = ['polling'];

/** For games that other tests look through. */
class Nothing {
  event() {}

  look() {}
}

let cluster;

before(async () => {
  cluster = await Cluster.open();
});

after(() => cluster?.tearDown());

/** Players who are spread over the nodes as the balancer does it: as evenly as can be. */
async function withPlayersApart(options, test) {
  await cluster.untilEmpty();
  await withPlayers(cluster, options, async (...players) => {
    const sockets = (await cluster.sockets()).sort();
    const even = [0, 1, 2].map((n) => Math.floor((options.length + n) / 3));
    assert.deepEqual(sockets, even, 'the balancer spreads sockets over the nodes');
    await test(...players);
  });
}

/** Every node says that the finished games of a table are as promised. */
async function verifies(code) {
  for (const { url } of cluster.nodes) {
    const report = await (await fetch(`${url}/api/tables/${code}/verify`)).json();
    assert.equal(report.good, true, JSON.stringify(report));
  }
}

async function watches(player, gameCode) {
  player.code = gameCode;
  await player.ask('watch_game', { gameCode }, ({ seq }) => {
    player.seq = seq;
  });
}

for (const [name, transports] of Object.entries({ websocket: ['websocket'], polling: POLLING })) {
  test(`a game of cribbage between players of different nodes, watched from a third, by ${name}`, () =>
    withPlayersApart(
      ['Jill', 'Boom', 'Eve'].map((nickname) => ({ nickname, transports })),
      async (jill, boom, eve) => {
        const { gameCode } = await jill.create();
        await watches(eve, gameCode);
        await boom.join(gameCode);
        const ends = await Promise.all([jill.playToTheEnd(), boom.playToTheEnd(), eve.until('game_finished')]);
        for (const end of ends) assert.deepEqual(end.scores, ends[0].scores);
        assert.equal(Math.max(ends[0].p1Score, ends[0].p2Score), 121);
        assert.ok(eve.watcher.deals.every((hand) => hand.length === 0), 'Eve was dealt cards');
        await verifies(gameCode);
      },
    ));
}

test('a game of Texas 42 between four people of three nodes, who connect in every way', () =>
  withPlayersApart(
    [['websocket'], POLLING, ['polling', 'websocket'], ['websocket']].map((transports, n) => ({
      nickname: ['Ann', 'Bob', 'Cat', 'Dan'][n],
      transports,
      watch: DominoWatcher,
    })),
    async (...people) => {
      const { gameCode } = await people[0].create({ game: 'texas42', options: { target: 2 } });
      for (const other of people.slice(1)) await other.join(gameCode);
      const ends = await Promise.all(people.map((player) => player.playToTheEnd()));
      ends.forEach((end) => assert.equal(end.winner, ends[0].winner));
      people[0].watcher.deals.forEach((_, deal) => {
        const all = people.flatMap(({ watcher }) => watcher.deals[deal]);
        assert.equal(new Set(all).size, 28, 'every domino is dealt once');
      });
      await verifies(gameCode);
    },
  ));

test('a race of dice between two nodes', () =>
  withPlayersApart(
    ['Jill', 'Boom'].map((nickname) => ({ nickname, watch: Nothing })),
    async (jill, boom) => {
      const { gameCode } = await jill.create({ game: 'dice', options: { seats: 2, win_round: 3 } });
      await boom.join(gameCode);
      const scores = (commands) => commands.find(([command]) => command === 'score_dice') ?? anyOf(commands);
      const ends = await Promise.all([jill.playToTheEnd(undefined, scores), boom.playToTheEnd(undefined, scores)]);
      assert.deepEqual({ ...ends[0], seq: 0 }, { ...ends[1], seq: 0 });
      await verifies(gameCode);
    },
  ));

test('whoever loses the connection again and again comes to other nodes and plays to the end', () =>
  withPlayersApart([{}, { nickname: 'Boom', transports: POLLING }], async (jill, boom) => {
    const { gameCode } = await jill.create();
    await boom.join(gameCode);
    const sometimes = async (player) => {
      if (Math.random() < 0.1) await player.reconnect();
    };
    const ends = await Promise.all([jill.playToTheEnd(sometimes), boom.playToTheEnd(sometimes)]);
    assert.deepEqual(ends[0].scores, ends[1].scores);
    await verifies(gameCode);
  }));

test('a node is killed in the middle of a game, which goes on, and comes back to new players', async () => {
  await cluster.untilEmpty();
  await withPlayers(cluster, [{}], async (jill) => {
    const home = (await cluster.sockets()).indexOf(1);
    await withPlayers(cluster, [{ nickname: 'Boom' }], async (boom) => {
      // A table is at the node where it was opened.
      const { gameCode } = await jill.create();
      await boom.join(gameCode);
      for (let n = 0; n < 5; n += 1) for (const player of [jill, boom]) await player.move(anyOf);
      const gone = once(jill.socket, 'disconnect');
      process.kill(cluster.nodes[home].pid, 'SIGKILL');
      await gone;
      // The balancer finds another node at once, and the table is claimed by whoever is asked.
      await jill.open();
      const goesOn = (player) => () => player.sync().then(() => true, () => false);
      for (const player of [jill, boom]) await until(goesOn(player), 'the table goes on');
      const ends = await Promise.all([jill.playToTheEnd(), boom.playToTheEnd()]);
      assert.deepEqual(ends[0].scores, ends[1].scores);
      await cluster.startAgain();
      await verifies(gameCode);
    });
    await until(
      () => withPlayers(cluster, [{}, {}], async () => (await cluster.sockets())[home] > 0),
      'the node gets players again',
    );
  });
});

/** Only Linux has all addresses that begin with 127. */
const skip = process.platform !== 'linux' && 'there is no second address of this machine';

test('the house knows the address of a player, who cannot pretend another', { skip }, () => {
  const address = '127.0.0.77';
  const connection = { agent: new Agent({ localAddress: address }), extraHeaders: { 'X-Forwarded-For': '192.0.2.1' } };
  return withPlayersApart([{ connection }, { connection, transports: POLLING }, { connection }], async () => {
    for (const { data } of cluster.nodes) {
      const text = execFileSync(PROGRAM, ['admin', 'addresses', '--json', '--data', data], { encoding: 'utf8' });
      assert.deepEqual(JSON.parse(text).addresses.map(({ address }) => address), [address]);
    }
  });
});

test('figures are not for everybody, and each node has its own', async () => {
  assert.equal((await fetch(`${cluster.url}/metrics`)).status, 403);
  assert.equal((await fetch(`${cluster.url}/readyz`)).status, 200);
  const figures = await Promise.all(cluster.nodes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  const names = figures.map((text) => text.match(/^tallyhouse_node\{node="([0-9a-f]+)"\} 1$/m)?.[1]);
  assert.equal(new Set(names.filter(Boolean)).size, cluster.nodes.length, String(names));
});
