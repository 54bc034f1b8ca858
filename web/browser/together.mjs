// Several people play on one device: each takes it for their own turn.

import assert from 'node:assert/strict';
import { goOn, ownCards, playCard, throwCards } from './cribbage.mjs';
import * as dice from './dice.mjs';
import * as texas42 from './texas42.mjs';

/** For each game: how a question can be found, the pieces of one's own hand, and how a question is answered. */
const GAMES = {
  cribbage: {
    question: '[data-throw], .playable',
    held: ownCards,
    answer: async (visitor) => ((await visitor.page.locator('[data-throw]').count()) > 0 ? throwCards(visitor, await cardsToThrow(visitor)) : playCard(visitor)),
  },
  texas42: {
    question: '[data-bid], [data-trump], .domino-button.playable',
    held: texas42.ownDominoes,
    // The first bid is the highest, so that one hand decides a game to one mark.
    answer: async ({ page }, { nAnswers }) => texas42.answer(page, await texas42.nextQuestion(page), { trump: nAnswers > 0 ? 1 : 0 }),
  },
  dice: {
    question: '[data-score], [data-leave]',
    held: async () => [],
    answer: async (visitor) => dice.answer(visitor, await dice.nextQuestion(visitor)),
  },
};

/** Everything that shows what a player holds or may buy. */
const PRIVATE = '#table, [data-card], [data-domino], [data-die], [data-offer], [data-shop]';

const cardsToThrow = async (visitor) => ((await ownCards(visitor)).length === 6 ? 2 : 1);

const passButton = ({ page }) => page.getByRole('button', { name: /^Hand the device to / });
const showButton = ({ page }) => page.getByRole('button', { name: /^I am / });

/** Fills the form of a new table for these people, the first of whom owns the device, and opens the table. */
export async function openTogether(visitor, game, [owner, ...others], choose = async () => undefined) {
  const { page } = visitor;
  await visitor.open(`/new/${game}`);
  await page.getByLabel('Your name').fill(owner);
  await page.getByLabel('Pace').selectOption('instant');
  await page.getByLabel(/^On this device/).check();
  for (const [place, name] of others.entries()) {
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel(`Name of player ${place + 2}`).fill(name);
  }
  await choose(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
}

export class Together {
  /** The name of the person who has the device; null until somebody has taken it. */
  holder = null;
  /** For each person: the pieces that they were dealt. */
  dealt = {};
  /** The number of questions that each person has answered. */
  answered = {};
  /** The number of questions that were answered since the deal. */
  nAnswers = 0;

  constructor(visitor, game) {
    this.visitor = visitor;
    this.game = GAMES[game];
  }

  /** The owner of the device puts bots on these seats, counted from 1. */
  async addBots(seats) {
    await this.#take();
    for (const seat of seats) await this.visitor.page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${seat}`) }).click();
  }

  /** Passes the device on until somebody is asked something. Returns whether the game is over instead. */
  async nextTurn() {
    const { page } = this.visitor;
    const over = page.locator('[data-phase="gameover"]');
    const question = page.locator(this.game.question);
    const more = page.locator('[data-continue]');
    for (;;) {
      await question.or(over).or(more).or(passButton(this.visitor)).or(showButton(this.visitor)).first().waitFor();
      if (await showButton(this.visitor).count()) await this.#take();
      else if (await passButton(this.visitor).count()) await passButton(this.visitor).click();
      else if (await more.count()) await (this.game === GAMES.cribbage ? goOn(page) : more.click());
      else if (await over.count()) return true;
      else if (await question.count()) return false;
    }
  }

  /** Takes the device, which shows nothing of any player until then. */
  async #take() {
    const { page } = this.visitor;
    assert.equal(await page.locator(PRIVATE).count(), 0, 'nothing may be shown while the device is passed on');
    const [, name] = /^I am (.+): /.exec(await showButton(this.visitor).innerText());
    await showButton(this.visitor).click();
    this.holder = name;
  }

  /** Answers the question, after a look at the hand: it must be the hand of whoever has the device. */
  async answer() {
    const { holder } = this;
    const hand = await this.game.held(this.visitor);
    // The player who is asked at the beginning of a deal has a full hand again.
    if (this.dealt[holder]?.length === hand.length && (await this.#isDealt())) this.dealt = {};
    const { dealt } = this;
    dealt[holder] ??= hand;
    assert.deepEqual(hand.filter((piece) => !dealt[holder].includes(piece)), [], `${holder} may see only their own hand`);
    for (const [name, pieces] of Object.entries(dealt)) {
      if (name !== holder) assert.deepEqual(hand.filter((piece) => pieces.includes(piece)), [], `${holder} sees the hand of ${name}`);
    }
    await this.game.answer(this.visitor, this);
    this.nAnswers += 1;
    this.answered[holder] = (this.answered[holder] ?? 0) + 1;
  }

  /** Whether the question is the first one of this person in a deal. */
  async #isDealt() {
    return (await this.visitor.page.locator('[data-bid], [data-throw]').count()) > 0;
  }

  /** Answers questions until so many are answered or the game is over. Returns whether it is over. */
  async play(most = Infinity) {
    for (let n = 0; n < most; n += 1) {
      if (await this.nextTurn()) return true;
      await this.answer();
    }
    return false;
  }

  /** Agrees to another game for everybody, and waits for its first question. */
  async rematch() {
    const { page } = this.visitor;
    const before = this.dealt;
    [this.dealt, this.nAnswers] = [{}, 0];
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.locator('[data-phase="gameover"]').waitFor({ state: 'detached' });
    assert.equal(await this.nextTurn(), false, 'the next game must ask somebody something');
    return before;
  }
}
