// A player with their own browser, and a record of everything that the page received or reported
// as an error.
//
// Every visitor is checked at the end: a console error, an uncaught error, a failed request, or a
// screen that somebody cannot read or reach fails the test.

import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { within } from './within.mjs';

const CHROMIUM = process.env.TALLYHOUSE_CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The folder for pictures of every screen. */
export const ARTEFACTS = fileURLToPath(new URL('../artefacts/', import.meta.url));

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A laptop and the narrowest supported phone. */
export const LAPTOP = { width: 1200, height: 900 };
export const PHONE = { width: 360, height: 740 };
/** The same phone in landscape, and a laptop of 1280 by 720 at a zoom of 200 %. */
export const ACROSS = { width: 740, height: 360 };
export const ZOOMED = { width: 640, height: 360 };

/** The time limit of each wait. It is generous because the machine may be busy. */
const PATIENCE_MILLIS = Number(process.env.TALLYHOUSE_PATIENCE ?? 60_000);

/** Starts one browser for the visitors of a test. */
export async function openBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export class Visitor {
  /** A new visitor with an empty browser, which makes a new player. */
  static async arrive(browser, house, { viewport = LAPTOP, locale = 'en-US', ...options } = {}) {
    const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MILLIS);
    const visitor = new Visitor();
    visitor.house = house;
    visitor.context = context;
    /** The faults of the page. */
    visitor.faults = [];
    /** A pattern of the faults that the test expects. */
    visitor.forgives = null;
    /** Every text that the house sent to the page, in order. */
    visitor.heard = [];
    /** Every text that the page sent to the house, in order. */
    visitor.said = [];
    /** Every file that the page asked for. */
    visitor.requests = [];
    visitor.page = await context.newPage();
    visitor.#listen(visitor.page);
    return visitor;
  }

  #listen(page) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      // Leaving a page aborts its open requests.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') this.faults.push(`failed: ${request.url()}`);
    });
    page.on('response', (response) => {
      this.requests.push(new URL(response.url()).pathname);
      if (response.status() >= 400) this.faults.push(`${response.status()}: ${response.url()}`);
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.heard.push(String(payload)));
      socket.on('framesent', ({ payload }) => this.said.push(String(payload)));
    });
  }

  async open(path) {
    await this.page.goto(this.house.url + path);
    // A running game covers this element, so it need not be visible.
    await this.page.locator('main').waitFor({ state: 'attached' });
  }

  /** Kills the tab without notice, and opens another one. */
  async killTab(path) {
    await this.page.close({ runBeforeUnload: false });
    this.page = await this.context.newPage();
    this.#listen(this.page);
    await this.open(path);
  }

  /** The texts from the house since the last one that contains `mark`. */
  heardSince(mark) {
    const heard = this.heard.join('\n');
    return heard.slice(Math.max(heard.lastIndexOf(mark), 0));
  }

  /** The events from the house, in order: `{event, payload}`. */
  told() {
    return this.heard.flatMap((text) => {
      if (!text.startsWith('42[')) return [];
      const [event, payload] = JSON.parse(text.slice(2));
      return [{ event, payload }];
    });
  }

  /** The number of times that the page sent a command. */
  asked(command) {
    return this.said.filter((text) => text.includes(`["${command}",`)).length;
  }

  /** Checks the screen in both themes: takes a picture of the whole page or of its visible part, and checks the rules of accessibility and that nothing is cut off. */
  async look(name, { whole = true } = {}) {
    await mkdir(ARTEFACTS, { recursive: true });
    for (const theme of ['light', 'dark']) {
      await this.page.emulateMedia({ colorScheme: theme });
      await this.page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
      await this.#settle();
      await this.page.screenshot({ path: `${ARTEFACTS}${name}-${theme}.png`, fullPage: whole });
      await this.#checkAccess(`${name}-${theme}`);
    }
    await this.#checkShape(name);
    await this.page.emulateMedia({ colorScheme: 'light' });
  }

  /** Waits until nothing moves. */
  async #settle() {
    await this.#evaluate('the page to stand still', async () => {
      await document.fonts.ready;
      // An endless or paused animation would never finish.
      const ending = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
    });
  }

  /** Runs something in the page with a time limit. */
  async #evaluate(what, run) {
    return within(this.page.evaluate(run), PATIENCE_MILLIS, what);
  }

  async #checkAccess(name) {
    await this.#evaluate('axe to load', AXE);
    const { violations } = await this.#evaluate('axe to look at the page', () =>
      // The name of the global is axe-core's own.
      globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    );
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary } of nodes) this.faults.push(`${name}: ${id}: ${html} ${failureSummary}`);
    }
  }

  /** Checks that a screen has content and that nothing is cut off at the sides. */
  async #checkShape(name) {
    const shape = await this.#evaluate('the shape of the page', () => ({
      text: document.querySelector('main')?.innerText.trim().length ?? 0,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      cut: [...document.querySelectorAll('main button, main h1, main h2, main h3, main p, main label, main .badge')]
        .filter((element) => element.checkVisibility() && !element.closest('.hidden') && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow !== 'visible')
        .map((element) => element.outerHTML.slice(0, 120)),
    }));
    if (shape.text <= 20) this.faults.push(`${name} is empty`);
    if (shape.overflow > 0) this.faults.push(`${name} is ${shape.overflow} pixels too wide`);
    for (const element of shape.cut) this.faults.push(`${name} has cut text: ${element}`);
  }

  /** Closes the browser, and fails the test if the page had a fault. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.faults.filter((fault) => !this.forgives?.test(fault)), []);
  }
}
