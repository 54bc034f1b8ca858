// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type { AtTable, GameFinished, Numbered } from "./house";

/**
 * Everybody has thrown. The name is the same if more than two play.
 */
export type BothDiscarded = { cribCount: number,
  /**
   * The player who leads.
   */
  currentTurn: string, gamePhase: GamePhase, };

/**
 * A card with its value in the play.
 */
export type Card = { suit: Suit, rank: Rank, value: number, };

/**
 * A card was played. The point for a last card is in the breakdown of that card.
 */
export type CardPlayed = { playedCard: Card, playedBy: string,
  /**
   * The count after it.
   */
  runningTotal: number,
  /**
   * Its score.
   */
  score: number, breakdown: Array<Item>,
  /**
   * The next player who can play, or `null`.
   */
  nextTurn: string | null,
  /**
   * The cards of the whole deal.
   */
  playedCards: Array<PlayedCard>,
  /**
   * The score of the player.
   */
  newScore: number,
  /**
   * The position of their front peg: the same number.
   */
  pegPosition: number,
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
 * The cards are dealt.
 */
export type CardsDealt = {
  /**
   * Your own cards; empty for a spectator.
   */
  playerHand: Array<Card>,
  /**
   * The number of cards that each player holds.
   */
  handCounts: { [key in string]: number }, cribCount: number, dealerUuid: string,
  /**
   * From the dealer's left round to the dealer.
   */
  turnOrder: Array<string>, gamePhase: GamePhase,
  /**
   * The name of seat 0.
   */
  p1Nickname: string,
  /**
   * The name of seat 1.
   */
  p2Nickname: string,
  /**
   * The name of seat 2, if there are more than two seats.
   */
  p3Nickname?: string,
  /**
   * The name of seat 3, if there are four seats.
   */
  p4Nickname?: string, };

/**
 * Somebody threw to the crib.
 */
export type CardsDiscarded = { playerUuid: string,
  /**
   * The number of cards that they threw.
   */
  count: number,
  /**
   * The number of cards that are in the crib now.
   */
  cribCount: number,
  /**
   * The cards; sent only to the player who threw them.
   */
  cards?: Array<Card>, };

/**
 * An action of a seat: a command and its fields.
 */
export type Choice = { "discard_cards": DiscardCards } | { "play_card": PlayCard } | { "claim_count": ClaimCount } | { "claim_muggins": ClaimMuggins };

/**
 * States the count of one's hand or crib, where players count for themselves.
 */
export type ClaimCount = {
  /**
   * The points.
   */
  points: number, };

/**
 * Claims points that the counter missed, at tables that play muggins. 0 claims nothing.
 */
export type ClaimMuggins = {
  /**
   * The points.
   */
  points: number, };

/**
 * The owner of a hand or a crib stated its count.
 */
export type CountClaimed = { playerUuid: string, kind: HandOrCrib,
  /**
   * The stated points.
   */
  points: number,
  /**
   * The points pegged: never more than the true count.
   */
  score: number,
  /**
   * The score of the player who stated it.
   */
  newScore: number,
  /**
   * The position of their front peg: the same number.
   */
  pegPosition: number,
  /**
   * The player who may claim muggins, or `null`.
   */
  currentTurn: string | null,
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
 * A new count begins.
 */
export type CountReset = { nextTurn: string,
  /**
   * Always 0.
   */
  runningTotal: number, };

/**
 * The true count of the crib.
 */
export type CribScored = { dealerUuid: string, cards: Array<Card>,
  /**
   * The points.
   */
  score: number, breakdown: Array<Item>,
  /**
   * The points by kind, with multiple runs split into runs and pairs.
   */
  totals: Totals,
  /**
   * The points that their owner stated; `null` if the house counts.
   */
  stated: number | null,
  /**
   * The points that this message pegs: 0 if the owner's statement was pegged before.
   */
  pegged: number,
  /**
   * The score of the owner.
   */
  newScore: number,
  /**
   * The position of their front peg: the same number.
   */
  pegPosition: number,
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
 * A card that was cut for the deal.
 */
export type Cut = { playerUuid: string, card: Card, };

/**
 * The seats cut for the deal; the lowest card deals.
 */
export type DealerCut = { cuts: Array<Cut>,
  /**
   * The dealer; `null` in a tie.
   */
  dealerUuid: string | null,
  /**
   * The players who must cut again.
   */
  tied: Array<string>, };

/**
 * Throws to the crib: two cards each for two players, one each for three or four.
 */
export type DiscardCards = {
  /**
   * The cards. `discardedCards` is read too.
   */
  cards: Array<Card>, };

/**
 * The phase of the game.
 */
export type GamePhase = "dealing" | "discard" | "pegging" | "counting" | "gameover";

/**
 * A player with cards left cannot play. Sent once per count.
 */
export type GoSaid = { playerUuid: string, };

/**
 * Whether four cards are counted as a hand or as the crib. A crib's flush needs the starter.
 */
export type HandOrCrib = "hand" | "crib";

/**
 * The true count of a hand.
 */
export type HandScored = { playerUuid: string, cards: Array<Card>,
  /**
   * The points.
   */
  score: number, breakdown: Array<Item>,
  /**
   * The points by kind, with multiple runs split into runs and pairs.
   */
  totals: Totals,
  /**
   * The points that their owner stated; `null` if the house counts.
   */
  stated: number | null,
  /**
   * The points that this message pegs: 0 if the owner's statement was pegged before.
   */
  pegged: number,
  /**
   * The score of the owner.
   */
  newScore: number,
  /**
   * The position of their front peg: the same number.
   */
  pegPosition: number,
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
 * A hand or a crib lies face up, and its owner must count it. Only where players count for
 * themselves.
 */
export type HandShown = { playerUuid: string, kind: HandOrCrib, cards: Array<Card>, currentTurn: string, gamePhase: GamePhase, };

/**
 * An item of a score.
 */
export type Item = {
  /**
   * The rule that gave the points.
   */
  type: Rule, points: number,
  /**
   * The cards that make it.
   */
  cards: Array<Card>,
  /**
   * The rule in words, such as "Pair".
   */
  description: string, };

/**
 * The size of a loss.
 */
export type Loss = "plain" | "skunk" | "double_skunk";

/**
 * An opponent claimed points that the counter missed, or claimed none.
 */
export type MugginsClaimed = { playerUuid: string,
  /**
   * The claimed points.
   */
  points: number,
  /**
   * The points pegged: never more than were missed.
   */
  score: number,
  /**
   * The score of the player who claimed.
   */
  newScore: number,
  /**
   * The position of their front peg: the same number.
   */
  pegPosition: number,
  /**
   * The player who may claim next, or `null`.
   */
  currentTurn: string | null,
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
 * A hand or a crib that waits for a player's statement.
 */
export type OpenCount = {
  /**
   * The owner.
   */
  playerUuid: string, kind: HandOrCrib, cards: Array<Card>,
  /**
   * The points that its owner stated.
   */
  stated: number | null,
  /**
   * The player who is asked whether something was missed.
   */
  asked: string | null, };

/**
 * The fields that the end of a game adds to its announcement.
 */
export type Outcome = {
  /**
   * The size of each player's loss; `null` for the winner.
   */
  losses: { [key in string]: Loss | null },
  /**
   * Games won so far in the match.
   */
  matchScore: { [key in string]: number }, };

/**
 * The play is over, and hands are counted.
 */
export type PeggingFinished = { gamePhase: GamePhase, };

/**
 * The play begins.
 */
export type PeggingStarted = {
  /**
   * The player who leads.
   */
  currentTurn: string, };

/**
 * Plays a card. A go is said for you automatically.
 */
export type PlayCard = {
  /**
   * The card.
   */
  card: Card, };

/**
 * A card on the table.
 */
export type PlayedCard = {
  /**
   * The player who played it.
   */
  playedBy: string, card: Card, };

/**
 * A rank from ace (1) to king (13).
 */
export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K";

/**
 * A rule that gives points.
 */
export type Rule = "DOUBLE_RUN_OF_4" | "QUADRUPLE_RUN_OF_3" | "TRIPLE_RUN_OF_3" | "DOUBLE_RUN_OF_3" | "RUN_OF_5" | "RUN_OF_4" | "RUN_OF_3" | "FOUR_OF_A_KIND" | "THREE_OF_A_KIND" | "PAIR" | "FIFTEEN" | "FLUSH_5" | "FLUSH_4" | "RIGHT_JACK" | "PEGGING_FIFTEEN" | "PEGGING_THIRTY_ONE" | "PEGGING_FOUR_OF_A_KIND" | "PEGGING_THREE_OF_A_KIND" | "PEGGING_PAIR" | "PEGGING_RUN_OF_7" | "PEGGING_RUN_OF_6" | "PEGGING_RUN_OF_5" | "PEGGING_RUN_OF_4" | "PEGGING_RUN_OF_3" | "LAST_CARD" | "HEELS";

/**
 * The starter is turned up; a jack scores two for the dealer, his heels.
 */
export type StarterCut = { card: Card, dealerUuid: string | null,
  /**
   * The dealer's score for it.
   */
  score: number, breakdown: Array<Item>,
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
 * A suit, in the order in which equal ranks are listed: spades, hearts, diamonds, clubs.
 */
export type Suit = "spades" | "hearts" | "diamonds" | "clubs";

/**
 * The table as a viewer sees it.
 */
export type TableView = { phase: GamePhase,
  /**
   * Your own cards; empty for a spectator.
   */
  playerHand: Array<Card>,
  /**
   * The cards that you threw to the crib.
   */
  thrown: Array<Card>,
  /**
   * The number of cards that each player holds.
   */
  handCounts: { [key in string]: number },
  /**
   * The players who have thrown to the crib.
   */
  discarded: Array<string>, cribCount: number, starter: Card | null,
  /**
   * The cards of the whole deal.
   */
  playedCards: Array<PlayedCard>,
  /**
   * The cards of this count.
   */
  stack: Array<Card>,
  /**
   * The count.
   */
  runningTotal: number,
  /**
   * The players who said go in this count.
   */
  saidGo: Array<string>,
  /**
   * The hand or crib that waits for a player's statement.
   */
  count: OpenCount | null, scores: { [key in string]: number },
  /**
   * The positions of the front pegs: the same numbers.
   */
  pegPositions: { [key in string]: number },
  /**
   * The positions of the back pegs.
   */
  backPegs: { [key in string]: number }, dealerUuid: string | null,
  /**
   * The number of the deal, from 1.
   */
  deal: number,
  /**
   * The score that wins.
   */
  target: number,
  /**
   * The player whose turn it is, if it is one player's turn.
   */
  currentTurn: string | null,
  /**
   * From the dealer's left round to the dealer.
   */
  turnOrder: Array<string>, outcome: Outcome | null, };

/**
 * The points of a count by category.
 *
 * A multiple run counts its runs under `runs` and its groups under `pairs`.
 * Thirty-one, the last card and heels belong to no category.
 */
export type Totals = {
  /**
   * Points for fifteens.
   */
  fifteens: number,
  /**
   * Points for pairs, three and four of a kind.
   */
  pairs: number,
  /**
   * Points for runs.
   */
  runs: number,
  /**
   * Points for a flush.
   */
  flush: number,
  /**
   * The point for his nobs.
   */
  nobs: number, };

/**
 * The deal is complete: throw to the crib.
 */
export type WaitingForDiscard = {
  /**
   * The number of cards that each player throws.
   */
  count: number, };

/** The commands that a client may send, by name. */
export type Commands = {
  discard_cards: AtTable & DiscardCards;
  play_card: AtTable & PlayCard;
  claim_count: AtTable & ClaimCount;
  claim_muggins: AtTable & ClaimMuggins;
};

/** The events that a client may hear, by name. */
export type Events = {
  dealer_cut: Numbered & DealerCut;
  cards_dealt: Numbered & CardsDealt;
  waiting_for_discard: Numbered & WaitingForDiscard;
  cards_discarded: Numbered & CardsDiscarded;
  both_discarded: Numbered & BothDiscarded;
  starter_cut: Numbered & StarterCut;
  pegging_started: Numbered & PeggingStarted;
  card_played: Numbered & CardPlayed;
  go_said: Numbered & GoSaid;
  count_reset: Numbered & CountReset;
  pegging_finished: Numbered & PeggingFinished;
  hand_shown: Numbered & HandShown;
  count_claimed: Numbered & CountClaimed;
  muggins_claimed: Numbered & MugginsClaimed;
  hand_scored: Numbered & HandScored;
  crib_scored: Numbered & CribScored;
};

/** `game_finished` at a table of this game. */
export type Finished = Numbered & GameFinished & Outcome;

/** The view of a viewer. */
export type View = TableView;

/** The legal actions of a seat. */
export type Legal = Array<Choice>;

/** The events that announce a refused command, with two arguments: the sentence and the code. */
export type Invalid = "discard_invalid" | "play_card_invalid";
