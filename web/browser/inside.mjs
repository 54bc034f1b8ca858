// Everything that a decision needs lies inside the window and is covered by nothing, and nothing scrolls.

import assert from 'node:assert/strict';

/** The windows that a running game must fill, from the smallest phone up; the last has text of 200 %. */
export const WINDOWS = [
  { width: 360, height: 640 },
  { width: 667, height: 375 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1366, height: 650 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 1280, height: 800, rootFont: 32 },
];

/**
 * Looks at the page in every window in turn, and leaves it in the one that it had. `needs` are selectors, each of
 * which must find something; `mayScroll` is one for what may scroll inside itself.
 */
export async function checkEveryWindow(page, what, needs, { mayScroll = null, windows = WINDOWS } = {}) {
  const before = page.viewportSize();
  for (const { width, height, rootFont } of windows) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), rootFont ? `${rootFont}px` : '');
    await checkInside(page, `${what} at ${width} × ${height}${rootFont ? ` with ${rootFont} px text` : ''}`, needs, mayScroll);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(before);
}

/** Looks at the page as it is. */
export async function checkInside(page, what, needs, mayScroll = null) {
  await standStill(page);
  const faults = await page.evaluate(faultsOf, { needs, mayScroll });
  assert.deepEqual(faults, [], what);
}

/** Two frames after a change of the window everything lies where it will, unless something moves. */
async function standStill(page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    const ending = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
}

/** Runs in the page. */
function faultsOf({ needs, mayScroll }) {
  const called = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 24)}”`;
  const scrolls = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const may = (overflow) => overflow === 'auto' || overflow === 'scroll';
    return (may(overflowY) && element.scrollHeight > element.clientHeight + 1) || (may(overflowX) && element.scrollWidth > element.clientWidth + 1);
  };
  const faults = [];
  const root = document.scrollingElement;
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) faults.push(`the page scrolls: ${root.scrollWidth} × ${root.scrollHeight}`);
  for (const element of document.querySelectorAll('#table *')) {
    if (scrolls(element) && !(mayScroll && element.closest(mayScroll))) faults.push(`${called(element)} scrolls`);
  }
  for (const selector of needs) {
    const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    if (found.length === 0) faults.push(`nothing is ${selector}`);
    for (const element of found) {
      // What may scroll is looked for where it lies in sight.
      if (mayScroll && element.closest(mayScroll)) continue;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
        faults.push(`${called(element)} lies outside: ${[left, top, right, bottom].map(Math.round)}`);
        continue;
      }
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const over = document.elementFromPoint(x, y);
      if (over && over !== element && !element.contains(over) && !over.contains(element)) faults.push(`${called(element)} is covered by ${called(over)}`);
    }
  }
  return faults;
}
