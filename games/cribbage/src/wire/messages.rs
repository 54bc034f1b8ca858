//! The messages of cribbage on the wire.
//!
//! These structs are what is written and read; their JSON Schema and their TypeScript come from
//! them too, comments included. Fields have the names that clients know. This module knows no
//! rules, and not who may see what.

use std::collections::BTreeMap;

use kernel::{Scores, Term, Vocabulary};
use pieces::{CardSet, Rank, Suit};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

use crate::score::{self, HandOrCrib, Totals, peg_value};
use crate::state::Loss;

/// Every message of cribbage.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    commands: &[
        Term::of::<DiscardCards>("discard_cards"),
        Term::of::<PlayCard>("play_card"),
        Term::of::<ClaimCount>("claim_count"),
        Term::of::<ClaimMuggins>("claim_muggins"),
    ],
    events: &[
        Term::of::<DealerCut>("dealer_cut"),
        Term::of::<CardsDealt>("cards_dealt"),
        Term::of::<WaitingForDiscard>("waiting_for_discard"),
        Term::of::<CardsDiscarded>("cards_discarded"),
        Term::of::<BothDiscarded>("both_discarded"),
        Term::of::<StarterCut>("starter_cut"),
        Term::of::<PeggingStarted>("pegging_started"),
        Term::of::<CardPlayed>("card_played"),
        Term::of::<GoSaid>("go_said"),
        Term::of::<CountReset>("count_reset"),
        Term::of::<PeggingFinished>("pegging_finished"),
        Term::of::<HandShown>("hand_shown"),
        Term::of::<CountClaimed>("count_claimed"),
        Term::of::<MugginsClaimed>("muggins_claimed"),
        Term::of::<HandScored>("hand_scored"),
        Term::of::<CribScored>("crib_scored"),
    ],
    view: Some(Term::of::<TableView>("view")),
    legal: Some(Term::of::<Vec<Choice>>("legal")),
    outcome: Some(Term::of::<Outcome>("outcome")),
    ..Vocabulary::EMPTY
};

/// A card with its value in the play.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
pub(super) struct Card {
    pub(super) suit: Suit,
    pub(super) rank: Rank,
    pub(super) value: u8,
}

impl From<pieces::Card> for Card {
    fn from(card: pieces::Card) -> Card {
        Card {
            suit: card.suit(),
            rank: card.rank(),
            value: peg_value(card.rank()),
        }
    }
}

/// The cards in the form that clients know.
pub(super) fn cards(cards: CardSet) -> Vec<Card> {
    cards.iter().map(Card::from).collect()
}

/// The phase of the game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub(super) enum GamePhase {
    /// The cards are being dealt.
    Dealing,
    /// Everybody throws to the crib.
    Discard,
    /// Cards are played.
    Pegging,
    /// Hands and crib are counted.
    Counting,
    /// Somebody has won.
    GameOver,
}

/// A card on the table.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayedCard {
    /// The player who played it.
    pub(super) played_by: String,
    pub(super) card: Card,
}

/// A rule that gives points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Rule {
    #[serde(rename = "DOUBLE_RUN_OF_4")]
    DoubleRunOf4,
    #[serde(rename = "QUADRUPLE_RUN_OF_3")]
    QuadrupleRunOf3,
    #[serde(rename = "TRIPLE_RUN_OF_3")]
    TripleRunOf3,
    #[serde(rename = "DOUBLE_RUN_OF_3")]
    DoubleRunOf3,
    #[serde(rename = "RUN_OF_5")]
    RunOf5,
    #[serde(rename = "RUN_OF_4")]
    RunOf4,
    #[serde(rename = "RUN_OF_3")]
    RunOf3,
    FourOfAKind,
    ThreeOfAKind,
    Pair,
    Fifteen,
    #[serde(rename = "FLUSH_5")]
    Flush5,
    #[serde(rename = "FLUSH_4")]
    Flush4,
    RightJack,
    PeggingFifteen,
    PeggingThirtyOne,
    PeggingFourOfAKind,
    PeggingThreeOfAKind,
    PeggingPair,
    #[serde(rename = "PEGGING_RUN_OF_7")]
    PeggingRunOf7,
    #[serde(rename = "PEGGING_RUN_OF_6")]
    PeggingRunOf6,
    #[serde(rename = "PEGGING_RUN_OF_5")]
    PeggingRunOf5,
    #[serde(rename = "PEGGING_RUN_OF_4")]
    PeggingRunOf4,
    #[serde(rename = "PEGGING_RUN_OF_3")]
    PeggingRunOf3,
    LastCard,
    Heels,
}

/// An item of a score.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub(super) struct Item {
    /// The rule that gave the points.
    #[serde(rename = "type")]
    pub(super) rule: Rule,
    pub(super) points: i32,
    /// The cards that make it.
    pub(super) cards: Vec<Card>,
    /// The rule in words, such as "Pair".
    pub(super) description: &'static str,
}

impl From<score::Rule> for Rule {
    fn from(rule: score::Rule) -> Rule {
        match rule {
            score::Rule::DoubleRunOf4 => Rule::DoubleRunOf4,
            score::Rule::QuadrupleRunOf3 => Rule::QuadrupleRunOf3,
            score::Rule::TripleRunOf3 => Rule::TripleRunOf3,
            score::Rule::DoubleRunOf3 => Rule::DoubleRunOf3,
            score::Rule::RunOf5 => Rule::RunOf5,
            score::Rule::RunOf4 => Rule::RunOf4,
            score::Rule::RunOf3 => Rule::RunOf3,
            score::Rule::FourOfAKind => Rule::FourOfAKind,
            score::Rule::ThreeOfAKind => Rule::ThreeOfAKind,
            score::Rule::Pair => Rule::Pair,
            score::Rule::Fifteen => Rule::Fifteen,
            score::Rule::Flush5 => Rule::Flush5,
            score::Rule::Flush4 => Rule::Flush4,
            score::Rule::RightJack => Rule::RightJack,
            score::Rule::PeggingFifteen => Rule::PeggingFifteen,
            score::Rule::PeggingThirtyOne => Rule::PeggingThirtyOne,
            score::Rule::PeggingFourOfAKind => Rule::PeggingFourOfAKind,
            score::Rule::PeggingThreeOfAKind => Rule::PeggingThreeOfAKind,
            score::Rule::PeggingPair => Rule::PeggingPair,
            score::Rule::PeggingRunOf7 => Rule::PeggingRunOf7,
            score::Rule::PeggingRunOf6 => Rule::PeggingRunOf6,
            score::Rule::PeggingRunOf5 => Rule::PeggingRunOf5,
            score::Rule::PeggingRunOf4 => Rule::PeggingRunOf4,
            score::Rule::PeggingRunOf3 => Rule::PeggingRunOf3,
            score::Rule::LastCard => Rule::LastCard,
            score::Rule::Heels => Rule::Heels,
        }
    }
}

/// The items of a score.
pub(super) fn breakdown(tally: &score::Tally) -> Vec<Item> {
    let item = |item: &score::Item| Item {
        rule: item.rule.into(),
        points: item.points,
        cards: item.pieces.iter().copied().map(Card::from).collect(),
        description: item.rule.description(),
    };
    tally.items().iter().map(item).collect()
}

/// The seats cut for the deal; the lowest card deals.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DealerCut {
    pub(super) cuts: Vec<Cut>,
    /// The dealer; `null` in a tie.
    pub(super) dealer_uuid: Option<String>,
    /// The players who must cut again.
    pub(super) tied: Vec<String>,
}

/// A card that was cut for the deal.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Cut {
    pub(super) player_uuid: String,
    pub(super) card: Card,
}

/// The cards are dealt.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardsDealt {
    /// Your own cards; empty for a spectator.
    pub(super) player_hand: Vec<Card>,
    /// The number of cards that each player holds.
    pub(super) hand_counts: BTreeMap<String, u8>,
    pub(super) crib_count: u8,
    pub(super) dealer_uuid: String,
    /// From the dealer's left round to the dealer.
    pub(super) turn_order: Vec<String>,
    pub(super) game_phase: GamePhase,
    /// The name of seat 0.
    pub(super) p1_nickname: String,
    /// The name of seat 1.
    pub(super) p2_nickname: String,
    /// The name of seat 2, if there are more than two seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) p3_nickname: Option<String>,
    /// The name of seat 3, if there are four seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) p4_nickname: Option<String>,
}

/// The deal is complete: throw to the crib.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct WaitingForDiscard {
    /// The number of cards that each player throws.
    pub(super) count: usize,
}

/// Somebody threw to the crib.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardsDiscarded {
    pub(super) player_uuid: String,
    /// The number of cards that they threw.
    pub(super) count: usize,
    /// The number of cards that are in the crib now.
    pub(super) crib_count: u8,
    /// The cards; sent only to the player who threw them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) cards: Option<Vec<Card>>,
}

/// Everybody has thrown. The name is the same if more than two play.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct BothDiscarded {
    pub(super) crib_count: u8,
    /// The player who leads.
    pub(super) current_turn: String,
    pub(super) game_phase: GamePhase,
}

/// The starter is turned up; a jack scores two for the dealer, his heels.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct StarterCut {
    pub(super) card: Card,
    pub(super) dealer_uuid: Option<String>,
    /// The dealer's score for it.
    pub(super) score: i32,
    pub(super) breakdown: Vec<Item>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// The play begins.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct PeggingStarted {
    /// The player who leads.
    pub(super) current_turn: String,
}

/// A card was played. The point for a last card is in the breakdown of that card.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardPlayed {
    pub(super) played_card: Card,
    pub(super) played_by: String,
    /// The count after it.
    pub(super) running_total: u8,
    /// Its score.
    pub(super) score: i32,
    pub(super) breakdown: Vec<Item>,
    /// The next player who can play, or `null`.
    pub(super) next_turn: Option<String>,
    /// The cards of the whole deal.
    pub(super) played_cards: Vec<PlayedCard>,
    /// The score of the player.
    pub(super) new_score: i32,
    /// The position of their front peg: the same number.
    pub(super) peg_position: i32,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// A player with cards left cannot play. Sent once per count.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct GoSaid {
    pub(super) player_uuid: String,
}

/// A new count begins.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CountReset {
    pub(super) next_turn: String,
    /// Always 0.
    pub(super) running_total: u8,
}

/// The play is over, and hands are counted.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct PeggingFinished {
    pub(super) game_phase: GamePhase,
}

/// A hand or a crib lies face up, and its owner must count it. Only where players count for
/// themselves.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandShown {
    pub(super) player_uuid: String,
    pub(super) kind: HandOrCrib,
    pub(super) cards: Vec<Card>,
    pub(super) current_turn: String,
    pub(super) game_phase: GamePhase,
}

/// The owner of a hand or a crib stated its count.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CountClaimed {
    pub(super) player_uuid: String,
    pub(super) kind: HandOrCrib,
    /// The stated points.
    pub(super) points: u8,
    /// The points pegged: never more than the true count.
    pub(super) score: u8,
    /// The score of the player who stated it.
    pub(super) new_score: i32,
    /// The position of their front peg: the same number.
    pub(super) peg_position: i32,
    /// The player who may claim muggins, or `null`.
    pub(super) current_turn: Option<String>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// An opponent claimed points that the counter missed, or claimed none.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct MugginsClaimed {
    pub(super) player_uuid: String,
    /// The claimed points.
    pub(super) points: u8,
    /// The points pegged: never more than were missed.
    pub(super) score: u8,
    /// The score of the player who claimed.
    pub(super) new_score: i32,
    /// The position of their front peg: the same number.
    pub(super) peg_position: i32,
    /// The player who may claim next, or `null`.
    pub(super) current_turn: Option<String>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// The true count of a hand.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandScored {
    pub(super) player_uuid: String,
    #[serde(flatten)]
    pub(super) counted: Counted,
}

/// The true count of the crib.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CribScored {
    pub(super) dealer_uuid: String,
    #[serde(flatten)]
    pub(super) counted: Counted,
}

/// The true count of four cards and the starter.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Counted {
    pub(super) cards: Vec<Card>,
    /// The points.
    pub(super) score: i32,
    pub(super) breakdown: Vec<Item>,
    /// The points by kind, with multiple runs split into runs and pairs.
    pub(super) totals: Totals,
    /// The points that their owner stated; `null` if the house counts.
    pub(super) stated: Option<u8>,
    /// The points that this message pegs: 0 if the owner's statement was pegged before.
    pub(super) pegged: u8,
    /// The score of the owner.
    pub(super) new_score: i32,
    /// The position of their front peg: the same number.
    pub(super) peg_position: i32,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// The fields that the end of a game adds to its announcement.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Outcome {
    /// The size of each player's loss; `null` for the winner.
    pub(super) losses: BTreeMap<String, Option<Loss>>,
    /// Games won so far in the match.
    pub(super) match_score: BTreeMap<String, u32>,
}

/// The table as a viewer sees it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableView {
    pub(super) phase: GamePhase,
    /// Your own cards; empty for a spectator.
    pub(super) player_hand: Vec<Card>,
    /// The cards that you threw to the crib.
    pub(super) thrown: Vec<Card>,
    /// The number of cards that each player holds.
    pub(super) hand_counts: BTreeMap<String, u8>,
    /// The players who have thrown to the crib.
    pub(super) discarded: Vec<String>,
    pub(super) crib_count: u8,
    pub(super) starter: Option<Card>,
    /// The cards of the whole deal.
    pub(super) played_cards: Vec<PlayedCard>,
    /// The cards of this count.
    pub(super) stack: Vec<Card>,
    /// The count.
    pub(super) running_total: u8,
    /// The players who said go in this count.
    pub(super) said_go: Vec<String>,
    /// The hand or crib that waits for a player's statement.
    pub(super) count: Option<OpenCount>,
    pub(super) scores: BTreeMap<String, i32>,
    /// The positions of the front pegs: the same numbers.
    pub(super) peg_positions: BTreeMap<String, i32>,
    /// The positions of the back pegs.
    pub(super) back_pegs: BTreeMap<String, u16>,
    pub(super) dealer_uuid: Option<String>,
    /// The number of the deal, from 1.
    pub(super) deal: u32,
    /// The score that wins.
    pub(super) target: u16,
    /// The player whose turn it is, if it is one player's turn.
    pub(super) current_turn: Option<String>,
    /// From the dealer's left round to the dealer.
    pub(super) turn_order: Vec<String>,
    pub(super) outcome: Option<Outcome>,
}

/// A hand or a crib that waits for a player's statement.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenCount {
    /// The owner.
    pub(super) player_uuid: String,
    pub(super) kind: HandOrCrib,
    pub(super) cards: Vec<Card>,
    /// The points that its owner stated.
    pub(super) stated: Option<u8>,
    /// The player who is asked whether something was missed.
    pub(super) asked: Option<String>,
}

/// An action of a seat: a command and its fields.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub(super) enum Choice {
    /// Throw these cards.
    DiscardCards(DiscardCards),
    /// Play this card.
    PlayCard(PlayCard),
    /// State this count of one's own hand or crib.
    ClaimCount(ClaimCount),
    /// Claim these missed points.
    ClaimMuggins(ClaimMuggins),
}

/// Throws to the crib: two cards each for two players, one each for three or four.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct DiscardCards {
    /// The cards. `discardedCards` is read too.
    #[serde(alias = "discardedCards", serialize_with = "write_cards")]
    #[schemars(schema_with = "as_written::<CardSet, Vec<Card>>")]
    #[ts(as = "Vec<Card>")]
    pub(super) cards: CardSet,
}

/// Plays a card. A go is said for you automatically.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct PlayCard {
    /// The card.
    #[serde(serialize_with = "write_card")]
    #[schemars(schema_with = "as_written::<pieces::Card, Card>")]
    #[ts(as = "Card")]
    pub(super) card: pieces::Card,
}

/// States the count of one's hand or crib, where players count for themselves.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct ClaimCount {
    /// The points.
    pub(super) points: u8,
}

/// Claims points that the counter missed, at tables that play muggins. 0 claims nothing.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct ClaimMuggins {
    /// The points.
    pub(super) points: u8,
}

/// The schema of a field that is read as one type and written as another.
fn as_written<Read: JsonSchema, Written: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    if generator.contract().is_serialize() {
        generator.subschema_for::<Written>()
    } else {
        generator.subschema_for::<Read>()
    }
}

fn write_card<S: Serializer>(card: &pieces::Card, serializer: S) -> Result<S::Ok, S::Error> {
    Card::from(*card).serialize(serializer)
}

fn write_cards<S: Serializer>(set: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
    cards(*set).serialize(serializer)
}
