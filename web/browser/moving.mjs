// What moves at a table moves by `transform` and `opacity` alone, and nothing that lies there is pushed about.

import assert from 'node:assert/strict';

/** As much as a whole game may shift; see `layout-shift` of the browser. */
const SHIFT = 0.02;

/** Begins to watch; to be called before the page is opened. */
export async function watchMovement(page) {
  await page.addInitScript(() => {
    const watched = { properties: {}, moved: 0, millis: [], shifts: [] };
    globalThis.watched = watched;
    const note = (keyframes) => {
      for (const name of new Set(keyframes.flatMap(Object.keys))) {
        if (!['offset', 'easing', 'composite', 'computedOffset'].includes(name)) watched.properties[name] = (watched.properties[name] ?? 0) + 1;
      }
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, options) {
      watched.moved += 1;
      watched.millis.push(options.duration);
      note([keyframes].flat());
      return animate.call(this, keyframes, options);
    };
    document.addEventListener('animationstart', ({ target, animationName }) => {
      const found = target.getAnimations({ subtree: true }).filter((one) => one.animationName === animationName);
      for (const { effect } of found) note(effect.getKeyframes());
    });
    // What a player asks for may change the table. The browser excuses half a second after an input; on a busy machine
    // the house takes longer to answer, so half a second after its answer is excused too.
    let askedAt = null;
    let answeredAt = -Infinity;
    for (const input of ['pointerdown', 'keydown']) addEventListener(input, () => (askedAt = performance.now()), { capture: true });
    new MutationObserver(() => {
      if (askedAt !== null) [askedAt, answeredAt] = [null, performance.now()];
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-seq'] });
    const isAsked = (time) => (askedAt !== null && time - askedAt < 10_000) || time - answeredAt < 500;
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
        const atTable = sources.filter(({ node }) => node instanceof Element && node.closest('#table')).map(({ node }) => node.outerHTML.slice(0, 80));
        if (!hadRecentInput && !isAsked(startTime) && atTable.length > 0) watched.shifts.push({ value, atTable });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How many pieces moved and for how long each, after everything about how they did was found to be in order. */
export async function checkMovement(page) {
  const { properties, moved, millis, shifts } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual(Object.keys(properties).filter((name) => name !== 'transform' && name !== 'opacity'), [], 'what is animated');
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  assert.ok(shift < SHIFT, `the table shifts by ${shift}: ${JSON.stringify(shifts)}`);
  return { moved, millis };
}
