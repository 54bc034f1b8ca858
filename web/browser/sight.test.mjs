// Checks that the check of visibility finds each fault: every one is planted in an otherwise empty page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsIn } from './sight.mjs';
import { openBrowser } from './visitor.mjs';

const BOX = 'position: absolute; left: 10px; top: 10px; width: 100px; height: 40px';

/** Each page, with the faults of its `.needed` element. */
const PAGES = [
  ['nothing is wrong', `<div class="needed" style="${BOX}">1</div>`, []],
  ['a round button is whole', `<button class="needed" style="${BOX}; border-radius: 20px">1</button>`, []],
  ['nothing is there', '<div></div>', [/^nothing visible matches \.needed/]],
  ['it is outside', `<div class="needed" style="${BOX}; left: -20px">1</div>`, [/is outside/]],
  ['a parent cuts it off', `<div style="${BOX}; height: 30px; overflow: hidden"><div class="needed" style="height: 40px">1</div></div>`, [/is cut off by/]],
  ['only a parent that does not contain its position clips it', `<div style="height: 5px; overflow: hidden"><div class="needed" style="${BOX}">1</div></div>`, []],
  ['its middle is covered', `<div class="needed" style="${BOX}">1</div><p style="${BOX}; left: 50px; width: 20px; margin: 0">2</p>`, [/is covered by p/]],
  ['a corner is covered', `<div class="needed" style="${BOX}">1</div><p style="${BOX}; left: 80px; top: 30px; margin: 0">2</p>`, [/is covered by p/]],
  ['the index of a card is covered', `<div class="needed piece" style="${BOX}">1</div><p style="${BOX}; width: 30px; height: 15px; margin: 0">2</p>`, [/is covered by p/]],
  ['the far side of a card is covered', `<div class="needed piece" style="${BOX}">1</div><p style="${BOX}; left: 80px; width: 30px; margin: 0">2</p>`, []],
  ['a notice covers the count', `<div class="needed" data-count style="${BOX}">1</div><p class="problem" style="${BOX}; left: 105px; margin: 0; pointer-events: none">2</p>`, [/covers the count/]],
  ['the text of a button sticks out', `<div class="needed" style="${BOX}">1</div><p data-zone="bar" style="margin: 60px 0 0"><button style="width: 30px; white-space: nowrap">much too long</button></p>`, [/^the text of button.* sticks out/]],
  ['the last of a list is scrolled away', `<div class="list" style="${BOX}; overflow: auto"><p class="needed">1</p><p class="needed">2</p></div>`, []],
  ['all of a list is scrolled away', `<div class="list" style="${BOX}; overflow: auto"><p style="height: 90px"></p><p class="needed">1</p></div>`, [/^all of \.needed is scrolled away/]],
  ['the table scrolls', `<div class="needed" style="${BOX}; overflow: auto"><p style="height: 90px">1</p></div>`, [/scrolls/]],
];

test('elements that are outside, covered, cut off or over the count are found', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    for (const [name, content, expected] of PAGES) {
      await page.setContent(`<body style="margin: 0"><div id="table">${content}</div>`);
      const faults = await faultsIn(page, { needs: ['.needed'], mayScroll: '.list' });
      assert.equal(faults.length, expected.length, `${name}: ${faults}`);
      for (const [place, fault] of expected.entries()) assert.match(faults[place], fault, name);
    }
  } finally {
    await browser.close();
  }
});
