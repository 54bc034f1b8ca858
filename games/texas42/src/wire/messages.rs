//! What Texas 42 says and hears, one struct for each message.
//!
//! Dominoes are texts as `6-4`, players are ids, sides are `northSouth` and
//! `eastWest`. Nothing is decided or computed here.

use crate::bid;
use crate::breakdown::{Line, Sides};
use crate::declaration::{Declaration, Trump};
use crate::game_score::Stroke;
use crate::options::Mode;
use crate::suit::Suit;
use kernel::{Scores, Term, Vocabulary};
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
    /// To take so many points.
    Points(u8),
    /// To take every trick, for so many marks.
    Marks {
        /// How many.
        marks: u8,
    },
    /// The same with four doubles, and the partner names trump.
    Plunge {
        /// For how many marks.
        plunge: u8,
    },
    /// The same with three doubles.
    Splash {
        /// For how many marks.
        splash: u8,
    },
}

/// What a seat says in the auction.
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

/// What may be named: a suit as trump, follow me, or another contract.
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

/// Where in the game the table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// The dominoes are about to be dealt, or still fly.
    Dealing,
    /// Somebody is to bid or pass.
    Bidding,
    /// Somebody is to name trump.
    Naming,
    /// Somebody is to play a domino.
    Playing,
    /// Somebody won.
    Gameover,
}

/// Bid or pass.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct PlaceBid {
    /// What is said.
    pub(super) bid: Call,
}

/// Name trump, or another contract.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct NameTrump {
    /// What is named.
    pub(super) trump: TrumpName,
}

/// Play a domino.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct PlayDomino {
    /// Which one, as `6-4`; the ends in either order.
    pub(super) domino: Domino,
}

/// Show one's dominoes and claim all the rest, in nello none of it.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct LayDown {}

/// Something that a seat may do now, in the form of its command.
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

/// Luck said who shakes first.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShakerDrawn {
    /// Who shakes the first hand.
    pub(super) shaker_uuid: String,
}

/// Everyone has their dominoes.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DominoesDealt {
    /// Your own dominoes; a spectator has none.
    pub(super) player_hand: DominoSet,
    /// How many dominoes each player holds.
    pub(super) hand_counts: BTreeMap<String, usize>,
    /// Who shook, and bids last.
    pub(super) shaker_uuid: String,
    /// Who bids in which order.
    pub(super) turn_order: Vec<String>,
    /// Which hand of the game it is, counted from 1.
    pub(super) hand: u32,
    /// What follows.
    pub(super) game_phase: Phase,
}

/// The dominoes lie, and the auction begins.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitingForBid {
    /// Who bids first.
    pub(super) current_turn: Option<String>,
}

/// A call of the auction.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallMade {
    /// Who made it.
    pub(super) player_uuid: String,
    /// What was said.
    pub(super) bid: Call,
}

/// The highest bid.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HighBid {
    /// Who made it.
    pub(super) player_uuid: String,
    /// The bid.
    pub(super) bid: Bid,
}

/// Somebody bid or passed.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct BidPlaced {
    /// Who.
    pub(super) player_uuid: String,
    /// What was said.
    pub(super) bid: Call,
    /// Every call of the auction so far, in order.
    pub(super) bids: Vec<CallMade>,
    /// The highest bid so far.
    pub(super) high_bid: Option<HighBid>,
    /// Who bids next, if anybody does.
    pub(super) next_turn: Option<String>,
}

/// All have spoken, and this is the highest bid.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct BiddingWon {
    /// Who won the auction.
    pub(super) player_uuid: String,
    /// With which bid.
    pub(super) bid: Bid,
    /// The side that must make it.
    pub(super) bidding_team: Team,
    /// Who names trump: after a plunge or a splash it is the partner.
    pub(super) current_turn: String,
    /// What follows.
    pub(super) game_phase: Phase,
}

/// Everyone passed: nobody scores, and the shake moves on.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandThrownIn {
    /// Who shook the hand.
    pub(super) shaker_uuid: Option<String>,
    /// Who shakes the next one.
    pub(super) next_shaker_uuid: Option<String>,
}

/// Trump, or another contract, was named.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrumpNamed {
    /// Who named it.
    pub(super) player_uuid: String,
    /// What was named.
    pub(super) trump: TrumpName,
    /// In nello: who plays no domino.
    pub(super) sits_out: Option<String>,
    /// Who leads.
    pub(super) current_turn: String,
    /// What follows.
    pub(super) game_phase: Phase,
}

/// A domino on the table.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Laid {
    /// Who played it.
    pub(super) played_by: String,
    /// Which one.
    pub(super) domino: Domino,
}

/// Somebody played a domino.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DominoPlayed {
    /// Who.
    pub(super) played_by: String,
    /// Which one.
    pub(super) domino: Domino,
    /// The trick so far, the lead first.
    pub(super) current_trick: Vec<Laid>,
    /// The suit that must be followed; in sevens there are no suits.
    pub(super) led_suit: Option<Suit>,
    /// How many dominoes each player holds.
    pub(super) hand_counts: BTreeMap<String, usize>,
    /// Who plays next to this trick; nobody when it is complete.
    pub(super) next_turn: Option<String>,
}

/// What a side has taken in the hand.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Taken {
    /// How many tricks.
    pub(super) tricks: usize,
    /// One for each trick, and the count.
    pub(super) points: u8,
    /// The fives and tens alone.
    pub(super) count: u8,
    /// Every domino in them.
    pub(super) dominoes: DominoSet,
}

/// A trick was won.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrickWon {
    /// Who won it.
    pub(super) player_uuid: String,
    /// For which side.
    pub(super) side: Team,
    /// Which trick of the hand, counted from 1.
    pub(super) trick: u8,
    /// Who played what, the lead first.
    pub(super) plays: Vec<Laid>,
    /// What it is worth.
    pub(super) points: i32,
    /// Why.
    pub(super) breakdown: Vec<Line>,
    /// What each side has taken in the hand.
    pub(super) taken: Sides<Taken>,
    /// Who leads the next trick; nobody when the hand is over.
    pub(super) next_turn: Option<String>,
}

/// Somebody showed their dominoes and claimed the rest, and that claim cannot fail.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandLaidDown {
    /// Who.
    pub(super) player_uuid: String,
    /// The dominoes that they held.
    pub(super) dominoes: DominoSet,
}

/// What came of a hand.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandResult {
    /// Who won the auction.
    pub(super) bidder_uuid: String,
    /// Their side.
    pub(super) bidding_team: Team,
    /// The bid.
    pub(super) bid: Bid,
    /// What was named.
    pub(super) trump: TrumpName,
    /// What each side took.
    pub(super) points: Sides<u8>,
    /// Whether the bid was made.
    pub(super) bid_made: bool,
    /// Whether it was made or set, and why, in a sentence.
    pub(super) sentence: String,
    /// Who laid down the rest, if somebody did.
    pub(super) laid_down_by: Option<String>,
    /// The marks of the bidding side; none in the points game.
    pub(super) bidding_team_marks: u8,
    /// The marks of the other side; none in the points game.
    pub(super) opposing_team_marks: u8,
    /// What each side scores: marks, or points in the points game.
    pub(super) awards: Sides<u16>,
}

/// A hand is over, and this is what it is worth.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandScored {
    /// What came of it.
    #[serde(flatten)]
    pub(super) result: HandResult,
    /// Every reason: the tricks, what each side took, the bid, and what is scored for it.
    pub(super) breakdown: Vec<Line>,
    /// Every hand of the game that was scored, oldest first, this one last.
    pub(super) history: Vec<HandResult>,
    /// The score of each side.
    pub(super) totals: Sides<u16>,
    /// What each side has drawn of the word ALL; nothing in the points game.
    pub(super) strokes: Sides<Vec<Stroke>>,
    /// The score of each player.
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// What the winner of the auction undertook.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Contract {
    /// Who won the auction.
    pub(super) bidder_uuid: String,
    /// Their side.
    pub(super) bidding_team: Team,
    /// The bid.
    pub(super) bid: Bid,
    /// What was named, once it is.
    pub(super) trump: Option<TrumpName>,
    /// In nello: who plays no domino.
    pub(super) sits_out: Option<String>,
}

/// A trick that somebody has won.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Trick {
    /// Who won it.
    pub(super) player_uuid: String,
    /// For which side.
    pub(super) side: Team,
    /// Who played what, the lead first.
    pub(super) plays: Vec<Laid>,
    /// What it is worth.
    pub(super) points: u8,
}

/// Why one of your dominoes may not be played now.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unplayable {
    /// The domino.
    pub(super) domino: Domino,
    /// A stable word, as `must_follow_suit`.
    pub(super) reason: &'static str,
    /// A sentence for a player.
    pub(super) message: String,
}

/// The table as one viewer sees it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableView {
    /// Where in the game we are.
    pub(super) phase: Phase,
    /// Marks or points.
    pub(super) game_type: Mode,
    /// The score that wins.
    pub(super) target: u16,
    /// Which hand of the game it is, counted from 1.
    pub(super) hand: u32,
    /// Who shook, and bids last.
    pub(super) shaker_uuid: Option<String>,
    /// From the shaker's left round to the shaker.
    pub(super) turn_order: Vec<String>,
    /// Whose turn it is.
    pub(super) current_turn: Option<String>,
    /// The side of each player.
    pub(super) teams: BTreeMap<String, Team>,
    /// The partner of each player.
    pub(super) partners: BTreeMap<String, String>,
    /// Your own dominoes; a spectator has none.
    pub(super) player_hand: DominoSet,
    /// Those of them that you may play now.
    pub(super) playable: DominoSet,
    /// At your turn to play, why you may not play the others.
    pub(super) unplayable: Vec<Unplayable>,
    /// How many dominoes each player holds.
    pub(super) hand_counts: BTreeMap<String, usize>,
    /// Every call of the auction so far, in order.
    pub(super) bids: Vec<CallMade>,
    /// The highest bid so far.
    pub(super) high_bid: Option<HighBid>,
    /// What is played for, once the auction is over.
    pub(super) contract: Option<Contract>,
    /// The trick in play, the lead first.
    pub(super) current_trick: Vec<Laid>,
    /// The suit that must be followed in it.
    pub(super) led_suit: Option<Suit>,
    /// The tricks that are complete, oldest first.
    pub(super) tricks: Vec<Trick>,
    /// What each side has taken in the hand.
    pub(super) taken: Sides<Taken>,
    /// The score of each side.
    pub(super) totals: Sides<u16>,
    /// What each side has drawn of the word ALL; nothing in the points game.
    pub(super) strokes: Sides<Vec<Stroke>>,
    /// The score of each player.
    #[serde(flatten)]
    pub(super) scores: Scores,
    /// Every hand of the game that was scored, oldest first.
    pub(super) history: Vec<HandResult>,
    /// The side that won.
    pub(super) winning_team: Option<Team>,
}

/// What the end of a game adds to `game_finished`.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Outcome {
    /// The side that won.
    pub(super) winning_team: Team,
    /// The score of each side.
    pub(super) totals: Sides<u16>,
    /// Every hand of the game that was scored, oldest first.
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
