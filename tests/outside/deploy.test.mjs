// Checks that the files in `deploy` fit the program. It starts none of them: the balancer's file runs in `cluster.test.mjs`.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { PROGRAM } from './house.mjs';

const FOLDER = fileURLToPath(new URL('../../deploy', import.meta.url));
const INSTALLED = '/usr/local/bin/tallyhouse';

const read = (...path) => readFileSync(join(FOLDER, ...path), 'utf8');
const linesOf = (text) => text.split('\n').filter((line) => line && !line.startsWith('#'));
const units = readdirSync(join(FOLDER, 'systemd'));

/** The settings of `tallyhouse serve`, by flag and by environment. */
const help = execFileSync(PROGRAM, ['serve', '--help'], { encoding: 'utf8' });
const flags = new Set(help.match(/--[a-z-]+/g));
const variables = new Set(help.match(/TALLYHOUSE_[A-Z_]+/g));

/** The variables that the balancer's file has a value for, and those that it uses. */
const balancer = read('haproxy.cfg');
const given = new Set([...balancer.matchAll(/^ *presetenv (\S+) \S+$/gm)].map(([, name]) => name));

function fitsTheHouse(names, where) {
  for (const name of names) assert.ok(variables.has(name), `${where}: the house knows no ${name}`);
}

/** The sections of a unit: each a list of names with values. */
function sections(unit) {
  const found = {};
  let section;
  for (const line of unit.split('\n').filter((line) => line && !line.startsWith('#'))) {
    const heading = line.match(/^\[(\w+)\]$/);
    if (heading) {
      section = found[heading[1]] = [];
    } else {
      const [, name, value] = line.match(/^(\w+)=(.*)$/) ?? assert.fail(`what is "${line}"?`);
      section.push([name, value]);
    }
  }
  return found;
}

test('the help of the program was understood', () => {
  assert.ok(flags.has('--store') && flags.has('--bus') && flags.has('--behind-proxy'));
  assert.ok(variables.has('TALLYHOUSE_STORE') && variables.size > 15);
});

for (const name of units) {
  test(`the unit ${name} tells the program only what it knows`, () => {
    const { Service, Install } = sections(read('systemd', name));
    const all = (wanted) => Service.filter(([name]) => name === wanted).map(([, value]) => value);
    const [program, command, ...options] = all('ExecStart')[0].split(' ');
    assert.deepEqual([program, command], [INSTALLED, 'serve']);
    for (const option of options) assert.ok(flags.has(option.split('=')[0]), option);
    const pairs = all('Environment').flatMap((line) => line.split(' '));
    fitsTheHouse(pairs.map((pair) => pair.split('=')[0]), name);
    fitsTheHouse(read('systemd', name).match(/TALLYHOUSE_[A-Z_]+/g), name);
    // The operator's socket is a Unix socket.
    assert.match(all('RestrictAddressFamilies')[0], /\bAF_UNIX\b/);
    assert.deepEqual(Install, [['WantedBy', 'multi-user.target']]);
  });

  test(`systemd understands the unit ${name}`, (context) => {
    if (spawnSync('systemd-analyze', ['--version']).error) return context.skip('there is no systemd-analyze');
    const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-'));
    try {
      const unit = join(folder, name.replace('@.', '@4242.'));
      writeFileSync(unit, read('systemd', name).replaceAll(INSTALLED, PROGRAM));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      const about = stderr.split('\n').filter((line) => line.includes('tallyhouse'));
      assert.deepEqual([status, about], [0, []], 'other units of this machine do not count');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('the balancer has a value for each variable that it uses', () => {
  const used = new Set([...balancer.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), [...given].sort());
});

test('the compose file fits the program, the bus and the balancer', () => {
  const { services, volumes, networks } = parse(read('compose.yaml'), { merge: true });
  const nodes = Object.keys(services).filter((name) => name.startsWith('node-'));
  assert.equal(nodes.length, 3);
  const addresses = nodes.map((name) => {
    const { build, depends_on, environment, networks } = services[name];
    assert.deepEqual(build, { context: '..', dockerfile: 'deploy/Dockerfile' });
    fitsTheHouse(Object.keys(environment), name);
    assert.ok(environment.TALLYHOUSE_STORE && environment.TALLYHOUSE_BUS);
    assert.equal(environment.TALLYHOUSE_BEHIND_PROXY, 'true');
    for (const needed of Object.keys(depends_on)) assert.ok(services[needed], needed);
    return `${networks.house.ipv4_address}:4242`;
  });
  const told = services.balancer.environment;
  for (const name of Object.keys(told)) assert.ok(given.has(name), `the balancer knows no ${name}`);
  assert.deepEqual([1, 2, 3].map((n) => told[`TALLYHOUSE_NODE_${n}`]), addresses);
  assert.equal(services.balancer.ports[0].split(':')[1], told.TALLYHOUSE_BALANCER.split(':')[1]);
  for (const [name, { volumes: mounted = [], networks: joined }] of Object.entries(services)) {
    for (const volume of mounted) {
      const [from] = volume.split(':');
      if (from.startsWith('./')) read(from);
      else assert.ok(from in volumes, `${name}: there is no volume ${from}`);
    }
    const names = Array.isArray(joined) ? joined : Object.keys(joined);
    assert.deepEqual(names, Object.keys(networks));
  }
  // The bus takes its password from the variable that it is given.
  const [, variable] = read('nats.conf').match(/password: \$(\w+)/);
  assert.ok(variable in services.bus.environment);
});

test('the image tells the program only what it knows', () => {
  const dockerfile = read('Dockerfile');
  fitsTheHouse(dockerfile.match(/TALLYHOUSE_[A-Z_]+/g), 'Dockerfile');
  assert.match(dockerfile, /^ENTRYPOINT \["tallyhouse", "serve"\]$/m);
});

test('the image compiles the pocket, and its page is built with that', () => {
  const stages = new Map();
  for (const text of read('Dockerfile').split(/^(?=FROM )/m).slice(1)) {
    const [, name = 'last'] = text.match(/^FROM \S+ AS (\S+)$/m) ?? [];
    stages.set(name, linesOf(text));
  }
  // Compiling it is no failure where it cannot be done, so the image looks for it.
  assert.ok(stages.get('pocket').includes('RUN cargo xtask pocket && test -f web/pocket/pocket_bg.wasm'), 'it is compiled');
  const web = stages.get('web');
  const [copied, built] = [web.indexOf('COPY --from=pocket /house/web/pocket web/pocket'), web.findIndex((line) => line.includes('npm run build'))];
  assert.ok(copied >= 0 && copied < built, `${web}`);
  const program = stages.get('build');
  const [page, compiled] = [program.indexOf('COPY --from=web /house/web/dist web/dist'), program.findIndex((line) => line.includes('cargo build'))];
  assert.ok(page >= 0 && page < compiled, `${program}`);
});

test('nothing that was made on another machine gets into the image', () => {
  const made = linesOf(readFileSync(join(FOLDER, '..', '.gitignore'), 'utf8'));
  const ignored = linesOf(read('Dockerfile.dockerignore'));
  assert.ok(made.length > 5);
  // A name alone is one in any folder; in the other file, one in the first.
  const missing = made.filter((path) => !ignored.includes(path.startsWith('/') ? path.slice(1) : `**/${path}`));
  assert.deepEqual(missing, []);
});
