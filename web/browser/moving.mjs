// Checks that movements at a table use only `transform` and `opacity`, and that nothing else shifts.

import assert from 'node:assert/strict';

/** The maximum layout shift of a whole game; see `layout-shift` of the browser. */
const SHIFT = 0.02;

/** The shortest and the longest duration of a movement. */
const SHORTEST_MILLIS = 150;
const LONGEST_MILLIS = 350;

/** A movement this short is invisible. */
const AT_ONCE_MILLIS = 1;

/** Starts watching; must be called before the page is opened. */
export async function watchMovement(page) {
  await page.addInitScript(() => {
    const watched = { properties: {}, moved: 0, movements: [], shifts: [] };
    globalThis.watched = watched;
    const note = (name, element, animation) => {
      const { effect } = animation;
      for (const property of new Set(effect.getKeyframes().flatMap(Object.keys))) {
        if (!['offset', 'easing', 'composite', 'computedOffset'].includes(property)) watched.properties[property] = `${name} of ${element.tagName}.${element.getAttribute('class')}`;
      }
      // A transition that is reversed midway takes only as long as it had run.
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
        // A sheet is hidden after it has slid away. That is a delayed switch without movement.
        const isSwitch = propertyName === 'visibility' && animation.effect.getTiming().duration === 0;
        if (!isSwitch) note(`transition of ${propertyName}`, target, animation);
      }
    });
    // The first frame of the table replaces another screen, so shifts are counted only after it.
    let began = Infinity;
    const begin = new MutationObserver(() => {
      if (!document.querySelector('#table')) return;
      begin.disconnect();
      requestAnimationFrame(() => requestAnimationFrame((millis) => (began = millis)));
    });
    begin.observe(document, { subtree: true, childList: true });
    // Shifts caused by the player's input are allowed; the browser marks them.
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
        if (startTime < began) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => `${node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent} from ${[previousRect.x, previousRect.y]} to ${[currentRect.x, currentRect.y]}`);
        if (!hadRecentInput) watched.shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift' });
  });
}

/** Checks that nothing moves, for players who want no movement. */
export async function checkStillness(page) {
  const { movements } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual(movements.filter(({ millis }) => millis > AT_ONCE_MILLIS), [], 'nothing must move');
}

/** Checks all movements and returns how many pieces moved. */
export async function checkMovement(page) {
  const { properties, moved, movements, shifts } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual(Object.entries(properties).filter(([name]) => name !== 'transform' && name !== 'opacity'), [], 'only transform and opacity must be animated');
  const unfit = movements.filter(({ millis, isWhole }) => (isWhole && millis < SHORTEST_MILLIS) || millis > LONGEST_MILLIS);
  assert.deepEqual(unfit, [], `movements must take ${SHORTEST_MILLIS} to ${LONGEST_MILLIS} ms`);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  assert.ok(shift < SHIFT, `the page must not shift by ${shift}: ${JSON.stringify(shifts, null, 1)}`);
  return { moved, shift };
}
