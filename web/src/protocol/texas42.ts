// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type { AtTable, GameFinished, Numbered } from "./house";

/**
 * A bid: 30 to 41 points, or an object with its one word. 42 points are one mark.
 */
export type Bid = number | {
  /**
   * How many.
   */
  marks: number, } | {
  /**
   * For how many marks.
   */
  plunge: number, } | {
  /**
   * For how many marks.
   */
  splash: number, };

/**
 * Somebody bid or passed.
 */
export type BidPlaced = {
  /**
   * Who.
   */
  playerUuid: string,
  /**
   * What was said.
   */
  bid: Call,
  /**
   * Every call of the auction so far, in order.
   */
  bids: Array<CallMade>,
  /**
   * The highest bid so far.
   */
  highBid: HighBid | null,
  /**
   * Who bids next, if anybody does.
   */
  nextTurn: string | null, };

/**
 * All have spoken, and this is the highest bid.
 */
export type BiddingWon = {
  /**
   * Who won the auction.
   */
  playerUuid: string,
  /**
   * With which bid.
   */
  bid: Bid,
  /**
   * The side that must make it.
   */
  biddingTeam: Team,
  /**
   * Who names trump: after a plunge or a splash it is the partner.
   */
  currentTurn: string,
  /**
   * What follows.
   */
  gamePhase: Phase, };

/**
 * What a seat says in the auction.
 */
export type Call = Pass | Bid;

/**
 * A call of the auction.
 */
export type CallMade = {
  /**
   * Who made it.
   */
  playerUuid: string,
  /**
   * What was said.
   */
  bid: Call, };

/**
 * Something that a seat may do now, in the form of its command.
 */
export type Choice = { "place_bid": PlaceBid } | { "name_trump": NameTrump } | { "play_domino": PlayDomino } | { "lay_down": LayDown };

/**
 * What the winner of the auction undertook.
 */
export type Contract = {
  /**
   * Who won the auction.
   */
  bidderUuid: string,
  /**
   * Their side.
   */
  biddingTeam: Team,
  /**
   * The bid.
   */
  bid: Bid,
  /**
   * What was named, once it is.
   */
  trump: TrumpName | null,
  /**
   * In nello: who plays no domino.
   */
  sitsOut: string | null, };

/**
 * Somebody played a domino.
 */
export type DominoPlayed = {
  /**
   * Who.
   */
  playedBy: string,
  /**
   * Which one.
   */
  domino: string,
  /**
   * The trick so far, the lead first.
   */
  currentTrick: Array<Laid>,
  /**
   * The suit that must be followed; in sevens there are no suits.
   */
  ledSuit: Suit | null,
  /**
   * How many dominoes each player holds.
   */
  handCounts: { [key in string]: number },
  /**
   * Who plays next to this trick; nobody when it is complete.
   */
  nextTurn: string | null, };

/**
 * Everyone has their dominoes.
 */
export type DominoesDealt = {
  /**
   * Your own dominoes; a spectator has none.
   */
  playerHand: Array<string>,
  /**
   * How many dominoes each player holds.
   */
  handCounts: { [key in string]: number },
  /**
   * Who shook, and bids last.
   */
  shakerUuid: string,
  /**
   * Who bids in which order.
   */
  turnOrder: Array<string>,
  /**
   * Which hand of the game it is, counted from 1.
   */
  hand: number,
  /**
   * What follows.
   */
  gamePhase: Phase, };

/**
 * Somebody showed their dominoes and claimed the rest, and that claim cannot fail.
 */
export type HandLaidDown = {
  /**
   * Who.
   */
  playerUuid: string,
  /**
   * The dominoes that they held.
   */
  dominoes: Array<string>, };

/**
 * What came of a hand.
 */
export type HandResult = {
  /**
   * Who won the auction.
   */
  bidderUuid: string,
  /**
   * Their side.
   */
  biddingTeam: Team,
  /**
   * The bid.
   */
  bid: Bid,
  /**
   * What was named.
   */
  trump: TrumpName,
  /**
   * What each side took.
   */
  points: Sides<number>,
  /**
   * Whether the bid was made.
   */
  bidMade: boolean,
  /**
   * Whether it was made or set, and why, in a sentence.
   */
  sentence: string,
  /**
   * Who laid down the rest, if somebody did.
   */
  laidDownBy: string | null,
  /**
   * The marks of the bidding side; none in the points game.
   */
  biddingTeamMarks: number,
  /**
   * The marks of the other side; none in the points game.
   */
  opposingTeamMarks: number,
  /**
   * What each side scores: marks, or points in the points game.
   */
  awards: Sides<number>, };

/**
 * A hand is over, and this is what it is worth.
 */
export type HandScored = {
  /**
   * Every reason: the tricks, what each side took, the bid, and what is scored for it.
   */
  breakdown: Array<Line>,
  /**
   * Every hand of the game that was scored, oldest first, this one last.
   */
  history: Array<HandResult>,
  /**
   * The score of each side.
   */
  totals: Sides<number>,
  /**
   * What each side has drawn of the word ALL; nothing in the points game.
   */
  strokes: Sides<Array<Stroke>>,
  /**
   * Who won the auction.
   */
  bidderUuid: string,
  /**
   * Their side.
   */
  biddingTeam: Team,
  /**
   * The bid.
   */
  bid: Bid,
  /**
   * What was named.
   */
  trump: TrumpName,
  /**
   * What each side took.
   */
  points: Sides<number>,
  /**
   * Whether the bid was made.
   */
  bidMade: boolean,
  /**
   * Whether it was made or set, and why, in a sentence.
   */
  sentence: string,
  /**
   * Who laid down the rest, if somebody did.
   */
  laidDownBy: string | null,
  /**
   * The marks of the bidding side; none in the points game.
   */
  biddingTeamMarks: number,
  /**
   * The marks of the other side; none in the points game.
   */
  opposingTeamMarks: number,
  /**
   * What each side scores: marks, or points in the points game.
   */
  awards: Sides<number>,
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
 * Everyone passed: nobody scores, and the shake moves on.
 */
export type HandThrownIn = {
  /**
   * Who shook the hand.
   */
  shakerUuid: string | null,
  /**
   * Who shakes the next one.
   */
  nextShakerUuid: string | null, };

/**
 * The highest bid.
 */
export type HighBid = {
  /**
   * Who made it.
   */
  playerUuid: string,
  /**
   * The bid.
   */
  bid: Bid, };

/**
 * A domino on the table.
 */
export type Laid = {
  /**
   * Who played it.
   */
  playedBy: string,
  /**
   * Which one.
   */
  domino: string, };

/**
 * Show one's dominoes and claim all the rest, in nello none of it.
 */
export type LayDown = Record<symbol, never>;

/**
 * One line of an explained score, as it is written in JSON.
 */
export type Line = {
  /**
   * What kind of line it is.
   */
  type: LineKind,
  /**
   * Which trick it is about, counted from 1.
   */
  trick?: number,
  /**
   * Which side it is about: `northSouth` or `eastWest`.
   */
  side: string,
  /**
   * What it is worth.
   */
  points: number,
  /**
   * The dominoes that make it.
   */
  dominoes: Array<string>,
  /**
   * A sentence for a player.
   */
  description: string, };

/**
 * What a line of an explained score is about.
 */
export type LineKind = "trick" | "five_count" | "ten_count" | "laid_down" | "side_points" | "bid" | "made" | "set" | "marks" | "points_taken" | "points_bid" | "low_no";

/**
 * How the score is kept.
 */
export type Mode = "marks" | "points";

/**
 * Name trump, or another contract.
 */
export type NameTrump = {
  /**
   * What is named.
   */
  trump: TrumpName, };

/**
 * What the end of a game adds to `game_finished`.
 */
export type Outcome = {
  /**
   * The side that won.
   */
  winningTeam: Team,
  /**
   * The score of each side.
   */
  totals: Sides<number>,
  /**
   * Every hand of the game that was scored, oldest first.
   */
  history: Array<HandResult>, };

/**
 * The word for no bid.
 */
export type Pass = "pass";

/**
 * Where in the game the table is.
 */
export type Phase = "dealing" | "bidding" | "naming" | "playing" | "gameover";

/**
 * Bid or pass.
 */
export type PlaceBid = {
  /**
   * What is said.
   */
  bid: Call, };

/**
 * Play a domino.
 */
export type PlayDomino = {
  /**
   * Which one, as `6-4`; the ends in either order.
   */
  domino: string, };

/**
 * Luck said who shakes first.
 */
export type ShakerDrawn = {
  /**
   * Who shakes the first hand.
   */
  shakerUuid: string, };

/**
 * One value for each side, called `northSouth` and `eastWest` in JSON.
 */
export type Sides<T> = {
  /**
   * The value of seats 0 and 2.
   */
  northSouth: T,
  /**
   * The value of seats 1 and 3.
   */
  eastWest: T, };

/**
 * A stroke of the word ALL, by which marks are kept.
 */
export type Stroke = "a_left" | "a_right" | "a_crossbar" | "first_upright" | "first_foot" | "second_upright" | "second_foot";

/**
 * A suit that can be led and must be followed.
 */
export type Suit = "blanks" | "aces" | "deuces" | "treys" | "fours" | "fives" | "sixes" | "doubles";

/**
 * The table as one viewer sees it.
 */
export type TableView = {
  /**
   * Where in the game we are.
   */
  phase: Phase,
  /**
   * Marks or points.
   */
  gameType: Mode,
  /**
   * The score that wins.
   */
  target: number,
  /**
   * Which hand of the game it is, counted from 1.
   */
  hand: number,
  /**
   * Who shook, and bids last.
   */
  shakerUuid: string | null,
  /**
   * From the shaker's left round to the shaker.
   */
  turnOrder: Array<string>,
  /**
   * Whose turn it is.
   */
  currentTurn: string | null,
  /**
   * The side of each player.
   */
  teams: { [key in string]: Team },
  /**
   * The partner of each player.
   */
  partners: { [key in string]: string },
  /**
   * Your own dominoes; a spectator has none.
   */
  playerHand: Array<string>,
  /**
   * Those of them that you may play now.
   */
  playable: Array<string>,
  /**
   * At your turn to play, why you may not play the others.
   */
  unplayable: Array<Unplayable>,
  /**
   * How many dominoes each player holds.
   */
  handCounts: { [key in string]: number },
  /**
   * Every call of the auction so far, in order.
   */
  bids: Array<CallMade>,
  /**
   * The highest bid so far.
   */
  highBid: HighBid | null,
  /**
   * What is played for, once the auction is over.
   */
  contract: Contract | null,
  /**
   * The trick in play, the lead first.
   */
  currentTrick: Array<Laid>,
  /**
   * The suit that must be followed in it.
   */
  ledSuit: Suit | null,
  /**
   * The tricks that are complete, oldest first.
   */
  tricks: Array<Trick>,
  /**
   * What each side has taken in the hand.
   */
  taken: Sides<Taken>,
  /**
   * The score of each side.
   */
  totals: Sides<number>,
  /**
   * What each side has drawn of the word ALL; nothing in the points game.
   */
  strokes: Sides<Array<Stroke>>,
  /**
   * Every hand of the game that was scored, oldest first.
   */
  history: Array<HandResult>,
  /**
   * The side that won.
   */
  winningTeam: Team | null,
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
 * What a side has taken in the hand.
 */
export type Taken = {
  /**
   * How many tricks.
   */
  tricks: number,
  /**
   * One for each trick, and the count.
   */
  points: number,
  /**
   * The fives and tens alone.
   */
  count: number,
  /**
   * Every domino in them.
   */
  dominoes: Array<string>, };

/**
 * A side: seats 0 and 2, or seats 1 and 3.
 */
export type Team = "northSouth" | "eastWest";

/**
 * A trick that somebody has won.
 */
export type Trick = {
  /**
   * Who won it.
   */
  playerUuid: string,
  /**
   * For which side.
   */
  side: Team,
  /**
   * Who played what, the lead first.
   */
  plays: Array<Laid>,
  /**
   * What it is worth.
   */
  points: number, };

/**
 * A trick was won.
 */
export type TrickWon = {
  /**
   * Who won it.
   */
  playerUuid: string,
  /**
   * For which side.
   */
  side: Team,
  /**
   * Which trick of the hand, counted from 1.
   */
  trick: number,
  /**
   * Who played what, the lead first.
   */
  plays: Array<Laid>,
  /**
   * What it is worth.
   */
  points: number,
  /**
   * Why.
   */
  breakdown: Array<Line>,
  /**
   * What each side has taken in the hand.
   */
  taken: Sides<Taken>,
  /**
   * Who leads the next trick; nobody when the hand is over.
   */
  nextTurn: string | null, };

/**
 * What may be named: a suit as trump, follow me, or another contract.
 */
export type TrumpName = "blanks" | "aces" | "deuces" | "treys" | "fours" | "fives" | "sixes" | "doubles" | "follow-me" | "nello" | "sevens";

/**
 * Trump, or another contract, was named.
 */
export type TrumpNamed = {
  /**
   * Who named it.
   */
  playerUuid: string,
  /**
   * What was named.
   */
  trump: TrumpName,
  /**
   * In nello: who plays no domino.
   */
  sitsOut: string | null,
  /**
   * Who leads.
   */
  currentTurn: string,
  /**
   * What follows.
   */
  gamePhase: Phase, };

/**
 * Why one of your dominoes may not be played now.
 */
export type Unplayable = {
  /**
   * The domino.
   */
  domino: string,
  /**
   * A stable word, as `must_follow_suit`.
   */
  reason: string,
  /**
   * A sentence for a player.
   */
  message: string, };

/**
 * The dominoes lie, and the auction begins.
 */
export type WaitingForBid = {
  /**
   * Who bids first.
   */
  currentTurn: string | null, };

/** What a client may send, by name. */
export type Commands = {
  place_bid: AtTable & PlaceBid;
  name_trump: AtTable & NameTrump;
  play_domino: AtTable & PlayDomino;
  lay_down: AtTable & LayDown;
};

/** What a client may hear, by name. */
export type Events = {
  shaker_drawn: Numbered & ShakerDrawn;
  dominoes_dealt: Numbered & DominoesDealt;
  waiting_for_bid: Numbered & WaitingForBid;
  bid_placed: Numbered & BidPlaced;
  bidding_won: Numbered & BiddingWon;
  hand_thrown_in: Numbered & HandThrownIn;
  trump_named: Numbered & TrumpNamed;
  domino_played: Numbered & DominoPlayed;
  trick_won: Numbered & TrickWon;
  hand_laid_down: Numbered & HandLaidDown;
  hand_scored: Numbered & HandScored;
};

/** `game_finished` at a table of this game. */
export type Finished = Numbered & GameFinished & Outcome;

/** What a viewer sees. */
export type View = TableView;

/** What a seat may do. */
export type Legal = Array<Choice>;

/** The events that announce a refused command, with two arguments: the sentence and the code. */
export type Invalid = "bid_invalid" | "play_domino_invalid";
