// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type { AtTable, GameFinished, Numbered } from "./house";

/**
 * A boss and its effect.
 */
export type Boss = {
  /**
   * The boss.
   */
  name: BossName,
  /**
   * Its effect, in a sentence.
   */
  effect: string, };

/**
 * A boss.
 */
export type BossName = "lockdown" | "inverter" | "miser" | "silencer" | "collector";

/**
 * Something was bought.
 */
export type Bought = { playerUuid: string,
  /**
   * The id of the offer.
   */
  offer: number,
  /**
   * The place of the die that was replaced.
   */
  replace: number | null,
  /**
   * The price paid.
   */
  price: number, };

/**
 * Buy an offer of the shop.
 */
export type Buy = {
  /**
   * The id of the offer.
   */
  offer: number,
  /**
   * For a die: the place of yours that it replaces.
   */
  replace?: number, };

/**
 * The legal commands by name, with their fields. A command that is missing is not allowed.
 */
export type Choices = {
  /**
   * Throw some of these again.
   */
  reroll?: Rerolls,
  /**
   * Set a die: one entry for each die and each face that it does not show.
   */
  set_wild?: Array<SetWild>,
  /**
   * Score the dice as they lie.
   */
  score_dice?: ScoreDice,
  /**
   * The affordable offers. A die may replace any of yours; of equal dice one is listed.
   */
  buy?: Array<Buy>,
  /**
   * Leave the shop.
   */
  leave_shop?: LeaveShop,
  /**
   * Stop the run.
   */
  stop_run?: StopRun, };

/**
 * The colour of a hand.
 */
export type Colour = "gold" | "teal" | "blue" | "purple" | "coral";

/**
 * Dice were picked up to be thrown again, at the cost of a reroll.
 */
export type DicePicked = { playerUuid: string,
  /**
   * Their places.
   */
  dice: Array<number>, };

/**
 * The dice that were picked up were thrown.
 */
export type DiceRerolled = { playerUuid: string,
  /**
   * The thrown dice.
   */
  dice: Array<Landed>, };

/**
 * All dice were thrown.
 */
export type DiceRolled = { playerUuid: string,
  /**
   * The thrown dice.
   */
  dice: Array<Landed>, };

/**
 * The dice were scored.
 */
export type DiceScored = { playerUuid: string,
  /**
   * The best split of the dice.
   */
  hands: Array<ScoredHand>,
  /**
   * The layers on top of it.
   */
  layers: Array<Layer>,
  /**
   * The total score.
   */
  total: number,
  /**
   * The target of the round.
   */
  target: number,
  /**
   * Whether the score passes the round.
   */
  passed: boolean,
  /**
   * The score of each player, by id.
   */
  scores: { [key in string]: number },
  /**
   * The score of seat 0.
   */
  p1Score?: number,
  /**
   * The score of seat 1.
   */
  p2Score?: number,
  /**
   * The score of seat 2.
   */
  p3Score?: number,
  /**
   * The score of seat 3.
   */
  p4Score?: number,
  /**
   * The score of seat 4.
   */
  p5Score?: number,
  /**
   * The score of seat 5.
   */
  p6Score?: number,
  /**
   * The score of seat 6.
   */
  p7Score?: number,
  /**
   * The score of seat 7.
   */
  p8Score?: number, };

/**
 * The collector made a die normal.
 */
export type DieCollected = { playerUuid: string,
  /**
   * Its place.
   */
  die: number, };

/**
 * A kind of die.
 */
export type DieKind = "normal" | "light" | "heavy" | "odd" | "even" | "glass" | "wild" | "echo" | "broken";

/**
 * The public status of a player.
 */
export type Doing = "waiting" | "playing" | "finished" | "out";

/**
 * A kind of hand; the order is the table's.
 *
 * In JSON a scored hand is called `THREE_PAIRS`; as an option, such as `--level three_pairs=2`, it
 * is in lower case.
 */
export type HandKind = "PYRAMID" | "FULL_RUN" | "TWO_TRIPLETS" | "THREE_PAIRS" | "LARGE_STRAIGHT" | "ALL_EVEN" | "ALL_ODD" | "FULL_HOUSE" | "SMALL_STRAIGHT" | "X_OF_A_KIND" | "TWO_PAIR" | "PAIR" | "HIGH_ROLL";

/**
 * The level of a hand.
 */
export type HandLevel = { hand: HandKind,
  /**
   * Its name for people.
   */
  name: string, level: number,
  /**
   * The addition to the sum of its dice; for X of a Kind, with three dice.
   */
  base: number,
  /**
   * The multiplier, with two decimals; for X of a Kind, with three dice.
   */
  mult: string,
  /**
   * The cost of the next level in dollars; `null` if there is none.
   */
  nextCost: number | null, };

/**
 * An item and its effect.
 */
export type Item = {
  /**
   * The item.
   */
  item: ItemName,
  /**
   * Its name for people.
   */
  name: string,
  /**
   * Its effect, in a sentence.
   */
  effect: string, };

/**
 * An item.
 */
export type ItemName = "even_steven" | "odd_todd" | "extra_reroll" | "insurance" | "high_roller" | "lucky_penny" | "whetstone";

/**
 * A thrown die after it came to rest.
 */
export type Landed = {
  /**
   * Its place.
   */
  die: number,
  /**
   * The face that it shows.
   */
  face: number,
  /**
   * Whether it broke, for good.
   */
  broke: boolean,
  /**
   * Whether insurance saved it from breaking.
   */
  saved: boolean, };

/**
 * A layer on top of the hands: a bonus, or the difference of a multiplier.
 */
export type Layer = {
  /**
   * The layer.
   */
  type: LineName, points: number,
  /**
   * The computation of the points.
   */
  description: string, };

/**
 * Leave the shop, which ends the round.
 */
export type LeaveShop = Record<symbol, never>;

/**
 * The name of an item of a score: a kind of hand, or a layer.
 */
export type LineName = "PYRAMID" | "FULL_RUN" | "TWO_TRIPLETS" | "THREE_PAIRS" | "LARGE_STRAIGHT" | "ALL_EVEN" | "ALL_ODD" | "FULL_HOUSE" | "SMALL_STRAIGHT" | "X_OF_A_KIND" | "TWO_PAIR" | "PAIR" | "HIGH_ROLL" | "BONUS" | "MULT_BONUS" | "SCORE_MULT";

/**
 * An offer of a shop.
 */
export type Offer = {
  /**
   * Its id in `buy`.
   */
  id: number, kind: OfferKind,
  /**
   * The kind of die, the hand or the item, by its name in JSON.
   */
  name: string,
  /**
   * Its name for people.
   */
  label: string,
  /**
   * Its present price in dollars.
   */
  price: number,
  /**
   * Whether it has been bought.
   */
  sold: boolean, };

/**
 * The kind of an offer.
 */
export type OfferKind = "die" | "upgrade" | "item" | "extra_die";

/**
 * The end of a game, also in `game_finished`.
 */
export type Outcome = {
  /**
   * The winners: alone, if the last round was passed; in a race, the best.
   */
  winners: Array<string>,
  /**
   * The number of rounds that each player passed.
   */
  passed: { [key in string]: number },
  /**
   * The sum of each player's scores.
   */
  totals: { [key in string]: number }, };

/**
 * A passed round was paid for.
 */
export type Paid = { playerUuid: string,
  /**
   * Every reason for pay.
   */
  breakdown: Array<PayLine>,
  /**
   * The total in dollars.
   */
  total: number, };

/**
 * A reason for pay.
 */
export type PayLine = {
  /**
   * The reason.
   */
  type: PayRule,
  /**
   * The amount in dollars.
   */
  points: number,
  /**
   * Always empty.
   */
  dice: Array<number>,
  /**
   * The reason in words.
   */
  description: string, };

/**
 * A reason for pay.
 */
export type PayRule = "PASSED" | "DOUBLED" | "UNUSED_REROLLS" | "INTEREST" | "LUCKY_PENNY";

/**
 * The phase of the game.
 */
export type Phase = "starting" | "playing" | "gameover";

/**
 * A die of a run.
 */
export type PoolDie = {
  /**
   * Its place, from 0.
   */
  index: number, kind: DieKind,
  /**
   * The kind that it plays as in this round: the silencer makes many kinds plain.
   */
  playsAs: DieKind,
  /**
   * The face that it shows.
   */
  face: number,
  /**
   * The face that it counts as: the inverter turns every face.
   */
  countsAs: number,
  /**
   * Whether the lockdown holds it.
   */
  locked: boolean,
  /**
   * The number of its throws in this round.
   */
  throws: number,
  /**
   * The number of the preview's hand that uses it.
   */
  hand: number | null, };

/**
 * The score of the dice as they lie.
 */
export type Preview = { hands: Array<PreviewHand>, layers: Array<Layer>, total: number,
  /**
   * Whether it would pass the round.
   */
  passes: boolean, };

/**
 * A hand of the best split of the dice as they lie.
 */
export type PreviewHand = {
  /**
   * The kind of hand.
   */
  type: LineName, points: number,
  /**
   * The places of its dice.
   */
  dice: Array<number>,
  /**
   * The computation of the points.
   */
  description: string,
  /**
   * The letter of the hand, besides its colour.
   */
  letter: string, colour: Colour, };

/**
 * Throw dice again, at the cost of a reroll.
 */
export type Reroll = {
  /**
   * Their places, in any order.
   */
  dice: Array<number>, };

/**
 * In a race: a player picks up dice to throw them again. Only that player hears which ones.
 */
export type RerollUsed = { playerUuid: string,
  /**
   * The number of the player's rerolls in this round, including this one.
   */
  used: number,
  /**
   * The number of rerolls left in this round.
   */
  left: number, };

/**
 * The dice that may be thrown again.
 */
export type Rerolls = {
  /**
   * Their places: any of them may be picked.
   */
  dice: Array<number>,
  /**
   * The number of rerolls left in this round.
   */
  left: number, };

/**
 * A player picks up the dice for the round.
 */
export type RerollsGiven = { playerUuid: string,
  /**
   * The number of rerolls of the round.
   */
  left: number,
  /**
   * Whether insurance will prevent the first break.
   */
  insured: boolean,
  /**
   * The places of the dice that the lockdown holds.
   */
  locked: Array<number>, };

/**
 * Everyone is done with the round, and the secret steps are revealed.
 */
export type RoundEnded = {
  /**
   * Its number.
   */
  round: number,
  /**
   * The standing of every player.
   */
  standings: Array<Standing>,
  /**
   * The score of each player, by id.
   */
  scores: { [key in string]: number },
  /**
   * The score of seat 0.
   */
  p1Score?: number,
  /**
   * The score of seat 1.
   */
  p2Score?: number,
  /**
   * The score of seat 2.
   */
  p3Score?: number,
  /**
   * The score of seat 3.
   */
  p4Score?: number,
  /**
   * The score of seat 4.
   */
  p5Score?: number,
  /**
   * The score of seat 5.
   */
  p6Score?: number,
  /**
   * The score of seat 6.
   */
  p7Score?: number,
  /**
   * The score of seat 7.
   */
  p8Score?: number, };

/**
 * A player has finished the round. In a race this means that the player has scored; the others
 * learn only after the round whether the score passed and whether there was a shop.
 */
export type RoundFinished = { playerUuid: string,
  /**
   * The players who have not finished; in a race, who have not scored.
   */
  waitingFor: Array<string>, };

/**
 * A round started, for everyone.
 */
export type RoundStarted = {
  /**
   * Its number, from 1.
   */
  round: number,
  /**
   * The score that passes it.
   */
  target: number,
  /**
   * Its boss, every fourth round.
   */
  boss: Boss | null, };

/**
 * A run as its own player sees it.
 */
export type Run = {
  /**
   * The owner of the run.
   */
  playerUuid: string, stage: Stage, pool: Array<PoolDie>, rerollsLeft: number,
  /**
   * Whether insurance will prevent the next break of this round.
   */
  insured: boolean,
  /**
   * The score that the dice would make, while there is a choice.
   */
  preview: Preview | null,
  /**
   * The score of this round, once it is scored.
   */
  scored: number | null,
  /**
   * The sum of the scores of all rounds.
   */
  total: number,
  /**
   * The number of rounds passed.
   */
  passed: number,
  /**
   * The cash in dollars.
   */
  money: number,
  /**
   * The level of every hand.
   */
  levels: Array<HandLevel>, items: Array<Item>,
  /**
   * The shop, during a visit.
   */
  shop: Shop | null, };

/**
 * A won run was stopped.
 */
export type RunStopped = { playerUuid: string, };

/**
 * Score the dice as they lie.
 */
export type ScoreDice = Record<symbol, never>;

/**
 * A hand that scored.
 */
export type ScoredHand = {
  /**
   * The kind of hand.
   */
  type: LineName, points: number,
  /**
   * The faces of its dice, as they play.
   */
  dice: Array<number>,
  /**
   * The computation of the points.
   */
  description: string,
  /**
   * The letter of the hand, besides its colour.
   */
  letter: string, colour: Colour, };

/**
 * Set a wild die.
 */
export type SetWild = {
  /**
   * Its place.
   */
  die: number,
  /**
   * Its new face.
   */
  face: number, };

/**
 * A visit to the shop.
 */
export type Shop = { offers: Array<Offer>,
  /**
   * Whether the next die or upgrade is free.
   */
  free: boolean, };

/**
 * The shop was left.
 */
export type ShopLeft = { playerUuid: string, };

/**
 * The shop opened.
 */
export type ShopOpened = { playerUuid: string, offers: Array<Offer>,
  /**
   * Whether the next die or upgrade is free.
   */
  free: boolean, };

/**
 * A run's stage in the round.
 */
export type Stage = "waiting" | "throwing" | "choosing" | "settling" | "shopping" | "out";

/**
 * The public standing of a player: in a race, at the end of the last round.
 */
export type Standing = { playerUuid: string, doing: Doing,
  /**
   * The number of the player's rerolls in this round.
   */
  rerolled: number,
  /**
   * The number of rounds passed.
   */
  passed: number,
  /**
   * The score of the last public round.
   */
  scored: number | null,
  /**
   * The sum of all public scores.
   */
  total: number,
  /**
   * The cash in dollars.
   */
  money: number,
  /**
   * The dice that the player owns.
   */
  dice: Array<DieKind>, items: Array<ItemName>, };

/**
 * Stop a run that is won.
 */
export type StopRun = Record<symbol, never>;

/**
 * The table as one viewer sees it.
 */
export type TableView = { phase: Phase,
  /**
   * The present or last round, from 1; 0 before the first.
   */
  round: number,
  /**
   * The target of the round.
   */
  target: number,
  /**
   * Its boss, every fourth round.
   */
  boss: Boss | null,
  /**
   * Passing this round wins, and ends a race.
   */
  winRound: number,
  /**
   * Whether several play on the same luck.
   */
  race: boolean,
  /**
   * Your own run; alone, the only run. `null` for a spectator of a race.
   */
  run: Run | null,
  /**
   * The standing of every player.
   */
  standings: Array<Standing>,
  /**
   * The players who may act now, as far as you know: in a race a shop is its visitor's secret.
   */
  toMove: Array<string>,
  /**
   * The end of the game.
   */
  outcome: Outcome | null,
  /**
   * The score of each player, by id.
   */
  scores: { [key in string]: number },
  /**
   * The score of seat 0.
   */
  p1Score?: number,
  /**
   * The score of seat 1.
   */
  p2Score?: number,
  /**
   * The score of seat 2.
   */
  p3Score?: number,
  /**
   * The score of seat 3.
   */
  p4Score?: number,
  /**
   * The score of seat 4.
   */
  p5Score?: number,
  /**
   * The score of seat 5.
   */
  p6Score?: number,
  /**
   * The score of seat 6.
   */
  p7Score?: number,
  /**
   * The score of seat 7.
   */
  p8Score?: number, };

/**
 * A wild die was set.
 */
export type WildSet = { playerUuid: string,
  /**
   * Its place.
   */
  die: number,
  /**
   * The face that it shows now.
   */
  face: number, };

/** The commands that a client may send, by name. */
export type Commands = {
  reroll: AtTable & Reroll;
  set_wild: AtTable & SetWild;
  score_dice: AtTable & ScoreDice;
  buy: AtTable & Buy;
  leave_shop: AtTable & LeaveShop;
  stop_run: AtTable & StopRun;
};

/** The events that a client may hear, by name. */
export type Events = {
  round_started: Numbered & RoundStarted;
  rerolls_given: Numbered & RerollsGiven;
  dice_rolled: Numbered & DiceRolled;
  reroll_used: Numbered & RerollUsed;
  dice_picked: Numbered & DicePicked;
  dice_rerolled: Numbered & DiceRerolled;
  wild_set: Numbered & WildSet;
  dice_scored: Numbered & DiceScored;
  paid: Numbered & Paid;
  die_collected: Numbered & DieCollected;
  shop_opened: Numbered & ShopOpened;
  bought: Numbered & Bought;
  shop_left: Numbered & ShopLeft;
  run_stopped: Numbered & RunStopped;
  round_finished: Numbered & RoundFinished;
  round_ended: Numbered & RoundEnded;
};

/** `game_finished` at a table of this game. */
export type Finished = Numbered & GameFinished & Outcome;

/** The view of a viewer. */
export type View = TableView;

/** The legal actions of a seat. */
export type Legal = Choices;

/** The events that announce a refused command, with two arguments: the sentence and the code. */
export type Invalid = never;
