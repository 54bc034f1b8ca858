// What moves at a table moves by `transform` and `opacity` alone, and nothing that lies there is pushed about.

import assert from 'node:assert/strict';

/** As much as a whole game may shift; see `layout-shift` of the browser. */
const SHIFT = 0.02;

/** As short and as long as a movement may be. */
const SHORTEST_MILLIS = 150;
const LONGEST_MILLIS = 350;

/** What takes no longer is not seen. */
const AT_ONCE_MILLIS = 1;

/** Begins to watch; to be called before the page is opened. */
export async function watchMovement(page) {
  await page.addInitScript(() => {
    const watched = { properties: {}, moved: 0, movements: [], shifts: [] };
    globalThis.watched = watched;
    const note = (name, element, animation) => {
      const { effect } = animation;
      for (const property of new Set(effect.getKeyframes().flatMap(Object.keys))) {
        if (!['offset', 'easing', 'composite', 'computedOffset'].includes(property)) watched.properties[property] = `${name} of ${element.tagName}.${element.getAttribute('class')}`;
      }
      // A transition that is turned back on its way takes as long as it had gone.
      const { duration: millis } = effect.getTiming();
      watched.movements.push({ name, millis, isWhole: !(animation instanceof CSSTransition) });
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, options) {
      const animation = animate.call(this, keyframes, options);
      watched.moved += 1;
      note('animate()', this, animation);
      return animation;
    };
    const begun = (element, isIt) => element.getAnimations().filter(isIt);
    document.addEventListener('animationstart', ({ target, animationName }) => {
      for (const animation of begun(target, (one) => one.animationName === animationName)) note(animationName, target, animation);
    });
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      for (const animation of begun(target, (one) => one.transitionProperty === propertyName)) {
        // A sheet that has slid away is hidden at the end. That waits, and then is done at once: nothing moves by it.
        const isSwitch = propertyName === 'visibility' && animation.effect.getTiming().duration === 0;
        if (!isSwitch) note(`transition of ${propertyName}`, target, animation);
      }
    });
    // A game begins with the first picture of its table, which takes the place of another screen.
    let began = Infinity;
    const begin = new MutationObserver(() => {
      if (!document.querySelector('#table')) return;
      begin.disconnect();
      requestAnimationFrame(() => requestAnimationFrame((millis) => (began = millis)));
    });
    begin.observe(document, { subtree: true, childList: true });
    // What a player does may change the table; the browser knows what that is.
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
        if (startTime < began) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => `${node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent} from ${[previousRect.x, previousRect.y]} to ${[currentRect.x, currentRect.y]}`);
        if (!hadRecentInput) watched.shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift' });
  });
}

/** For whoever wants no movement: everything is at its place at once. */
export async function checkStillness(page) {
  const { movements } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual(movements.filter(({ millis }) => millis > AT_ONCE_MILLIS), [], 'nothing moves');
}

/** How many pieces moved, after everything about how they did was found to be in order. */
export async function checkMovement(page) {
  const { properties, moved, movements, shifts } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual(Object.entries(properties).filter(([name]) => name !== 'transform' && name !== 'opacity'), [], 'what is animated');
  const unfit = movements.filter(({ millis, isWhole }) => (isWhole && millis < SHORTEST_MILLIS) || millis > LONGEST_MILLIS);
  assert.deepEqual(unfit, [], `movements take ${SHORTEST_MILLIS} to ${LONGEST_MILLIS} ms`);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  assert.ok(shift < SHIFT, `the page shifts by ${shift}: ${JSON.stringify(shifts, null, 1)}`);
  return { moved, shift };
}
