// Cribbage, played through the page.

import assert from 'node:assert/strict';
import { addBots, andSee, browserTest, openTable, sitDown } from './harness.mjs';
import { checkSecrets, goOn, nextQuestion, onTheWire, ownCards, playCard, playToTheEnd, throwCards } from './cribbage.mjs';
import { checkReplay as checkReplayInside } from './inside.mjs';
import { LAPTOP, PHONE } from './visitor.mjs';

browserTest('two browsers play a game to 121, watched by a third', async ({ house, visit }) => {
  const [ann, bob, guest] = [await visit(), await visit({ viewport: PHONE }), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await ann.look('waiting-room');
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await guest.open(`/t/${code}`);
  await guest.page.locator('[data-phase="discard"]').waitFor();

  await ann.look('cribbage-discard');
  await bob.look('cribbage-discard-phone');
  const hands = { ann: await ownCards(ann), bob: await ownCards(bob) };
  await checkSecrets(ann, hands.bob);
  await checkSecrets(bob, hands.ann);
  await checkSecrets(guest, [...hands.ann, ...hands.bob]);
  assert.equal(await guest.page.locator('[data-card]').count(), 0, 'a spectator must hold no cards');
  // The check must be able to find a card.
  assert.match(ann.heardSince('"cards_dealt"'), onTheWire(hands.ann[0]));

  const [annThrew, bobThrew] = await Promise.all([throwCards(ann), throwCards(bob)]);
  await ann.page.locator('[data-phase="pegging"]').waitFor();
  await checkSecrets(ann, [...bobThrew, ...(await ownCards(bob))]);
  await checkSecrets(bob, [...annThrew, ...(await ownCards(ann))]);
  await checkSecrets(guest, [...annThrew, ...bobThrew]);
  await ann.look('cribbage-play');
  await bob.look('cribbage-play-phone');

  await Promise.all([playToTheEnd(ann, lookInTheMiddle(ann)), playToTheEnd(bob)]);
  await guest.page.locator('[data-phase="gameover"]').waitFor();
  const plays = ann.asked('play_card');
  assert.ok(plays > 10, `Ann played ${plays} cards`);
  // One request when the page opens, and another one for Bob, who sat down later. The game itself is pushed.
  assert.deepEqual([ann, bob, guest].map((visitor) => visitor.asked('sync')), [1, 2, 1]);

  const scores = await ann.page.locator('[data-seat] .standing').allInnerTexts();
  assert.ok(scores.includes('121'), `somebody has 121: ${scores}`);
  assert.deepEqual(await bob.page.locator('[data-seat] .standing').allInnerTexts(), scores);
  assert.deepEqual(await guest.page.locator('[data-seat] .standing').allInnerTexts(), scores);

  await ann.page.getByRole('button', { name: 'Was it fair?' }).click();
  await ann.page.locator('[data-fair="kept"]').waitFor();
  await ann.page.locator('[data-house="good"]').getByText('The house says that every deal').waitFor();
  await ann.look('cribbage-fair');
  await ann.page.keyboard.press('Escape');
  await ann.look('cribbage-over');
  await bob.look('cribbage-over-phone');
  const { body } = await house.get(`/api/tables/${code}/verify`);
  assert.equal(body.good, true);

  await checkReplay(ann, code, hands);
  await checkReview(ann, code);

  await ann.open(`/t/${code}`);
  await ann.page.getByRole('button', { name: 'Rematch' }).click();
  await bob.page.getByRole('button', { name: 'Rematch' }).click();
  await ann.page.locator('[data-phase="discard"]').waitFor();
  await checkEarlierGame(ann, code);
});

/** Checks that the first game can be reviewed while the second is played. */
async function checkEarlierGame(ann, code) {
  const { page } = ann;
  await ann.open(`/review/${code}`);
  await page.getByText('A game can be reviewed when it is over.').waitFor();
  ann.faults = ann.faults.filter((fault) => !fault.includes('409'));
  await page.getByRole('combobox', { name: 'Game' }).selectOption('Game 1');
  await page.locator('[data-review]').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('game'), '1');
}

/** Takes one picture in the middle of the game: pegs far along the board, cards on the table. */
function lookInTheMiddle(visitor) {
  let looked = false;
  return async (question) => {
    if (looked || question !== 'play') return;
    const scores = await visitor.page.locator('[data-seat] .standing').allInnerTexts();
    const laid = await visitor.page.locator('.laid li').count();
    const held = (await ownCards(visitor)).length;
    if (Math.max(...scores.map(Number)) < 45 || laid < 2 || held < 3) return;
    looked = true;
    await visitor.look('cribbage-middle');
  };
}

browserTest('a reload in the middle of a hand restores everything', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await Promise.all([throwCards(ann), throwCards(bob)]);
  await playCard(await whoseTurn(ann, bob));

  const before = await ownCards(ann);
  const log = await ann.page.locator('#log').innerText();
  await ann.page.reload();
  await ann.page.locator('[data-phase="pegging"]').waitFor();
  assert.deepEqual(await ownCards(ann), before);
  assert.equal(await ann.page.locator('.laid li').count(), await bob.page.locator('.laid li').count());
  const logAfter = await ann.page.locator('#log').innerText();
  assert.ok(logAfter.includes(log.split('\n').at(-1)), 'the log must be restored');

  // The home page lists the table, too.
  await ann.open('/');
  await ann.page.getByRole('link', { name: `Resume ${code}` }).click();
  await ann.page.locator('[data-phase]').waitFor();
  assert.deepEqual(await ownCards(ann), before);
  await bob.page.getByText('Ann is back.').first().waitFor();
});

/** The one of the two visitors who may play a card now. */
const whoseTurn = (ann, bob) =>
  Promise.any([ann, bob].map(async (visitor) => {
    await visitor.page.locator('.playable').first().waitFor();
    return visitor;
  }));

browserTest('the house says why a card cannot be played', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await Promise.all([throwCards(ann), throwCards(bob)]);
  const turn = await whoseTurn(ann, bob);
  const other = turn === ann ? bob : ann;

  // A card out of turn, by mouse.
  await other.page.locator('[data-card]').first().click();
  await other.page.getByRole('alert').getByText(/turn/i).waitFor();
  // A card that the player does not hold, by typed command.
  const held = await ownCards(turn);
  const strange = ['AS', 'AH', 'AD', 'AC', '2S'].find((card) => !held.includes(card));
  await turn.page.keyboard.press('t');
  await turn.page.locator('#text').fill(`play ${strange}`);
  await turn.page.keyboard.press('Enter');
  await turn.page.locator('.answer').getByText(/hand|hold|have/i).waitFor();
  await turn.page.locator('#text').fill('play seven');
  await turn.page.keyboard.press('Enter');
  await turn.page.locator('.answer').getByText('is not a list of cards').waitFor();
  await turn.look('cribbage-text-mode');
  assert.deepEqual(await ownCards(turn), held, 'no card must be played');
});

browserTest('a whole hand can be played with keys alone', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/');
  await tabTo(page, 'Play a bot now');
  await page.keyboard.press('Enter');
  await page.locator('[data-throw]').waitFor();

  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await ann.look('keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.keyboard.press('2');
  await page.locator('[aria-pressed="true"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.locator('[aria-pressed="true"]').nth(1).waitFor();
  // Enter throws the chosen cards, as the list of keys says.
  await page.keyboard.press('Enter');
  await page.locator('[data-phase="pegging"]').waitFor();
  for (;;) {
    await page.locator(`.playable, ${COUNTED}`).first().waitFor();
    if (await page.locator(COUNTED).count()) break;
    const place = await page.locator('[data-card]').evaluateAll((cards) => cards.findIndex((card) => card.classList.contains('playable')));
    if (place < 0) continue;
    await andSee(ann, () => page.keyboard.press(String(place + 1)));
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'the focus must stay at the table');
  }
  await tabTo(page, 'Continue');
  // Both hands and the crib are counted. The focus stays on the button.
  for (let count = 0; count < 2; count += 1) {
    const seq = await page.locator('[data-total]').getAttribute('data-seq');
    await page.locator('[data-continue]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`[data-total]:not([data-seq="${seq}"])`).waitFor();
  }
  await page.locator('[data-count="crib"]').waitFor();
  const spoken = await page.locator('[data-live]').innerText();
  assert.match(spoken, /crib is .*(nothing|fifteen|pair|run|of a kind|flush|jack)/);
  await ann.look('cribbage-show');
});

/** A counted hand or crib. */
const COUNTED = '[data-count="hand"], [data-count="crib"]';

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page, name) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (text.includes(name)) return;
  }
  assert.fail(`Tab does not reach “${name}”`);
}

browserTest('players count their own hands, and muggins takes missed points', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: (page) => page.getByLabel('Muggins', { exact: true }).check() });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await Promise.all([throwCards(ann), throwCards(bob)]);
  const counter = await Promise.any([ann, bob].map(playToTheCount));
  const other = counter === ann ? bob : ann;
  await counter.look('cribbage-count');
  await counter.page.locator('#points').fill('0');
  await counter.page.getByRole('button', { name: 'Count 0' }).click();
  await other.page.getByRole('button', { name: 'Nothing was missed' }).waitFor();
  await other.look('cribbage-muggins');
  assert.equal(await other.page.locator('.bar .action').count(), 1, 'there must be one primary button');
  await other.page.locator('#points').fill('3');
  await other.page.getByRole('button', { name: 'Call muggins for 3' }).waitFor();
  await other.page.getByRole('button', { name: 'Nothing was missed' }).click();
  await other.page.locator('[data-count="hand"]').first().waitFor();
});

for (const { seats, preset, viewport } of [
  { seats: 3, preset: 'Three players' },
  { seats: 4, preset: 'Four, everyone alone', viewport: PHONE },
]) {
  browserTest(`${seats} players each have a track on the board`, async ({ visit }) => {
    const ann = await visit(viewport ? { viewport } : {});
    const { page } = ann;
    await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel(preset, { exact: true }).check() });
    await addBots(ann, seats - 1);
    await nextQuestion(ann);
    assert.equal((await ownCards(ann)).length, 5);
    assert.equal(await page.locator('.peg.front:visible').count(), seats);
    assert.equal(await page.locator('.peg.back:visible').count(), seats);
    await throwCards(ann, 1);
    await page.locator('.playable').first().waitFor();
    await ann.look(`cribbage-${seats}-players`);
    await playCard(ann);
    // The hand is played to its end until the next one is dealt.
    const deal = await page.locator('[data-deal]').getAttribute('data-deal');
    for (;;) {
      await page.locator(`.playable, [data-continue], [data-deal]:not([data-deal="${deal}"]), [data-phase="gameover"]`).first().waitFor();
      if (await page.locator('[data-continue]').count()) {
        await goOn(page);
        continue;
      }
      if ((await page.locator('[data-deal]').getAttribute('data-deal')) !== deal) break;
      await playCard(ann);
    }
    const scores = await page.locator('[data-seat] .standing').allInnerTexts();
    assert.equal(scores.length, seats);
    assert.ok(scores.some((score) => Number(score) > 0), `somebody must have scored: ${scores}`);
  });
}

browserTest('the page shows the turn clock', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel('Seconds for each move').fill('600') });
  await addBots(ann, 1);
  await nextQuestion(ann);
  const seconds = Number.parseInt(await page.locator('[data-seat="0"]').getByRole('timer').innerText(), 10);
  assert.ok(seconds > 0 && seconds <= 600, `the clock must show between 1 and 600 seconds, not ${seconds}`);
  await ann.look('cribbage-clock');
});

/** Plays until this visitor must count. The other visitor's loop goes on unawaited. */
async function playToTheCount(visitor) {
  for (;;) {
    const question = visitor.page.locator('.playable, #points').first();
    await question.waitFor();
    if (await visitor.page.locator('#points').count()) return visitor;
    await playCard(visitor);
  }
}

/** Checks that the replay shows every moment, with all cards open or as one seat saw it. */
async function checkReplay(ann, code, hands) {
  const { page } = ann;
  await page.getByRole('link', { name: 'Replay' }).click();
  const slider = page.locator('[data-step]');
  await slider.waitFor();
  const dealt = page.locator('.said').getByText('Your hand:');
  for (let step = 0; step < 10 && !(await dealt.count()); step += 1) await page.getByRole('button', { name: 'One step on' }).click();
  assert.deepEqual(await ownCards(ann), hands.ann);
  assert.equal(await page.locator('.held [role="img"]').count(), hands.bob.length, 'the other hand must be open');
  await page.getByLabel('Seen by').selectOption('Bob');
  assert.deepEqual(await ownCards(ann), hands.bob);
  assert.equal(await page.locator('.held [role="img"]').count(), 0, 'the view of Bob must hide it');
  await ann.look('replay');
  await checkReplayInside(page, ['[data-seat] .standing']);
  await slider.fill(await slider.getAttribute('max'));
  await page.locator('[data-phase="gameover"]').waitFor();
}

/** Checks that the review shows each choice, the best one and the cost, and links to the replay. */
async function checkReview(ann, code) {
  const { page } = ann;
  await ann.open(`/t/${code}`);
  await waitForReview(ann);
  assert.equal(await page.locator('[data-fared]').count(), 2);
  // First her own decisions; all players' decisions on request.
  const own = await page.locator('[data-decisions] [data-decision]').count();
  assert.ok(own > 10, `Ann must have more than 10 decisions, not ${own}`);
  const costs = await page.locator('[data-costliest] .cost').evaluateAll((all) => all.map(({ textContent }) => Number.parseFloat(textContent.replace(/^\D+/, ''))));
  assert.equal(costs.length, 3, 'a player who always throws the first two cards makes mistakes');
  assert.deepEqual(costs, costs.toSorted((a, b) => b - a), 'the costliest decision must come first');
  await page.locator('[data-costliest]').getByText('In hindsight').first().waitFor();
  await checkPicture(page);
  await ann.look('review-cribbage', { whole: false });
  await page.setViewportSize(PHONE);
  await ann.look('review-cribbage-phone');
  await page.setViewportSize(LAPTOP);
  await page.getByLabel('Decisions of').selectOption('Everybody');
  assert.ok((await page.locator('[data-decisions] [data-decision]').count()) > own);
  await page.locator('[data-costliest]').getByRole('link', { name: 'Show this moment' }).first().click();
  await page.locator('[data-step]').waitFor();
  assert.notEqual(await page.locator('[data-step]').inputValue(), '0', 'the replay must open at the moment');
}

/** Checks that the line of the game works by click and by key, and shows the decision at the chosen place. */
async function checkPicture(page) {
  const line = page.locator('[data-line]');
  assert.ok(Number(await line.getAttribute('max')) > 10);
  assert.ok((await page.locator('.deal').count()) > 2, 'deals must be marked');
  await line.focus();
  await page.keyboard.press('Home');
  const first = await page.locator('[data-picked] [data-decision]').getAttribute('data-decision');
  const { x, y, width, height } = await page.locator('[data-course] svg').boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  assert.notEqual(await page.locator('[data-picked] [data-decision]').getAttribute('data-decision'), first);
  assert.ok((await page.locator('[data-picked] svg.card').count()) > 0, 'the cards must be drawn');
  await checkScales(page);
}

/** Checks that the line agrees with the sentence about the costliest moment, and that luck and skill have separate areas with a scale. */
async function checkScales(page) {
  const costliest = await page.locator('[data-costliest] [data-decision]').first().getAttribute('data-decision');
  const line = page.locator('[data-line]');
  await line.focus();
  await page.keyboard.press('Home');
  for (let place = 0; (await page.locator('[data-picked] [data-decision]').getAttribute('data-decision')) !== costliest; place += 1) {
    assert.ok(place < 200, 'the costliest moment must be on the line');
    await page.keyboard.press('ArrowRight');
  }
  const [, before, after] = /^from ([\d.]+)% to ([\d.]+)%/.exec(await page.locator('[data-course] .now').innerText());
  const seen = await page.locator('[data-course]').evaluate((figure) => {
    const box = (selector) => figure.querySelector(selector).getBoundingClientRect();
    const middle = ({ top, height }) => top + height / 2;
    const marks = [...figure.querySelectorAll('.mark')].map((mark) => ({ text: mark.textContent, at: middle(mark.getBoundingClientRect()) }));
    const rings = [...figure.querySelectorAll('.at')].map((ring) => middle(ring.getBoundingClientRect())).toSorted((a, b) => a - b);
    return { marks, rings, luck: box('.luck').bottom, skill: box('.skill').top };
  });
  const [full, , empty, up, , , none, down] = seen.marks;
  assert.deepEqual([full.text, empty.text, up.text[0], none.text, down.text[0]], ['100%', '0%', '+', '0%', '-']);
  const chanceAt = (place) => (100 * (empty.at - place)) / (empty.at - full.at);
  assert.equal(seen.rings.length, 2, 'there must be a ring before and one after the decision');
  for (const [place, said] of [before, after].entries()) assert.ok(Math.abs(chanceAt(seen.rings[place]) - said) < 1, `${said}% must not be drawn at ${chanceAt(seen.rings[place])}%`);
  assert.ok(seen.luck < seen.skill, 'luck and skill must not overlap');
}

/** Goes from the end of the game to the review: during its computation, after a failure, and when it is ready. */
async function waitForReview(ann) {
  const { page } = ann;
  const asked = '**/api/tables/*/review?*';
  await page.route(asked, (route) => route.fulfill({ status: 202, json: { done: 3, of: 10 } }));
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByText('3 of 10 steps').waitFor();
  await ann.look('review-busy');
  await page.unroute(asked);
  await page.route(asked, (route) => route.fulfill({ status: 503, json: { error: { code: 'house/unavailable', message: 'too much waits' } } }));
  await page.getByText('The review could not be made.').waitFor();
  await page.unroute(asked);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-review]').waitFor();
  ann.faults = ann.faults.filter((fault) => !fault.includes('503'));
}
