// Traces the movements at a table with the browser's own tools: the kinds of movements, the layouts during them,
// and the number of lost frames.

import { setTimeout as pause } from 'node:timers/promises';

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];

/** The last frame of a movement is left out, because it may belong to the next event. */
const LAST_FRAME_MILLIS = 17;

/** The time limit for the first movement on any machine. */
const FIRST_MOVEMENT_MILLIS = 20_000;

/** Starts recording every movement; must be called before the page is opened. */
export async function noteMovements(page) {
  await page.addInitScript(() => {
    globalThis.movements = [];
    const kindOf = (element, frames) => {
      if (element.matches('.peg')) return 'peg';
      if (element.matches('.cube')) return 'tumble';
      if (element.hasAttribute('inert')) return 'sweep';
      if (element.closest('[data-rival]')) return 'shake';
      return JSON.stringify(frames).includes('rotateY') ? 'turn' : 'slide';
    };
    /** The kinds of transitions in style sheets, by selector. */
    const STYLED = { '.rail': 'sheet', '.bar span': 'bar', '.card-button, .domino-button': 'raise', '.piece > *': 'light', li: 'appear' };
    const styledKind = (element) => Object.entries(STYLED).find(([selector]) => element.matches(selector))?.[1] ?? element.tagName;
    const note = (kind, animation, wait) => {
      const { delay, duration } = animation.effect.getTiming();
      const starts = performance.now() + wait * delay;
      const properties = [...new Set(animation.effect.getKeyframes().flatMap(Object.keys))].filter((name) => !/^(offset|computedOffset|easing|composite)$/.test(name));
      const movement = { kind, from: Number.MAX_VALUE, to: starts + duration, properties };
      globalThis.movements.push(movement);
      // The first two frames still include the layout of the change itself, which takes long on a slow machine.
      const afterFrames = (left) => requestAnimationFrame((millis) => (left > 0 ? afterFrames(left - 1) : (movement.from = Math.max(millis, starts))));
      afterFrames(2);
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options);
      note(kindOf(this, frames), animation, 1);
      return animation;
    };
    document.addEventListener('animationstart', ({ target, animationName }) => {
      for (const animation of target.getAnimations()) if (animation.animationName === animationName) note(animationName.split('-').at(-1), animation, 0);
    });
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      for (const animation of target.getAnimations()) {
        // A transition without duration is a switch, not a movement.
        if (animation.transitionProperty === propertyName && animation.effect.getTiming().duration > 0) note(styledKind(target), animation, 1);
      }
    });
  });
}

/**
 * The movements from the start of `act` until everything has stopped: the number of each kind, the animated properties,
 * and the layouts during a movement.
 */
export async function traced(page, act) {
  const browser = page.context().browser();
  // A movement that still runs belongs to an earlier action.
  await stillness(page);
  await page.evaluate(() => (globalThis.movements.length = 0));
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate(() => performance.mark('trace begins'));
  await act();
  // On a busy machine the house takes a while to answer, and nothing moves before that.
  await page.waitForFunction(() => globalThis.movements.length > 0, null, { timeout: FIRST_MOVEMENT_MILLIS }).catch(() => null);
  await stillness(page);
  const { movements, began } = await page.evaluate(() => ({
    movements: globalThis.movements,
    began: performance.getEntriesByName('trace begins').at(-1).startTime,
  }));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mark = traceEvents.find(({ name }) => name === 'trace begins');
  const at = ({ ts }) => (ts - mark.ts) / 1000 + began;
  const isInside = (millis) => movements.some(({ from, to }) => millis > from && millis < to - LAST_FRAME_MILLIS);
  const ofPage = traceEvents.filter(({ pid }) => pid === mark.pid);
  const laidOut = ofPage.filter(({ name, ph }) => name === 'Layout' && ph !== 'E').filter((event) => isInside(at(event)));
  const frames = (name) => ofPage.filter((event) => event.name === name && isInside(at(event))).length;
  return {
    kinds: countsOf(movements.map(({ kind }) => kind)),
    properties: [...new Set(movements.flatMap(({ properties }) => properties))].sort(),
    layouts: laidOut.map((event) => ({ at: Math.round(at(event)), ...event.args.beginData, during: movements.filter(({ from, to }) => at(event) > from && at(event) < to).map(({ kind, from }) => `${kind} since ${Math.round(from)}`) })),
    drawn: frames('DrawFrame'),
    dropped: frames('DroppedFrame'),
  };
}

/** The number of times that each value occurs. */
function countsOf(all) {
  const counts = {};
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** Waits until nothing has moved for a while. */
async function stillness(page) {
  for (;;) {
    const last = await page.evaluate(() => Math.max(0, ...globalThis.movements.map(({ to }) => to)) - performance.now());
    if (last < -250) return;
    await pause(Math.max(last + 260, 20));
  }
}
