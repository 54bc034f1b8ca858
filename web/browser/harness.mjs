// The frame of every browser test: its own house, a browser, and visitors whose pages are checked.

import { test } from 'node:test';
import { House } from '../../tests/outside/house.mjs';
import { ARTEFACTS, openBrowser, Visitor } from './visitor.mjs';
import { within } from './within.mjs';

/** The time limit of a test: a whole game through the page on a busy machine. */
const TEST_MILLIS = 420_000;

/** The time limit for closing. Anything that has not ended by then is left to the runner. */
const CLOSING_MILLIS = 20_000;

const NO_LIMITS = ['--no-limits'];

/**
 * Defines a test with `{house, visit, tell, atEnd}`: `visit(options)` adds a new player with their own browser, `tell` prints,
 * and `atEnd` takes a function that runs even if the test fails. At the end the pages of all players must be without a fault.
 */
export function browserTest(name, run, openHouse = () => House.open(NO_LIMITS)) {
  test(name, async (context) => {
    const house = await within(openHouse(), TEST_MILLIS, 'the house to open');
    const browser = await openBrowser();
    const visitors = [];
    const lastly = [];
    const atEnd = (what) => lastly.push(what);
    const tell = (what) => context.diagnostic(String(what));
    const visit = async (options) => {
      const visitor = await Visitor.arrive(browser, house, options);
      visitors.push(visitor);
      return visitor;
    };
    try {
      // The runner's own limit would leave the browser open and take no picture.
      await within(run({ house, visit, tell, atEnd }), TEST_MILLIS, `the end of “${name}”`);
      for (const visitor of visitors) await visitor.leave();
    } catch (error) {
      await Promise.all(visitors.map((visitor, place) => lastPicture(visitor, `failed-${name}-${place}`, tell)));
      throw error;
    } finally {
      for (const what of lastly) what();
      await within(browser.close(), CLOSING_MILLIS, 'the browser to close').catch(tell);
      await within(house.tearDown(), CLOSING_MILLIS, 'the house to close').catch(tell);
    }
  });
}

/** Takes a picture of the page at the failure, if there still is a page. */
async function lastPicture({ page }, name, tell) {
  const path = `${ARTEFACTS}${name.replaceAll(/[^a-z0-9]+/giu, '-')}.png`;
  const taken = page.screenshot({ path, fullPage: true, timeout: CLOSING_MILLIS }).then(() => `see ${path}`);
  tell(await taken.catch((error) => `could not take a picture of the failure: ${error.message}`));
}

/** Does something at a table, and waits until the page shows the result. */
export async function andSee({ page }, act) {
  const before = Number(await page.locator('#table').getAttribute('data-seq'));
  await act();
  await page.waitForFunction((seq) => Number(document.querySelector('#table')?.dataset.seq) > seq, before);
}

/** Opens a table by the form of the page; returns its code. `choose` may set more of the form. */
export async function openTable(visitor, game, { name, pace = 'instant', choose } = {}) {
  const { page } = visitor;
  await visitor.open(`/new/${game}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Pace').selectOption(pace);
  await choose?.(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  return page.url().split('/').at(-1);
}

/** Sits down at a table by its link. */
export async function sitDown(visitor, code, name) {
  const { page } = visitor;
  await visitor.open(`/t/${code}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sit down' }).click();
}

/** Lets the host add bots to the other seats, so that the game begins. */
export async function addBots({ page }, count) {
  for (let seat = 1; seat <= count; seat += 1) {
    await page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${seat + 1}`) }).click();
  }
  await page.locator('[data-phase]').waitFor();
}
