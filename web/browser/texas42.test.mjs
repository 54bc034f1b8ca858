// Texas 42 through the page: one person, three bots.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable, sitDown } from './harness.mjs';
import { checkEveryWindow, checkReplay, windowsInTurn } from './inside.mjs';
import { checkMovement, watchMovement } from './moving.mjs';
import { answer, BRIEFLY, nextQuestion, passWhenAsked, seenSeq, seesMore } from './texas42.mjs';
import { LAPTOP, PHONE } from './visitor.mjs';

const DIMMED = '.domino-button[aria-disabled="true"]';

/** The elements that must be visible at every question. */
const ALWAYS = ['[data-slate] section', '[data-count]', '.seat', '.bar button'];
const NEEDS = {
  bid: [...ALWAYS, '[data-bid]', '[data-domino]', '[data-do]'],
  trump: [...ALWAYS, '[data-trump]', '[data-domino]', '[data-do]'],
  play: [...ALWAYS, '[data-domino]', '.spot', '.bar .prompt, .bar [data-do]'],
  continue: ['[data-slate] section', '[data-made] h2', '[data-continue]'],
  over: ['[data-slate] section', '.outcome h2', '.outcome .primary', '.outcome button, .outcome a'],
};

browserTest('a person and three bots play to seven marks, in every window', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  const { seen, check } = windowsInTurn(page, NEEDS);
  const met = { bid: 0, trump: 0, play: 0, continue: 0, refused: 0 };
  for (;;) {
    const question = await nextQuestion(page);
    if (question === 'over') break;
    met[question] += 1;
    await chooseFirst(page, question);
    if (!seen.has(question)) await lookFirst(ann, question);
    await check(question);
    if (question === 'play' && !met.refused && (await page.locator(DIMMED).count()) > 0) {
      await tryDimmed(page);
      met.refused += 1;
    }
    await answer(page, question, met);
  }
  // The bots may outbid Ann every time, so she may never name trump.
  for (const question of ['bid', 'play', 'continue']) assert.ok(seen.has(question), `Ann must be asked to ${question}: ${JSON.stringify(met)}`);
  const sides = page.locator('.side [data-total]');
  const totals = await sides.evaluateAll((all) => all.map((side) => Number(side.dataset.total)));
  assert.ok(Math.max(...totals) >= 7, `a side must have seven marks: ${totals}`);
  assert.equal(await page.locator('.side [data-stroke]').count(), totals.reduce((sum, total) => sum + Math.min(total, 7), 0));
  await page.getByRole('heading', { name: /win the game/ }).waitFor();
  await check('over');
  await ann.look('texas42-over');
  await page.getByRole('button', { name: 'Hands so far' }).click();
  await page.getByRole('dialog', { name: 'Hands so far' }).waitFor();
  await ann.look('texas42-history');
  await ann.open(`/replay/${code}`);
  await checkReplay(page, ['[data-slate] section']);
  await ann.look('texas42-replay');
});

/** Looks at each kind of question once. */
async function lookFirst(ann, question) {
  const { page } = ann;
  if (question === 'bid') await withEverybodySaying(page, 'plunge 7', () => checkEveryWindow(page, 'the longest bid', ['.seat', '.said']));
  await ann.look(`texas42-${question}`);
  if (question === 'play') await checkSecrets(ann);
}

browserTest('a sole bidder names trump and leads, in every window', async ({ visit }) => {
  const [ann, ...others] = await Promise.all(['Ann', 'Bob', 'Cid', 'Dee'].map(() => visit()));
  const { page } = ann;
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  for (const [place, name] of ['Bob', 'Cid', 'Dee'].entries()) await sitDown(others[place], code, name);
  const { seen, check } = windowsInTurn(page, NEEDS);
  const bidAndName = async () => {
    for (let question = await nextQuestion(page); question !== 'play'; question = await nextQuestion(page)) {
      await chooseFirst(page, question);
      if (question === 'trump') await lookFirst(ann, question);
      await check(question);
      await answer(page, question, { trump: 0 });
    }
  };
  await Promise.all([bidAndName(), ...others.map((other) => passWhenAsked(other.page))]);
  await check('play');
  assert.deepEqual([...seen], ['bid', 'trump', 'play']);
  await ann.look('texas42-lead');
});

/** Shows `words` as everybody's bid while `look` runs, because the bots' own bids are usually shorter. */
async function withEverybodySaying(page, words, look) {
  const before = await page.evaluate((words) => [...document.querySelectorAll('[data-said]')].map((said) => {
    const [text] = said.childNodes;
    const was = { text: text.data, none: said.classList.contains('none') };
    text.data = words;
    said.classList.remove('none');
    return was;
  }), words);
  await look();
  await page.evaluate((before) => document.querySelectorAll('[data-said]').forEach((said, place) => {
    said.childNodes[0].data = before[place].text;
    said.classList.toggle('none', before[place].none);
  }), before);
}

/** Makes a choice, and checks that the primary button says what will happen. */
async function chooseFirst(page, question) {
  const says = { bid: /^(Pass|Bid .+)$/, trump: /^Call .+$/ }[question];
  if (!says) return;
  await page.locator(`[data-${question}]`).first().click();
  assert.match(await page.locator('[data-do]').innerText(), says);
}

/** Checks that an illegal domino is dimmed, explains itself when it has the focus, and stays in the hand. The page waits, because it is this player's turn. */
async function tryDimmed(page) {
  const domino = page.locator(DIMMED).first();
  const code = await domino.getAttribute('data-domino');
  // The end of a movement may move the focus back to the hand once.
  const why = page.locator('[data-why]').getByText(/You must/);
  for (let tries = 0; tries < 10 && !(await why.isVisible()); tries += 1) {
    // The domino may already have the focus, so the focus is moved away first.
    await page.locator('.domino-button.playable').first().focus();
    await domino.focus();
    await why.waitFor({ timeout: 2_000 }).catch(() => null);
  }
  await why.waitFor();
  await domino.press('Enter');
  await page.getByRole('alert').getByText(/must follow/i).waitFor();
  assert.equal(await page.locator(`[data-domino="${code}"]`).count(), 1);
}

/** Checks that the messages of this hand name only the player's own dominoes and the played ones. */
async function checkSecrets(ann) {
  const own = await ann.page.locator('[data-domino]').evaluateAll((dominoes) => dominoes.map(({ dataset }) => dataset.domino));
  const heard = ann.heardSince('"dominoes_dealt"');
  const named = new Set(heard.match(/(?<=")[0-6]-[0-6](?=")/g));
  const open = new Set([...own, ...[...heard.matchAll(/"playedBy":"[^"]+","domino":"([0-6]-[0-6])"|"domino":"([0-6]-[0-6])","playedBy"/g)].map(([, one, other]) => one ?? other)]);
  assert.ok(own.every((domino) => named.has(domino)), 'the check must be able to find dominoes');
  assert.deepEqual([...named].filter((domino) => !open.has(domino)), []);
}

browserTest('a hand of Texas 42 by typed commands on a phone', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  await nextQuestion(page);
  await ann.look('texas42-phone');
  await page.keyboard.press('t');
  const type = async (text) => {
    const seen = await seenSeq(page);
    await page.locator('#text').fill(text);
    await page.keyboard.press('Enter');
    return seen;
  };
  await type('bid much');
  await page.locator('.answer').getByText('is not a bid').waitFor();
  let plays = 0;
  while (plays < 3) {
    const question = await nextQuestion(page);
    if (question === 'over') break;
    // Enter goes on, because the sheet covers the button.
    if (question === 'continue') await page.locator('#text').press('Enter');
    if (question === 'bid') await seesMore(page, await type('pass'));
    if (question === 'trump') await seesMore(page, await type('trump sixes'));
    if (question === 'play') {
      const domino = await page.locator('.domino-button.playable').first().getAttribute('data-domino', BRIEFLY).catch(() => null);
      await type(`play ${domino}`);
      // If the page was redrawn since the last look, the next look will find the domino.
      const gone = page.locator(`[data-domino="${domino}"]`).waitFor({ state: 'detached', ...BRIEFLY });
      plays += await gone.then(() => 1, () => 0);
    }
  }
  await ann.look('texas42-play-phone');
});

browserTest('a hand of Texas 42 by keys: the focus stays in the hand', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  let plays = 0;
  while (plays < 4) {
    const question = await nextQuestion(page);
    if (question === 'over') break;
    const seen = await seenSeq(page);
    if (question === 'continue') await page.locator('[data-continue]').press('Enter');
    else if (question === 'bid') {
      // The shaker may have to bid.
      if (await page.locator('[data-bid="pass"]').count()) await page.keyboard.press('p');
      else for (let touches = 0; touches < 2; touches += 1) await page.locator('[data-bid]').first().press('Enter');
    } else if (question === 'trump') for (let touches = 0; touches < 2; touches += 1) await page.locator('[data-trump]').first().press('Enter');
    else {
      const dominoes = await page.locator('.domino-button').evaluateAll((all) => all.map(({ dataset, classList }) => ({ domino: dataset.domino, playable: classList.contains('playable') })));
      const place = dominoes.findIndex(({ playable }) => playable);
      if (place < 0) continue;
      await page.keyboard.press(String(place + 1));
      await page.locator(`[data-domino="${dominoes[place].domino}"]`).waitFor({ state: 'detached' });
      if (dominoes.length > 1) assert.equal(await page.evaluate(() => document.activeElement?.matches('[data-domino]')), true, 'the focus must be on a domino');
      plays += 1;
    }
    await seesMore(page, seen);
  }
  assert.ok(plays > 0);
});

for (const [size, viewport] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
  browserTest(`dominoes move only by transform and opacity, and nothing jumps in a whole game, ${size}`, async ({ visit, tell }) => {
    const ann = await visit({ viewport, reducedMotion: 'no-preference' });
    const { page } = ann;
    await watchMovement(page);
    const toOneMark = async () => {
      await page.getByText('All options').click();
      await page.getByLabel('Play to').fill('1');
    };
    await openTable(ann, 'texas42', { name: 'Ann', pace: 'normal', choose: toOneMark });
    await addBots(ann, 3);
    let plays = 0;
    for (;;) {
      const question = await nextQuestion(page);
      if (question === 'over') break;
      if (question === 'play') plays += 1;
      await answer(page, question, { trump: 1 });
    }
    assert.ok(plays > 0, 'a hand must be played');
    const { moved, shift } = await checkMovement(page);
    assert.ok(moved > 20, `${moved} pieces moved`);
    tell(`the page shifts by ${shift}`);
  });
}

browserTest('a domino can be dragged out of the hand, and a forced one is played automatically on request', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  const met = { trump: 1 };
  const toPlay = async () => {
    for (let question = await nextQuestion(page); question !== 'play'; question = await nextQuestion(page)) {
      assert.notEqual(question, 'over');
      await answer(page, question, met);
    }
  };
  await toPlay();
  const domino = page.locator('.domino-button.playable').first();
  const code = await domino.getAttribute('data-domino');
  const { x, y, width, height } = await domino.boundingBox();
  const grip = { x: x + width / 2, y: y + height / 2 };
  // A domino that is released too early falls back.
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 30, grip.y - height * 0.2, { steps: 3 });
  await page.mouse.up();
  assert.equal(await page.locator(`[data-domino="${code}"]`).count(), 1);
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 30, grip.y - height, { steps: 5 });
  await page.mouse.up();
  await page.locator(`[data-domino="${code}"]`).waitFor({ state: 'detached' });

  await page.evaluate(() => localStorage.setItem('tallyhouse.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('tallyhouse.settings') ?? '{}'), autoPlay: true })));
  await page.reload();
  // At some point only one domino is legal. The test does not touch it.
  for (let plays = 0; plays < 40; plays += 1) {
    await toPlay();
    const playable = await page.locator('.domino-button.playable').evaluateAll((all) => all.map(({ dataset }) => dataset.domino));
    if (playable.length === 1) {
      await page.locator(`[data-domino="${playable[0]}"]`).waitFor({ state: 'detached' });
      return;
    }
    await answer(page, 'play', met);
  }
  assert.fail('there must be a hand with a forced domino');
});

browserTest('a hand of dominoes is in the order that the player has chosen', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  await nextQuestion(page);
  const dominoes = () => page.locator('[data-domino]').evaluateAll((all) => all.map(({ dataset }) => dataset.domino));
  const lieBy = async (order) => {
    await ann.open('/settings');
    await page.getByRole('group', { name: 'Order of your hand' }).getByLabel(order).check();
    await ann.open(`/t/${code}`);
    await page.locator('[data-domino]').first().waitFor();
    return dominoes();
  };
  const high = (domino) => Number(domino[0]);
  const bySuit = await lieBy('By suit');
  assert.deepEqual(bySuit.map(high), bySuit.map(high).toSorted((a, b) => b - a), 'the dominoes must be sorted by suit');
  const asDealt = await lieBy('As dealt');
  const dealt = [...ann.heardSince('"playerHand"').match(/"playerHand":\[([^\]]*)\]/)[1].matchAll(/\d-\d/g)].map(([domino]) => domino);
  assert.deepEqual(asDealt, dealt);
  const doubles = (await lieBy('By rank')).map((domino) => domino[0] === domino[2]);
  assert.deepEqual(doubles, doubles.toSorted((a, b) => Number(b) - Number(a)), 'the doubles must come first');
});

browserTest('a spectator sees the whole table of Texas 42', async ({ visit }) => {
  const [ann, eve] = [await visit(), await visit()];
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  await eve.open(`/t/${code}`);
  await eve.page.locator('.seat').first().waitFor();
  assert.equal(await eve.page.locator('.seat').count(), 4);
  assert.equal(await eve.page.locator('[data-domino]').count(), 0);
  await checkEveryWindow(eve.page, 'looking on', ['.seat', '[data-count]', '[data-slate] section', '.bar .prompt']);
  await eve.look('texas42-looking-on');
});

browserTest('the scorer of Texas 42 explains a hand', async ({ visit }) => {
  const ann = await visit();
  await ann.open('/score/texas42?mode=marks&bidder=0&bid=marks-2&trump=sixes&played=6-4_6-1_6-0_6-6');
  await ann.page.getByText('set', { exact: true }).waitFor();
  await ann.look('score-texas42');
});
