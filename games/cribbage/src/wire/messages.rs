//! What cribbage says and hears on the wire, message by message.
//!
//! These structs are what is written and read; their JSON Schema and their TypeScript
//! come from them too, comments included. Fields have the names that clients know.
//! Nothing here knows a rule, or who may see what.

use std::collections::BTreeMap;

use kernel::{Scores, Term, Vocabulary};
use pieces::{CardSet, Rank, Suit};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

use crate::score::{self, Kind, Totals, peg_value};
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

/// A card, with what it counts in the play.
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

/// These cards as clients know them.
pub(super) fn cards(cards: CardSet) -> Vec<Card> {
    cards.iter().map(Card::from).collect()
}

/// What the players are doing.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub(super) enum GamePhase {
    /// The cards fly.
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
    /// Who played it.
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

/// Something that scored.
#[derive(Debug, Clone, Serialize, JsonSchema, TS)]
pub(super) struct Item {
    /// Which rule gave the points.
    #[serde(rename = "type")]
    pub(super) rule: Rule,
    pub(super) points: i32,
    /// The cards that make it.
    pub(super) cards: Vec<Card>,
    /// The rule for people, as "Pair".
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

/// What scored, item by item.
pub(super) fn breakdown(tally: &score::Tally) -> Vec<Item> {
    let item = |item: &score::Item| Item {
        rule: item.rule.into(),
        points: item.points,
        cards: item.pieces.iter().copied().map(Card::from).collect(),
        description: item.rule.description(),
    };
    tally.items().iter().map(item).collect()
}

/// The lowest card deals.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DealerCut {
    pub(super) cuts: Vec<Cut>,
    /// Who deals; nobody in a tie.
    pub(super) dealer_uuid: Option<String>,
    /// Those who must cut again.
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
    /// Your own cards; none for a spectator.
    pub(super) player_hand: Vec<Card>,
    /// How many cards each player holds.
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
    /// The name of seat 2, where more than two play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) p3_nickname: Option<String>,
    /// The name of seat 3, where four play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) p4_nickname: Option<String>,
}

/// The cards lie: throw to the crib.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct WaitingForDiscard {
    /// How many cards each player throws.
    pub(super) count: usize,
}

/// Somebody threw to the crib.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardsDiscarded {
    pub(super) player_uuid: String,
    /// How many cards they threw.
    pub(super) count: usize,
    /// How many lie in the crib now.
    pub(super) crib_count: u8,
    /// Which cards, for the one who threw them alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) cards: Option<Vec<Card>>,
}

/// Everybody has thrown, also where more than two play.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct BothDiscarded {
    pub(super) crib_count: u8,
    /// Who leads.
    pub(super) current_turn: String,
    pub(super) game_phase: GamePhase,
}

/// The starter is turned up; a jack scores two for the dealer, his heels.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct StarterCut {
    pub(super) card: Card,
    pub(super) dealer_uuid: Option<String>,
    /// What the dealer scored.
    pub(super) score: i32,
    pub(super) breakdown: Vec<Item>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// The play begins.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct PeggingStarted {
    /// Who leads.
    pub(super) current_turn: String,
}

/// A card was played. The last card of a count is in the breakdown of that card.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardPlayed {
    pub(super) played_card: Card,
    pub(super) played_by: String,
    /// The count after it.
    pub(super) running_total: u8,
    /// What it scored.
    pub(super) score: i32,
    pub(super) breakdown: Vec<Item>,
    /// Who is really asked next, or nobody.
    pub(super) next_turn: Option<String>,
    /// The cards of the whole deal.
    pub(super) played_cards: Vec<PlayedCard>,
    /// The score of who played.
    pub(super) new_score: i32,
    /// Where their front peg stands: the same number.
    pub(super) peg_position: i32,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// Somebody with cards left cannot play, once a count.
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

/// Where players count for themselves: a hand or a crib lies open, and its owner is asked.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandShown {
    pub(super) player_uuid: String,
    pub(super) kind: Kind,
    pub(super) cards: Vec<Card>,
    pub(super) current_turn: String,
    pub(super) game_phase: GamePhase,
}

/// The owner of a hand or a crib said what it is worth.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CountClaimed {
    pub(super) player_uuid: String,
    pub(super) kind: Kind,
    /// What was claimed.
    pub(super) points: u8,
    /// What was pegged: never more than the truth.
    pub(super) score: u8,
    /// The score of who claimed.
    pub(super) new_score: i32,
    /// Where their front peg stands: the same number.
    pub(super) peg_position: i32,
    /// Who may claim muggins, or nobody.
    pub(super) current_turn: Option<String>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// An opponent claimed points that the counter missed, or none.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct MugginsClaimed {
    pub(super) player_uuid: String,
    /// What was claimed.
    pub(super) points: u8,
    /// What was pegged: never more than was missed.
    pub(super) score: u8,
    /// The score of who claimed.
    pub(super) new_score: i32,
    /// Where their front peg stands: the same number.
    pub(super) peg_position: i32,
    /// Who may claim next, or nobody.
    pub(super) current_turn: Option<String>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// What a hand is worth in truth.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandScored {
    pub(super) player_uuid: String,
    #[serde(flatten)]
    pub(super) counted: Counted,
}

/// What the crib is worth in truth.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct CribScored {
    pub(super) dealer_uuid: String,
    #[serde(flatten)]
    pub(super) counted: Counted,
}

/// What four cards and the starter are worth.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Counted {
    pub(super) cards: Vec<Card>,
    /// What they are worth.
    pub(super) score: i32,
    pub(super) breakdown: Vec<Item>,
    /// The points by kind, with multiple runs split into runs and pairs.
    pub(super) totals: Totals,
    /// What their owner claimed; nothing where the house counts.
    pub(super) stated: Option<u8>,
    /// What this message pegs: 0 where the owner's claim was pegged before it.
    pub(super) pegged: u8,
    /// The score of the owner.
    pub(super) new_score: i32,
    /// Where their front peg stands: the same number.
    pub(super) peg_position: i32,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// What the end of a game adds to its announcement.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Outcome {
    /// How badly each player lost; nothing for the winner.
    pub(super) losses: BTreeMap<String, Option<Loss>>,
    /// Games won so far in the match.
    pub(super) match_score: BTreeMap<String, u32>,
}

/// The table as a viewer sees it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableView {
    pub(super) phase: GamePhase,
    /// Your own cards; none for a spectator.
    pub(super) player_hand: Vec<Card>,
    /// What you threw to the crib.
    pub(super) thrown: Vec<Card>,
    /// How many cards each player holds.
    pub(super) hand_counts: BTreeMap<String, u8>,
    /// Who has thrown to the crib.
    pub(super) discarded: Vec<String>,
    pub(super) crib_count: u8,
    pub(super) starter: Option<Card>,
    /// The cards of the whole deal.
    pub(super) played_cards: Vec<PlayedCard>,
    /// The cards of this count.
    pub(super) stack: Vec<Card>,
    /// The count.
    pub(super) running_total: u8,
    /// Who said go in this count.
    pub(super) said_go: Vec<String>,
    /// The hand or crib that waits for somebody to speak.
    pub(super) count: Option<OpenCount>,
    pub(super) scores: BTreeMap<String, i32>,
    /// Where the front pegs stand: the same numbers.
    pub(super) peg_positions: BTreeMap<String, i32>,
    /// Where the back pegs stand.
    pub(super) back_pegs: BTreeMap<String, u16>,
    pub(super) dealer_uuid: Option<String>,
    /// The number of the deal, from 1.
    pub(super) deal: u32,
    /// The score that wins.
    pub(super) target: u16,
    /// Whose turn it is, where it is one player's.
    pub(super) current_turn: Option<String>,
    /// From the dealer's left round to the dealer.
    pub(super) turn_order: Vec<String>,
    pub(super) outcome: Option<Outcome>,
}

/// A hand or a crib that waits for somebody to speak.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenCount {
    /// Whose it is.
    pub(super) player_uuid: String,
    pub(super) kind: Kind,
    pub(super) cards: Vec<Card>,
    /// What its owner claimed.
    pub(super) stated: Option<u8>,
    /// Who is asked whether something was missed.
    pub(super) asked: Option<String>,
}

/// Something that a seat may do: a command and its fields.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub(super) enum Choice {
    /// Throw these.
    DiscardCards(DiscardCards),
    /// Play this.
    PlayCard(PlayCard),
    /// Claim this for one's own hand or crib.
    ClaimCount(ClaimCount),
    /// Claim this for what was missed.
    ClaimMuggins(ClaimMuggins),
}

/// Throws to the crib: two cards each for two players, one each for three or four.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct DiscardCards {
    /// Which cards. `discardedCards` is read too.
    #[serde(alias = "discardedCards", serialize_with = "write_cards")]
    #[schemars(schema_with = "as_written::<CardSet, Vec<Card>>")]
    #[ts(as = "Vec<Card>")]
    pub(super) cards: CardSet,
}

/// Plays a card. A go is said for you when you must.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct PlayCard {
    /// Which card.
    #[serde(serialize_with = "write_card")]
    #[schemars(schema_with = "as_written::<pieces::Card, Card>")]
    #[ts(as = "Card")]
    pub(super) card: pieces::Card,
}

/// Says what one's hand or crib is worth, where players count for themselves.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct ClaimCount {
    /// How much.
    pub(super) points: u8,
}

/// Claims points that the counter missed, where that is played. 0 claims nothing.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct ClaimMuggins {
    /// How much.
    pub(super) points: u8,
}

/// The schema of what is read as one type and written as another.
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
