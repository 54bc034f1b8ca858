// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type { AtTable, GameFinished, Numbered } from "./house";

/**
 * A boss and what it does.
 */
export type Boss = {
  /**
   * Which one.
   */
  name: BossName,
  /**
   * What it does, in a sentence.
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
   * What was paid.
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
 * What a seat may do now: the commands by name with their fields. What is not there is not allowed.
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
   * What can be paid for. A die may replace any of yours; of those that are alike one is listed.
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
   * How they lie.
   */
  dice: Array<Landed>, };

/**
 * All dice were thrown.
 */
export type DiceRolled = { playerUuid: string,
  /**
   * How they lie.
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
   * What is added to it.
   */
  layers: Array<Layer>,
  /**
   * All of it.
   */
  total: number,
  /**
   * What passes the round.
   */
  target: number,
  /**
   * Whether that passes the round.
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
 * What a player is doing, as far as everybody knows.
 */
export type Doing = "waiting" | "playing" | "finished" | "out";

/**
 * A kind of hand; the order is the table's.
 *
 * In JSON a scored hand is called `THREE_PAIRS`; as an option, as in
 * `--level three_pairs=2`, it is written small.
 */
export type HandKind = "PYRAMID" | "FULL_RUN" | "TWO_TRIPLETS" | "THREE_PAIRS" | "LARGE_STRAIGHT" | "ALL_EVEN" | "ALL_ODD" | "FULL_HOUSE" | "SMALL_STRAIGHT" | "X_OF_A_KIND" | "TWO_PAIR" | "PAIR" | "HIGH_ROLL";

/**
 * How high a hand stands.
 */
export type HandLevel = { hand: HandKind,
  /**
   * Its name for people.
   */
  name: string, level: number,
  /**
   * What is added to the sum of its dice; of X of a Kind, for three dice.
   */
  base: number,
  /**
   * What that is multiplied by, with two decimals; of X of a Kind, for three dice.
   */
  mult: string,
  /**
   * What the next level costs in dollars; nothing where there is none.
   */
  nextCost: number | null, };

/**
 * An item and what it does.
 */
export type Item = {
  /**
   * Which one.
   */
  item: ItemName,
  /**
   * Its name for people.
   */
  name: string,
  /**
   * What it does, in a sentence.
   */
  effect: string, };

/**
 * An item.
 */
export type ItemName = "even_steven" | "odd_todd" | "extra_reroll" | "insurance" | "high_roller" | "lucky_penny" | "whetstone";

/**
 * How a thrown die came to lie.
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
 * What lies on top of the hands: a bonus, or a multiplier's difference.
 */
export type Layer = {
  /**
   * Which layer it is.
   */
  type: LineName, points: number,
  /**
   * How the points are worked out.
   */
  description: string, };

/**
 * Leave the shop, which ends the round.
 */
export type LeaveShop = Record<symbol, never>;

/**
 * What an item of a score is called: a kind of hand, or a layer.
 */
export type LineName = "PYRAMID" | "FULL_RUN" | "TWO_TRIPLETS" | "THREE_PAIRS" | "LARGE_STRAIGHT" | "ALL_EVEN" | "ALL_ODD" | "FULL_HOUSE" | "SMALL_STRAIGHT" | "X_OF_A_KIND" | "TWO_PAIR" | "PAIR" | "HIGH_ROLL" | "BONUS" | "MULT_BONUS" | "SCORE_MULT";

/**
 * Something that a shop sells.
 */
export type Offer = {
  /**
   * What `buy` calls it.
   */
  id: number, kind: OfferKind,
  /**
   * What exactly: the kind of die, the hand or the item, by its name in JSON.
   */
  name: string,
  /**
   * The same for people.
   */
  label: string,
  /**
   * What it costs now, in dollars.
   */
  price: number,
  /**
   * Whether it has been bought.
   */
  sold: boolean, };

/**
 * What kind of thing an offer is.
 */
export type OfferKind = "die" | "upgrade" | "item" | "extra_die";

/**
 * How a game ended, also in `game_finished`.
 */
export type Outcome = {
  /**
   * Who won: alone, who passed the last round of a run; in a race the best.
   */
  winners: Array<string>,
  /**
   * How many rounds each player passed.
   */
  passed: { [key in string]: number },
  /**
   * What each player scored in all rounds.
   */
  totals: { [key in string]: number }, };

/**
 * A passed round was paid for.
 */
export type Paid = { playerUuid: string,
  /**
   * Every dollar.
   */
  breakdown: Array<PayLine>,
  /**
   * All of them.
   */
  total: number, };

/**
 * A reason for pay.
 */
export type PayLine = {
  /**
   * Which reason it is.
   */
  type: PayRule,
  /**
   * In dollars.
   */
  points: number,
  /**
   * No dice make it.
   */
  dice: Array<number>,
  /**
   * The reason in words.
   */
  description: string, };

/**
 * Why a round pays something.
 */
export type PayRule = "PASSED" | "DOUBLED" | "UNUSED_REROLLS" | "INTEREST" | "LUCKY_PENNY";

/**
 * Where in the game the table is.
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
   * The kind that it plays as in this round: the silencer makes plain dice of many.
   */
  playsAs: DieKind,
  /**
   * The face that it shows.
   */
  face: number,
  /**
   * The face that it counts as: the inverter turns them all.
   */
  countsAs: number,
  /**
   * Whether the lockdown holds it.
   */
  locked: boolean,
  /**
   * How often it was thrown in this round.
   */
  throws: number,
  /**
   * The number of the preview's hand that uses it.
   */
  hand: number | null, };

/**
 * What the dice would score as they lie.
 */
export type Preview = { hands: Array<PreviewHand>, layers: Array<Layer>, total: number,
  /**
   * Whether that would pass the round.
   */
  passes: boolean, };

/**
 * A hand of the best split of the dice as they lie.
 */
export type PreviewHand = {
  /**
   * Which hand it is.
   */
  type: LineName, points: number,
  /**
   * The places of its dice.
   */
  dice: Array<number>,
  /**
   * How the points are worked out.
   */
  description: string,
  /**
   * The sign of the hand, besides its colour.
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
 * In a race: a player takes up dice to throw them again. Which ones, only that player hears.
 */
export type RerollUsed = { playerUuid: string,
  /**
   * How often the player has rerolled in this round, this time included.
   */
  used: number,
  /**
   * How many rerolls are left in this round.
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
   * How many rerolls are left in this round.
   */
  left: number, };

/**
 * A player takes up the dice for the round.
 */
export type RerollsGiven = { playerUuid: string,
  /**
   * How many rerolls the round gives.
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
 * Everyone is done with the round, and what was secret is open.
 */
export type RoundEnded = {
  /**
   * Its number.
   */
  round: number,
  /**
   * How everybody stands.
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
 * A player has finished the round. In a race: has scored, and nobody else hears whether
 * that passed, or of a shop, before the round has ended.
 */
export type RoundFinished = { playerUuid: string,
  /**
   * Those who are still at work on it; in a race, who have not scored.
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
   * Whose run it is.
   */
  playerUuid: string, stage: Stage, pool: Array<PoolDie>, rerollsLeft: number,
  /**
   * Whether insurance will prevent the next break of this round.
   */
  insured: boolean,
  /**
   * What the dice would score, while they can be chosen from.
   */
  preview: Preview | null,
  /**
   * What was scored in this round, once it is.
   */
  scored: number | null,
  /**
   * What was scored in all rounds.
   */
  total: number,
  /**
   * How many rounds were passed.
   */
  passed: number,
  /**
   * In dollars.
   */
  money: number,
  /**
   * How high every hand stands.
   */
  levels: Array<HandLevel>, items: Array<Item>,
  /**
   * The shop, while it is visited.
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
   * Which hand it is.
   */
  type: LineName, points: number,
  /**
   * The faces of its dice, as they play.
   */
  dice: Array<number>,
  /**
   * How the points are worked out.
   */
  description: string,
  /**
   * The sign of the hand, besides its colour.
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
   * The face that it shall show.
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
 * Where in the round a run is.
 */
export type Stage = "waiting" | "throwing" | "choosing" | "settling" | "shopping" | "out";

/**
 * How a player stands, as everybody knows it: in a race, when the last round ended.
 */
export type Standing = { playerUuid: string, doing: Doing,
  /**
   * How often the player has rerolled in this round.
   */
  rerolled: number,
  /**
   * How many rounds were passed.
   */
  passed: number,
  /**
   * What was scored in the last round that everybody knows.
   */
  scored: number | null,
  /**
   * What was scored in all of them.
   */
  total: number,
  /**
   * In dollars.
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
   * The round that is played, or was played last, from 1; 0 before the first.
   */
  round: number,
  /**
   * The score that passes it.
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
   * Your own run; alone, the run that is played. In a race a spectator sees none.
   */
  run: Run | null,
  /**
   * How everybody stands.
   */
  standings: Array<Standing>,
  /**
   * Those who may do something now, as far as you know: in a race a shop is its visitor's secret.
   */
  toMove: Array<string>,
  /**
   * How the game ended.
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

/** What a client may send, by name. */
export type Commands = {
  reroll: AtTable & Reroll;
  set_wild: AtTable & SetWild;
  score_dice: AtTable & ScoreDice;
  buy: AtTable & Buy;
  leave_shop: AtTable & LeaveShop;
  stop_run: AtTable & StopRun;
};

/** What a client may hear, by name. */
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

/** What a viewer sees. */
export type View = TableView;

/** What a seat may do. */
export type Legal = Choices;

/** The events that announce a refused command, with two arguments: the sentence and the code. */
export type Invalid = never;
