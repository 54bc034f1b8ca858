//! The messages of Texas 42, one struct each.
//!
//! Dominoes are texts such as `6-4`, players are ids, sides are `northSouth` and `eastWest`.
//! Nothing is decided or computed here.

use crate::bid;
use crate::breakdown::{Line, NamedSides};
use crate::declaration::{Declaration, Trump};
use crate::game_score::Stroke;
use crate::options::Mode;
use crate::sides::NORTH_SOUTH;
use crate::suit::Suit;
use kernel::{Scores, Side, Term, Vocabulary};
use pieces::{Domino, DominoSet};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// Every message of Texas 42.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    commands: &[
        Term::of::<PlaceBid>("place_bid"),
        Term::of::<NameTrump>("name_trump"),
        Term::of::<PlayDomino>("play_domino"),
        Term::of::<LayDown>("lay_down"),
    ],
    events: &[
        Term::of::<ShakerDrawn>("shaker_drawn"),
        Term::of::<DominoesDealt>("dominoes_dealt"),
        Term::of::<WaitingForBid>("waiting_for_bid"),
        Term::of::<BidPlaced>("bid_placed"),
        Term::of::<BiddingWon>("bidding_won"),
        Term::of::<HandThrownIn>("hand_thrown_in"),
        Term::of::<TrumpNamed>("trump_named"),
        Term::of::<DominoPlayed>("domino_played"),
        Term::of::<TrickWon>("trick_won"),
        Term::of::<HandLaidDown>("hand_laid_down"),
        Term::of::<HandScored>("hand_scored"),
    ],
    view: Some(Term::of::<TableView>("view")),
    legal: Some(Term::of::<Vec<Choice>>("legal")),
    outcome: Some(Term::of::<Outcome>("outcome")),
    ..Vocabulary::EMPTY
};

/// A bid: 30 to 41 points, or an object with its one word. 42 points are one mark.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub(super) enum Bid {
    /// A bid to take this many points.
    Points(u8),
    /// A bid to take every trick, for this many marks.
    Marks {
        /// The number of marks.
        marks: u8,
    },
    /// The same with four doubles, and the partner names trump.
    Plunge {
        /// The number of marks.
        plunge: u8,
    },
    /// The same with three doubles.
    Splash {
        /// The number of marks.
        splash: u8,
    },
}

/// A call in the auction.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub(super) enum Call {
    /// No bid.
    Pass(Pass),
    /// This bid.
    Bid(Bid),
}

/// The word for no bid.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pass {
    /// No bid.
    Pass,
}

/// A declaration: a suit as trump, follow me, or another contract.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TrumpName {
    Blanks,
    Aces,
    Deuces,
    Treys,
    Fours,
    Fives,
    Sixes,
    Doubles,
    FollowMe,
    Nello,
    Sevens,
}

/// A side: seats 0 and 2, or seats 1 and 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) enum Team {
    /// Seats 0 and 2.
    NorthSouth,
    /// Seats 1 and 3.
    EastWest,
}

impl From<Side> for Team {
    fn from(side: Side) -> Team {
        match side {
            NORTH_SOUTH => Team::NorthSouth,
            _ => Team::EastWest,
        }
    }
}

/// The phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// The dominoes are about to be dealt, or are being dealt.
    Dealing,
    /// A player must bid or pass.
    Bidding,
    /// A player must name trump.
    Naming,
    /// A player must play a domino.
    Playing,
    /// Somebody won.
    Gameover,
}

/// Bid or pass.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct PlaceBid {
    /// The call.
    pub(super) bid: Call,
}

/// Name trump, or another contract.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct NameTrump {
    /// The declaration.
    pub(super) trump: TrumpName,
}

/// Play a domino.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct PlayDomino {
    /// The domino, such as `6-4`; the ends in either order.
    pub(super) domino: Domino,
}

/// Show one's dominoes and claim all the rest, or none of it in nello.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct LayDown {}

/// An action that a seat may take now, in the form of its command.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub(super) enum Choice {
    /// Bid or pass.
    PlaceBid(PlaceBid),
    /// Name trump, or another contract.
    NameTrump(NameTrump),
    /// Play a domino.
    PlayDomino(PlayDomino),
    /// Claim the rest.
    LayDown(LayDown),
}

/// The first shaker was drawn.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShakerDrawn {
    /// The shaker of the first hand.
    pub(super) shaker_uuid: String,
}

/// Everyone has their dominoes.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DominoesDealt {
    /// Your own dominoes; empty for a spectator.
    pub(super) player_hand: DominoSet,
    /// The number of dominoes that each player holds.
    pub(super) hand_counts: BTreeMap<String, usize>,
    /// The shaker, who bids last.
    pub(super) shaker_uuid: String,
    /// The players in the order of bidding.
    pub(super) turn_order: Vec<String>,
    /// The number of the hand in the game, counted from 1.
    pub(super) hand: u32,
    /// The phase that follows.
    pub(super) game_phase: Phase,
}

/// The deal is complete, and the auction begins.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitingForBid {
    /// The player who bids first.
    pub(super) current_turn: Option<String>,
}

/// A call of the auction.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallMade {
    /// The player.
    pub(super) player_uuid: String,
    /// The call.
    pub(super) bid: Call,
}

/// The highest bid.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HighBid {
    /// The player.
    pub(super) player_uuid: String,
    /// The bid.
    pub(super) bid: Bid,
}

/// Somebody bid or passed.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct BidPlaced {
    /// The player.
    pub(super) player_uuid: String,
    /// The call.
    pub(super) bid: Call,
    /// Every call of the auction so far, in order.
    pub(super) bids: Vec<CallMade>,
    /// The highest bid so far.
    pub(super) high_bid: Option<HighBid>,
    /// The player who bids next, or `null`.
    pub(super) next_turn: Option<String>,
}

/// The auction is over, and this is the highest bid.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct BiddingWon {
    /// The winner of the auction.
    pub(super) player_uuid: String,
    /// The bid.
    pub(super) bid: Bid,
    /// The side that must make it.
    pub(super) bidding_team: Team,
    /// The player who names trump: the partner after a plunge or a splash.
    pub(super) current_turn: String,
    /// The phase that follows.
    pub(super) game_phase: Phase,
}

/// Everyone passed: nobody scores, and the shake moves on.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandThrownIn {
    /// The shaker of the hand.
    pub(super) shaker_uuid: Option<String>,
    /// The shaker of the next hand.
    pub(super) next_shaker_uuid: Option<String>,
}

/// Trump, or another contract, was named.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrumpNamed {
    /// The player who named it.
    pub(super) player_uuid: String,
    /// The declaration.
    pub(super) trump: TrumpName,
    /// In nello: the player who sits out.
    pub(super) sits_out: Option<String>,
    /// The player who leads.
    pub(super) current_turn: String,
    /// The phase that follows.
    pub(super) game_phase: Phase,
}

/// A domino on the table.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Laid {
    /// The player.
    pub(super) played_by: String,
    /// The domino.
    pub(super) domino: Domino,
}

/// Somebody played a domino.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DominoPlayed {
    /// The player.
    pub(super) played_by: String,
    /// The domino.
    pub(super) domino: Domino,
    /// The trick so far, the lead first.
    pub(super) current_trick: Vec<Laid>,
    /// The suit that must be followed; `null` in sevens, which has no suits.
    pub(super) led_suit: Option<Suit>,
    /// The number of dominoes that each player holds.
    pub(super) hand_counts: BTreeMap<String, usize>,
    /// The player who plays next to this trick; `null` when it is complete.
    pub(super) next_turn: Option<String>,
}

/// The tricks and points of a side in the hand.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Taken {
    /// The number of tricks.
    pub(super) tricks: usize,
    /// One for each trick, and the count.
    pub(super) points: u8,
    /// The fives and tens alone.
    pub(super) count: u8,
    /// Every domino in these tricks.
    pub(super) dominoes: DominoSet,
}

/// A trick was won.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrickWon {
    /// The winner.
    pub(super) player_uuid: String,
    /// The winner's side.
    pub(super) side: Team,
    /// The number of the trick in the hand, counted from 1.
    pub(super) trick: u8,
    /// The plays, the lead first.
    pub(super) plays: Vec<Laid>,
    /// Its points.
    pub(super) points: i32,
    /// The reasons for the points.
    pub(super) breakdown: Vec<Line>,
    /// The tricks and points of each side in the hand.
    pub(super) taken: NamedSides<Taken>,
    /// The player who leads the next trick; `null` when the hand is over.
    pub(super) next_turn: Option<String>,
}

/// A player showed their dominoes and claimed the rest, and that claim cannot fail.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandLaidDown {
    /// The player.
    pub(super) player_uuid: String,
    /// Their dominoes.
    pub(super) dominoes: DominoSet,
}

/// The result of a hand.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandResult {
    /// The winner of the auction.
    pub(super) bidder_uuid: String,
    /// Their side.
    pub(super) bidding_team: Team,
    /// The bid.
    pub(super) bid: Bid,
    /// The declaration.
    pub(super) trump: TrumpName,
    /// The points of each side.
    pub(super) points: NamedSides<u8>,
    /// Whether the bid was made.
    pub(super) bid_made: bool,
    /// Whether it was made or set, and why, in a sentence.
    pub(super) sentence: String,
    /// The player who laid down the rest, or `null`.
    pub(super) laid_down_by: Option<String>,
    /// The marks of the bidding side; 0 in the points game.
    pub(super) bidding_team_marks: u8,
    /// The marks of the other side; 0 in the points game.
    pub(super) opposing_team_marks: u8,
    /// The score of each side: marks, or points in the points game.
    pub(super) awards: NamedSides<u16>,
}

/// A hand is over and was scored.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandScored {
    /// The result.
    #[serde(flatten)]
    pub(super) result: HandResult,
    /// Every reason: the tricks, what each side took, the bid, and its score.
    pub(super) breakdown: Vec<Line>,
    /// Every scored hand of the game, oldest first, this one last.
    pub(super) history: Vec<HandResult>,
    /// The score of each side. Marks stop at the target, so that the last hand of a game may add
    /// less than its `awards`; points go on beyond it.
    pub(super) totals: NamedSides<u16>,
    /// The strokes of the word ALL that each side has drawn; empty in the points game.
    pub(super) strokes: NamedSides<Vec<Stroke>>,
    /// The score of each player.
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// The contract of the winner of the auction.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Contract {
    /// The winner of the auction.
    pub(super) bidder_uuid: String,
    /// Their side.
    pub(super) bidding_team: Team,
    /// The bid.
    pub(super) bid: Bid,
    /// The declaration, once it is named.
    pub(super) trump: Option<TrumpName>,
    /// In nello: the player who sits out.
    pub(super) sits_out: Option<String>,
}

/// A complete trick.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Trick {
    /// The winner.
    pub(super) player_uuid: String,
    /// The winner's side.
    pub(super) side: Team,
    /// The plays, the lead first.
    pub(super) plays: Vec<Laid>,
    /// Its points.
    pub(super) points: u8,
}

/// Why one of your dominoes may not be played now.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unplayable {
    /// The domino.
    pub(super) domino: Domino,
    /// A stable word, such as `must_follow_suit`.
    pub(super) reason: &'static str,
    /// A sentence for a player.
    pub(super) message: String,
}

/// The table as one viewer sees it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableView {
    /// The phase of the game.
    pub(super) phase: Phase,
    /// Marks or points.
    pub(super) game_type: Mode,
    /// The score that wins.
    pub(super) target: u16,
    /// The number of the hand in the game, counted from 1.
    pub(super) hand: u32,
    /// The shaker, who bids last.
    pub(super) shaker_uuid: Option<String>,
    /// From the shaker's left round to the shaker.
    pub(super) turn_order: Vec<String>,
    /// The player whose turn it is.
    pub(super) current_turn: Option<String>,
    /// The side of each player.
    pub(super) teams: BTreeMap<String, Team>,
    /// The partner of each player.
    pub(super) partners: BTreeMap<String, String>,
    /// Your own dominoes; empty for a spectator.
    pub(super) player_hand: DominoSet,
    /// Those of them that you may play now.
    pub(super) playable: DominoSet,
    /// When it is your turn to play, why you may not play the others.
    pub(super) unplayable: Vec<Unplayable>,
    /// The number of dominoes that each player holds.
    pub(super) hand_counts: BTreeMap<String, usize>,
    /// Every call of the auction so far, in order.
    pub(super) bids: Vec<CallMade>,
    /// The highest bid so far.
    pub(super) high_bid: Option<HighBid>,
    /// The contract, once the auction is over.
    pub(super) contract: Option<Contract>,
    /// The trick in play, the lead first.
    pub(super) current_trick: Vec<Laid>,
    /// The suit that must be followed in it.
    pub(super) led_suit: Option<Suit>,
    /// The complete tricks, oldest first.
    pub(super) tricks: Vec<Trick>,
    /// The tricks and points of each side in the hand.
    pub(super) taken: NamedSides<Taken>,
    /// The score of each side.
    pub(super) totals: NamedSides<u16>,
    /// The strokes of the word ALL that each side has drawn; empty in the points game.
    pub(super) strokes: NamedSides<Vec<Stroke>>,
    /// The score of each player.
    #[serde(flatten)]
    pub(super) scores: Scores,
    /// Every scored hand of the game, oldest first.
    pub(super) history: Vec<HandResult>,
    /// The side that won.
    pub(super) winning_team: Option<Team>,
}

/// The fields that the end of a game adds to `game_finished`.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Outcome {
    /// The side that won.
    pub(super) winning_team: Team,
    /// The score of each side.
    pub(super) totals: NamedSides<u16>,
    /// Every scored hand of the game, oldest first.
    pub(super) history: Vec<HandResult>,
}

impl From<bid::Bid> for Bid {
    fn from(bid: bid::Bid) -> Bid {
        match bid {
            bid::Bid::Points(points) => Bid::Points(points),
            bid::Bid::Marks(marks) => Bid::Marks { marks },
            bid::Bid::Plunge(plunge) => Bid::Plunge { plunge },
            bid::Bid::Splash(splash) => Bid::Splash { splash },
        }
    }
}

impl From<bid::Call> for Call {
    fn from(call: bid::Call) -> Call {
        match call {
            bid::Call::Pass => Call::Pass(Pass::Pass),
            bid::Call::Bid(bid) => Call::Bid(bid.into()),
        }
    }
}

impl From<Declaration> for TrumpName {
    fn from(declaration: Declaration) -> TrumpName {
        match declaration {
            Declaration::Trump(Trump::Blanks) => TrumpName::Blanks,
            Declaration::Trump(Trump::Aces) => TrumpName::Aces,
            Declaration::Trump(Trump::Deuces) => TrumpName::Deuces,
            Declaration::Trump(Trump::Treys) => TrumpName::Treys,
            Declaration::Trump(Trump::Fours) => TrumpName::Fours,
            Declaration::Trump(Trump::Fives) => TrumpName::Fives,
            Declaration::Trump(Trump::Sixes) => TrumpName::Sixes,
            Declaration::Trump(Trump::Doubles) => TrumpName::Doubles,
            Declaration::Trump(Trump::FollowMe) => TrumpName::FollowMe,
            Declaration::Nello => TrumpName::Nello,
            Declaration::Sevens => TrumpName::Sevens,
        }
    }
}
