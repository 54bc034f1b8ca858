// Checks what a person can see of a table: nothing that is needed is outside, covered or cut off, nothing
// scrolls, and nothing temporary covers the count.

/** The faults of the page in its current state: each selector in `needs` must match something visible, and only elements inside `mayScroll` may scroll. */
export const faultsIn = (page, { needs, mayScroll }) => page.evaluate(`(() => { ${IN_PAGE} return faultsOf(${JSON.stringify({ needs, mayScroll })}); })()`);

/* All of the following runs in the page. */

/** The temporary elements that cover a count. Of the show, only the sum must stay visible, not the whole felt. */
function coveredCounts() {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const counts = shown('[data-count]:not([data-total]), [data-total] .sum');
  const over = shown('.bubble summary, .bubble[open] .whys, .problem, .notice p, [popover]:popover-open');
  return over.flatMap((one) => counts.filter((count) => meet(one.getBoundingClientRect(), count.getBoundingClientRect())).map((count) => `${called(one)} covers the count ${called(count)}`));
}

function called(element) {
  return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 24)}”`;
}

function isSeen(element) {
  return element.checkVisibility({ visibilityProperty: true });
}

function inWords({ left, top, right, bottom }) {
  return [left, top, right, bottom].map(Math.round).join(', ');
}

function isWithin(box, { left, top, right, bottom }) {
  return box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
}

function meet(one, other) {
  return one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
}

function scrolls(element) {
  const { overflowX, overflowY } = getComputedStyle(element);
  const may = (overflow) => overflow === 'auto' || overflow === 'scroll';
  return (may(overflowY) && element.scrollHeight > element.clientHeight + 1) || (may(overflowX) && element.scrollWidth > element.clientWidth + 1);
}

/** The area in which a parent shows its children: its inside, in the directions in which it clips. */
function openingOf(parent) {
  const { overflowX, overflowY } = getComputedStyle(parent);
  const box = parent.getBoundingClientRect();
  const [left, top] = [box.left + parent.clientLeft, box.top + parent.clientTop];
  const across = overflowX === 'visible' ? [-Infinity, Infinity] : [left, left + parent.clientWidth];
  const down = overflowY === 'visible' ? [-Infinity, Infinity] : [top, top + parent.clientHeight];
  return { left: across[0], right: across[1], top: down[0], bottom: down[1] };
}

/** The parents that show only a part of an element. */
function clipsOf(element) {
  const clips = [];
  const box = element.getBoundingClientRect();
  let { position } = getComputedStyle(element);
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    const style = getComputedStyle(parent);
    const holds = style.position !== 'static' || style.transform !== 'none' || style.containerType !== 'normal';
    // An absolutely positioned element is not clipped by the parents below its containing block.
    if (position === 'absolute' && !holds) continue;
    const clipsNothing = parent instanceof SVGElement || style.display === 'inline' || style.display === 'contents';
    if (!clipsNothing && !isWithin(box, openingOf(parent))) clips.push(parent);
    position = style.position;
  }
  return clips;
}

/** The points to probe: the middle, and a point near each corner that a rounded corner still includes. Cards may overlap each other, so they need to show only their index and their middle. */
function probesOf(element, { left, top, right, bottom }) {
  const at = (across, down) => [left + (right - left) * across, top + (bottom - top) * down];
  if (element.matches('[data-card], .piece')) return [at(0.5, 0.5), at(0.15, 0.15)];
  return [at(0.5, 0.5), at(0.15, 0.15), at(0.85, 0.15), at(0.15, 0.85), at(0.85, 0.85)];
}

/** The reasons why an element is not visible. */
function hiddenBy(element) {
  const box = element.getBoundingClientRect();
  if (!isWithin(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return [`${called(element)} is outside: ${inWords(box)}`];
  const covers = new Set();
  for (const [x, y] of probesOf(element, box)) {
    const over = document.elementFromPoint(x, y);
    if (over && over !== element && !element.contains(over) && !over.contains(element)) covers.add(over);
  }
  const clips = clipsOf(element).map((parent) => `${called(element)} at ${inWords(box)} is cut off by ${called(parent)} at ${inWords(parent.getBoundingClientRect())}`);
  return [...clips, ...[...covers].map((over) => `${called(element)} is covered by ${called(over)}`)];
}

/** Whether the text of an element is larger than the element. */
function sticksOut(element) {
  return isSeen(element) && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
}

function faultsOf({ needs, mayScroll }) {
  const mayIt = (element) => mayScroll !== null && element.closest(mayScroll) !== null;
  const faults = coveredCounts();
  const root = document.scrollingElement;
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) faults.push(`the page scrolls: ${root.scrollWidth} × ${root.scrollHeight}`);
  for (const element of document.querySelectorAll('#table *')) if (scrolls(element) && !mayIt(element)) faults.push(`${called(element)} scrolls`);
  for (const element of document.querySelectorAll('#table [data-zone="bar"] :is(button, .prompt)')) if (sticksOut(element)) faults.push(`the text of ${called(element)} sticks out`);
  for (const selector of needs) {
    const found = [...document.querySelectorAll(selector)].filter(isSeen);
    if (found.length === 0) faults.push(`nothing visible matches ${selector}`);
    // Of elements that may scroll, one must be visible.
    for (const element of found) if (!mayIt(element)) faults.push(...hiddenBy(element));
    if (found.length > 0 && found.every((element) => mayIt(element) && hiddenBy(element).length > 0)) faults.push(`all of ${selector} is scrolled away`);
  }
  return faults;
}

const IN_PAGE = [coveredCounts, called, isSeen, inWords, isWithin, meet, scrolls, openingOf, clipsOf, probesOf, hiddenBy, sticksOut, faultsOf].map(String).join('\n');
