// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type { AtTable, GameFinished, Numbered } from "./house";

/**
 * A bid: 30 to 41 points, or an object with its one word. 42 points are one mark.
 */
export type Bid = number | {
  /**
   * The number of marks.
   */
  marks: number, } | {
  /**
   * The number of marks.
   */
  plunge: number, } | {
  /**
   * The number of marks.
   */
  splash: number, };

/**
 * Somebody bid or passed.
 */
export type BidPlaced = {
  /**
   * The player.
   */
  playerUuid: string,
  /**
   * The call.
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
   * The player who bids next, or `null`.
   */
  nextTurn: string | null, };

/**
 * The auction is over, and this is the highest bid.
 */
export type BiddingWon = {
  /**
   * The winner of the auction.
   */
  playerUuid: string,
  /**
   * The bid.
   */
  bid: Bid,
  /**
   * The side that must make it.
   */
  biddingTeam: Team,
  /**
   * The player who names trump: the partner after a plunge or a splash.
   */
  currentTurn: string,
  /**
   * The phase that follows.
   */
  gamePhase: Phase, };

/**
 * A call in the auction.
 */
export type Call = Pass | Bid;

/**
 * A call of the auction.
 */
export type CallMade = {
  /**
   * The player.
   */
  playerUuid: string,
  /**
   * The call.
   */
  bid: Call, };

/**
 * An action that a seat may take now, in the form of its command.
 */
export type Choice = { "place_bid": PlaceBid } | { "name_trump": NameTrump } | { "play_domino": PlayDomino } | { "lay_down": LayDown };

/**
 * The contract of the winner of the auction.
 */
export type Contract = {
  /**
   * The winner of the auction.
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
   * The declaration, once it is named.
   */
  trump: TrumpName | null,
  /**
   * In nello: the player who sits out.
   */
  sitsOut: string | null, };

/**
 * Somebody played a domino.
 */
export type DominoPlayed = {
  /**
   * The player.
   */
  playedBy: string,
  /**
   * The domino.
   */
  domino: string,
  /**
   * The trick so far, the lead first.
   */
  currentTrick: Array<Laid>,
  /**
   * The suit that must be followed; `null` in sevens, which has no suits.
   */
  ledSuit: Suit | null,
  /**
   * The number of dominoes that each player holds.
   */
  handCounts: { [key in string]: number },
  /**
   * The player who plays next to this trick; `null` when it is complete.
   */
  nextTurn: string | null, };

/**
 * Everyone has their dominoes.
 */
export type DominoesDealt = {
  /**
   * Your own dominoes; empty for a spectator.
   */
  playerHand: Array<string>,
  /**
   * The number of dominoes that each player holds.
   */
  handCounts: { [key in string]: number },
  /**
   * The shaker, who bids last.
   */
  shakerUuid: string,
  /**
   * The players in the order of bidding.
   */
  turnOrder: Array<string>,
  /**
   * The number of the hand in the game, counted from 1.
   */
  hand: number,
  /**
   * The phase that follows.
   */
  gamePhase: Phase, };

/**
 * A player showed their dominoes and claimed the rest, and that claim cannot fail.
 */
export type HandLaidDown = {
  /**
   * The player.
   */
  playerUuid: string,
  /**
   * Their dominoes.
   */
  dominoes: Array<string>, };

/**
 * The result of a hand.
 */
export type HandResult = {
  /**
   * The winner of the auction.
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
   * The declaration.
   */
  trump: TrumpName,
  /**
   * The points of each side.
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
   * The player who laid down the rest, or `null`.
   */
  laidDownBy: string | null,
  /**
   * The marks of the bidding side; 0 in the points game.
   */
  biddingTeamMarks: number,
  /**
   * The marks of the other side; 0 in the points game.
   */
  opposingTeamMarks: number,
  /**
   * The score of each side: marks, or points in the points game.
   */
  awards: Sides<number>, };

/**
 * A hand is over and was scored.
 */
export type HandScored = {
  /**
   * Every reason: the tricks, what each side took, the bid, and its score.
   */
  breakdown: Array<Line>,
  /**
   * Every scored hand of the game, oldest first, this one last.
   */
  history: Array<HandResult>,
  /**
   * The score of each side. Marks stop at the target, so that the last hand of a game may add
   * less than its `awards`; points go on beyond it.
   */
  totals: Sides<number>,
  /**
   * The strokes of the word ALL that each side has drawn; empty in the points game.
   */
  strokes: Sides<Array<Stroke>>,
  /**
   * The winner of the auction.
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
   * The declaration.
   */
  trump: TrumpName,
  /**
   * The points of each side.
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
   * The player who laid down the rest, or `null`.
   */
  laidDownBy: string | null,
  /**
   * The marks of the bidding side; 0 in the points game.
   */
  biddingTeamMarks: number,
  /**
   * The marks of the other side; 0 in the points game.
   */
  opposingTeamMarks: number,
  /**
   * The score of each side: marks, or points in the points game.
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
   * The shaker of the hand.
   */
  shakerUuid: string | null,
  /**
   * The shaker of the next hand.
   */
  nextShakerUuid: string | null, };

/**
 * The highest bid.
 */
export type HighBid = {
  /**
   * The player.
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
   * The player.
   */
  playedBy: string,
  /**
   * The domino.
   */
  domino: string, };

/**
 * Show one's dominoes and claim all the rest, or none of it in nello.
 */
export type LayDown = Record<symbol, never>;

/**
 * One line of an explained score, as it is written in JSON.
 */
export type Line = {
  /**
   * The kind of line.
   */
  type: LineKind,
  /**
   * The number of its trick, counted from 1.
   */
  trick?: number,
  /**
   * The side it is about: `northSouth` or `eastWest`.
   */
  side: string,
  /**
   * Its points.
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
 * The kind of a line of an explained score.
 */
export type LineKind = "trick" | "five_count" | "ten_count" | "laid_down" | "side_points" | "bid" | "made" | "set" | "marks" | "points_taken" | "points_bid" | "low_no";

/**
 * The way in which the score is kept.
 */
export type Mode = "marks" | "points";

/**
 * Name trump, or another contract.
 */
export type NameTrump = {
  /**
   * The declaration.
   */
  trump: TrumpName, };

/**
 * The fields that the end of a game adds to `game_finished`.
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
   * Every scored hand of the game, oldest first.
   */
  history: Array<HandResult>, };

/**
 * The word for no bid.
 */
export type Pass = "pass";

/**
 * The phase of the game.
 */
export type Phase = "dealing" | "bidding" | "naming" | "playing" | "gameover";

/**
 * Bid or pass.
 */
export type PlaceBid = {
  /**
   * The call.
   */
  bid: Call, };

/**
 * Play a domino.
 */
export type PlayDomino = {
  /**
   * The domino, such as `6-4`; the ends in either order.
   */
  domino: string, };

/**
 * The first shaker was drawn.
 */
export type ShakerDrawn = {
  /**
   * The shaker of the first hand.
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
 * A stroke of the word ALL, which records a mark.
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
   * The phase of the game.
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
   * The number of the hand in the game, counted from 1.
   */
  hand: number,
  /**
   * The shaker, who bids last.
   */
  shakerUuid: string | null,
  /**
   * From the shaker's left round to the shaker.
   */
  turnOrder: Array<string>,
  /**
   * The player whose turn it is.
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
   * Your own dominoes; empty for a spectator.
   */
  playerHand: Array<string>,
  /**
   * Those of them that you may play now.
   */
  playable: Array<string>,
  /**
   * When it is your turn to play, why you may not play the others.
   */
  unplayable: Array<Unplayable>,
  /**
   * The number of dominoes that each player holds.
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
   * The contract, once the auction is over.
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
   * The complete tricks, oldest first.
   */
  tricks: Array<Trick>,
  /**
   * The tricks and points of each side in the hand.
   */
  taken: Sides<Taken>,
  /**
   * The score of each side.
   */
  totals: Sides<number>,
  /**
   * The strokes of the word ALL that each side has drawn; empty in the points game.
   */
  strokes: Sides<Array<Stroke>>,
  /**
   * Every scored hand of the game, oldest first.
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
 * The tricks and points of a side in the hand.
 */
export type Taken = {
  /**
   * The number of tricks.
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
   * Every domino in these tricks.
   */
  dominoes: Array<string>, };

/**
 * A side: seats 0 and 2, or seats 1 and 3.
 */
export type Team = "northSouth" | "eastWest";

/**
 * A complete trick.
 */
export type Trick = {
  /**
   * The winner.
   */
  playerUuid: string,
  /**
   * The winner's side.
   */
  side: Team,
  /**
   * The plays, the lead first.
   */
  plays: Array<Laid>,
  /**
   * Its points.
   */
  points: number, };

/**
 * A trick was won.
 */
export type TrickWon = {
  /**
   * The winner.
   */
  playerUuid: string,
  /**
   * The winner's side.
   */
  side: Team,
  /**
   * The number of the trick in the hand, counted from 1.
   */
  trick: number,
  /**
   * The plays, the lead first.
   */
  plays: Array<Laid>,
  /**
   * Its points.
   */
  points: number,
  /**
   * The reasons for the points.
   */
  breakdown: Array<Line>,
  /**
   * The tricks and points of each side in the hand.
   */
  taken: Sides<Taken>,
  /**
   * The player who leads the next trick; `null` when the hand is over.
   */
  nextTurn: string | null, };

/**
 * A declaration: a suit as trump, follow me, or another contract.
 */
export type TrumpName = "blanks" | "aces" | "deuces" | "treys" | "fours" | "fives" | "sixes" | "doubles" | "follow-me" | "nello" | "sevens";

/**
 * Trump, or another contract, was named.
 */
export type TrumpNamed = {
  /**
   * The player who named it.
   */
  playerUuid: string,
  /**
   * The declaration.
   */
  trump: TrumpName,
  /**
   * In nello: the player who sits out.
   */
  sitsOut: string | null,
  /**
   * The player who leads.
   */
  currentTurn: string,
  /**
   * The phase that follows.
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
   * A stable word, such as `must_follow_suit`.
   */
  reason: string,
  /**
   * A sentence for a player.
   */
  message: string, };

/**
 * The deal is complete, and the auction begins.
 */
export type WaitingForBid = {
  /**
   * The player who bids first.
   */
  currentTurn: string | null, };

/** The commands that a client may send, by name. */
export type Commands = {
  place_bid: AtTable & PlaceBid;
  name_trump: AtTable & NameTrump;
  play_domino: AtTable & PlayDomino;
  lay_down: AtTable & LayDown;
};

/** The events that a client may hear, by name. */
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

/** The view of a viewer. */
export type View = TableView;

/** The legal actions of a seat. */
export type Legal = Array<Choice>;

/** The events that announce a refused command, with two arguments: the sentence and the code. */
export type Invalid = "bid_invalid" | "play_domino_invalid";
