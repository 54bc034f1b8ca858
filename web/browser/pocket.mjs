// Plays on the visitor's own device.

import * as dice from './dice.mjs';
import { within } from './within.mjs';

/** The time limit for caching all files on a busy machine. */
export const KEEP_MILLIS = 120_000;

/** Ignores the errors that the browser rightly reports without a network, to the end of the test. */
export function forgiveLoss(visitor) {
  visitor.forgives = /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|socket\.io|\/api\/|files\.json|sw\.js/;
}

/** Caches everything, from the page about the device. */
export async function keepAll({ page }) {
  await within(page.evaluate(() => navigator.serviceWorker.ready.then(() => true)), KEEP_MILLIS, 'the service worker');
  const button = page.getByRole('button', { name: 'Make available offline' });
  const kept = page.getByText('Ready: everything works without a network.');
  // An idle page may have begun by itself.
  await button.or(kept).or(page.getByText(/^Fetching/)).first().waitFor();
  if (await button.count()) await button.click();
  await kept.waitFor({ timeout: KEEP_MILLIS });
}

/** Visits once, caches everything, and cuts the network. */
export async function goOffline(visitor) {
  const { page } = visitor;
  await visitor.open('/pocket');
  await keepAll(visitor);
  await visitor.context.setOffline(true);
  await page.reload();
  await page.getByText('Ready: everything works without a network.').waitFor();
}

/** Opens a short table without pauses on the device, with this many expert bots; returns its code. */
export async function openOnDevice(visitor, game, bots, choose) {
  const { page } = visitor;
  await visitor.open(`/new/${game}`);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Pace').selectOption('instant');
  // Without a network the device is the only choice.
  await page.getByLabel(/^On this device/).check();
  await choose(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  if (bots > 0) await page.locator('.level select').selectOption('expert');
  for (let seat = 2; seat <= bots + 1; seat += 1) await page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${seat}`) }).click();
  await page.locator('[data-phase]').waitFor();
  return page.url().split('/').at(-1);
}

export const target = (points) => async (page) => {
  await page.getByText('All options').click();
  const field = page.locator('[data-field="target"]');
  if (await field.locator('select').count()) await field.locator('select').selectOption(String(points));
  else await field.locator('input').first().fill(String(points));
};

/** Sets a race of two with this many rounds and targets that any score passes. */
export const race = (rounds) => async (page) => {
  await dice.easyRun('Short race for two')(page);
  await page.locator('[data-field="win_round"] input').first().fill(String(rounds));
};

/** Opens the review of a finished game and waits for it. */
export async function review({ page }, code) {
  await page.goto(new URL(`/review/${code}`, page.url()).href);
  await page.locator('[data-review]').waitFor({ timeout: 300_000 });
}

/** The visible state of a table that must be restored: pieces, scores, money, goods. */
export const seenBy = ({ page }) =>
  page.locator('#table').evaluate((table) => {
    const names = ['card', 'domino', 'face', 'piece', 'points', 'total', 'money', 'offer', 'round', 'deal'];
    const told = (element) => names.filter((name) => name in element.dataset).map((name) => `${name} ${element.dataset[name]}`);
    return [...table.querySelectorAll('*')].flatMap(told).toSorted();
  });
