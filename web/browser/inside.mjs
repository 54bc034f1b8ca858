// Checks that everything a decision needs is inside the window and uncovered, and that nothing scrolls.

import assert from 'node:assert/strict';
import { faultsIn } from './sight.mjs';

/** The windows that a running game must fill, from the smallest phone up, with tablets and the smallest window that has a rail; the last ones have text at 200 %. */
export const WINDOWS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 667, height: 375 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 992, height: 544 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 650 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 360, height: 640, rootFont: 32 },
  { width: 667, height: 375, rootFont: 32 },
  { width: 1280, height: 800, rootFont: 32 },
  { width: 1366, height: 650, rootFont: 32 },
];

/** Whether a window is so small that the shop may scroll. */
const isPhone = ({ width }) => width < 1280;

/** What may scroll in a shop: on a phone its list. */
export const shopOfPhone = (window) => (isPhone(window) ? '[data-shop] ul' : null);

/**
 * Checks the page in every window in turn, and restores the window. Each selector in `needs` must match something visible.
 * `mayScroll` is a selector of what may scroll, or a function that returns it for a window.
 */
export async function checkEveryWindow(page, what, needs, { mayScroll = null, windows = WINDOWS } = {}) {
  const before = page.viewportSize();
  const faults = [];
  for (const window of windows) {
    const { width, height, rootFont } = window;
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), rootFont ? `${rootFont}px` : '');
    const scrolling = typeof mayScroll === 'function' ? mayScroll(window) : mayScroll;
    const at = `${width} × ${height}${rootFont ? ` with ${rootFont} px text` : ''}`;
    faults.push(...(await faultsNow(page, needs, scrolling)).map((fault) => `at ${at}: ${fault}`));
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(before);
  assert.deepEqual(faults, [], what);
}

/** The number of windows in which a later moment of a kind is checked. */
const LATER = 3;

/**
 * For a whole game: `check(kind)` checks the first moment of a kind in all windows, and each later one in the next few windows
 * in turn. `needs` and `mayScroll` are by kind; `seen` has the kinds that were checked.
 */
export function windowsInTurn(page, needs, mayScroll = {}) {
  const seen = new Set();
  let place = 0;
  const next = () => WINDOWS[place++ % WINDOWS.length];
  const check = async (kind) => {
    const windows = seen.has(kind) ? Array.from({ length: LATER }, next) : WINDOWS;
    seen.add(kind);
    await checkEveryWindow(page, kind, needs[kind], { mayScroll: mayScroll[kind] ?? null, windows });
  };
  return { seen, check };
}

/** Checks a replay in every window, at moments from its beginning to its end. */
export async function checkReplay(page, needs) {
  const slider = page.locator('[data-step]');
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
    const step = Math.round(last * part);
    await slider.evaluate((one, value) => {
      one.value = String(value);
      one.dispatchEvent(new Event('input', { bubbles: true }));
    }, step);
    await checkEveryWindow(page, `step ${step} of ${last} of a replay`, ['.controls button', '[data-step]', ...needs], { mayScroll: shopOfPhone });
  }
}

/** Checks the page in its current window. */
export async function checkInside(page, what, needs) {
  assert.deepEqual(await faultsNow(page, needs, null), [], what);
}

/** The faults of the page in its current window. */
async function faultsNow(page, needs, mayScroll) {
  await standStill(page);
  return faultsIn(page, { needs, mayScroll });
}

/** Waits until nothing moves. After a change of the window, everything that does not move is in place after two frames. */
async function standStill(page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    const ending = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
}
