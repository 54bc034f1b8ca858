//! The messages of dice on the wire.
//!
//! These structs are what is written and read; their JSON Schema and their TypeScript come from
//! them too, comments included. Dice are named by their places from 0, and players by their ids.
//! This module knows no rules, and not who may see what.

use crate::boss;
use crate::die_kind::DieKind;
use crate::items;
use crate::layout::Colour;
use crate::pay::PayRule;
use crate::score::{HandKind, LineName};
use kernel::{Scores, Term, Vocabulary};
use pieces::Die;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Every message of dice.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    commands: &[
        Term::of::<Reroll>("reroll"),
        Term::of::<SetWild>("set_wild"),
        Term::of::<ScoreDice>("score_dice"),
        Term::of::<Buy>("buy"),
        Term::of::<LeaveShop>("leave_shop"),
        Term::of::<StopRun>("stop_run"),
    ],
    events: &[
        Term::of::<RoundStarted>("round_started"),
        Term::of::<RerollsGiven>("rerolls_given"),
        Term::of::<DiceRolled>("dice_rolled"),
        Term::of::<RerollUsed>("reroll_used"),
        Term::of::<DicePicked>("dice_picked"),
        Term::of::<DiceRerolled>("dice_rerolled"),
        Term::of::<WildSet>("wild_set"),
        Term::of::<DiceScored>("dice_scored"),
        Term::of::<Paid>("paid"),
        Term::of::<DieCollected>("die_collected"),
        Term::of::<ShopOpened>("shop_opened"),
        Term::of::<Bought>("bought"),
        Term::of::<ShopLeft>("shop_left"),
        Term::of::<RunStopped>("run_stopped"),
        Term::of::<RoundFinished>("round_finished"),
        Term::of::<RoundEnded>("round_ended"),
    ],
    view: Some(Term::of::<TableView>("view")),
    legal: Some(Term::of::<Choices>("legal")),
    outcome: Some(Term::of::<Outcome>("outcome")),
    ..Vocabulary::EMPTY
};

/// Throw dice again, at the cost of a reroll.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct Reroll {
    /// Their places, in any order.
    pub(super) dice: Vec<u8>,
}

/// Set a wild die.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct SetWild {
    /// Its place.
    pub(super) die: u8,
    /// Its new face.
    pub(super) face: Die,
}

/// Score the dice as they lie.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct ScoreDice {}

/// Buy an offer of the shop.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct Buy {
    /// The id of the offer.
    pub(super) offer: u8,
    /// For a die: the place of yours that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) replace: Option<u8>,
}

/// Leave the shop, which ends the round.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct LeaveShop {}

/// Stop a run that is won.
#[derive(Debug, Serialize, Deserialize, JsonSchema, TS)]
pub(super) struct StopRun {}

/// The legal commands by name, with their fields. A command that is missing is not allowed.
#[derive(Debug, Default, Serialize, JsonSchema, TS)]
pub(super) struct Choices {
    /// Throw some of these again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) reroll: Option<Rerolls>,
    /// Set a die: one entry for each die and each face that it does not show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SetWild>>")]
    pub(super) set_wild: Vec<SetWild>,
    /// Score the dice as they lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) score_dice: Option<ScoreDice>,
    /// The affordable offers. A die may replace any of yours; of equal dice one is listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Buy>>")]
    pub(super) buy: Vec<Buy>,
    /// Leave the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) leave_shop: Option<LeaveShop>,
    /// Stop the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub(super) stop_run: Option<StopRun>,
}

/// The dice that may be thrown again.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Rerolls {
    /// Their places: any of them may be picked.
    pub(super) dice: Vec<u8>,
    /// The number of rerolls left in this round.
    pub(super) left: u8,
}

/// A boss and its effect.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Boss {
    /// The boss.
    pub(super) name: boss::Boss,
    /// Its effect, in a sentence.
    pub(super) effect: &'static str,
}

/// A round started, for everyone.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct RoundStarted {
    /// Its number, from 1.
    pub(super) round: u32,
    /// The score that passes it.
    pub(super) target: u64,
    /// Its boss, every fourth round.
    pub(super) boss: Option<Boss>,
}

/// A player picks up the dice for the round.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct RerollsGiven {
    pub(super) player_uuid: String,
    /// The number of rerolls of the round.
    pub(super) left: u8,
    /// Whether insurance will prevent the first break.
    pub(super) insured: bool,
    /// The places of the dice that the lockdown holds.
    pub(super) locked: Vec<u8>,
}

/// A thrown die after it came to rest.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Landed {
    /// Its place.
    pub(super) die: u8,
    /// The face that it shows.
    pub(super) face: Die,
    /// Whether it broke, for good.
    pub(super) broke: bool,
    /// Whether insurance saved it from breaking.
    pub(super) saved: bool,
}

/// All dice were thrown.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiceRolled {
    pub(super) player_uuid: String,
    /// The thrown dice.
    pub(super) dice: Vec<Landed>,
}

/// In a race: a player picks up dice to throw them again. Only that player hears which ones.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct RerollUsed {
    pub(super) player_uuid: String,
    /// The number of the player's rerolls in this round, including this one.
    pub(super) used: u8,
    /// The number of rerolls left in this round.
    pub(super) left: u8,
}

/// Dice were picked up to be thrown again, at the cost of a reroll.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DicePicked {
    pub(super) player_uuid: String,
    /// Their places.
    pub(super) dice: Vec<u8>,
}

/// The dice that were picked up were thrown.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiceRerolled {
    pub(super) player_uuid: String,
    /// The thrown dice.
    pub(super) dice: Vec<Landed>,
}

/// A wild die was set.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct WildSet {
    pub(super) player_uuid: String,
    /// Its place.
    pub(super) die: u8,
    /// The face that it shows now.
    pub(super) face: Die,
}

/// A hand that scored.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct ScoredHand {
    /// The kind of hand.
    #[serde(rename = "type")]
    pub(super) kind: LineName,
    pub(super) points: i32,
    /// The faces of its dice, as they play.
    pub(super) dice: Vec<Die>,
    /// The computation of the points.
    pub(super) description: String,
    /// The letter of the hand, besides its colour.
    pub(super) letter: char,
    pub(super) colour: Colour,
}

/// A layer on top of the hands: a bonus, or the difference of a multiplier.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Layer {
    /// The layer.
    #[serde(rename = "type")]
    pub(super) kind: LineName,
    pub(super) points: i32,
    /// The computation of the points.
    pub(super) description: String,
}

/// The dice were scored.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiceScored {
    pub(super) player_uuid: String,
    /// The best split of the dice.
    pub(super) hands: Vec<ScoredHand>,
    /// The layers on top of it.
    pub(super) layers: Vec<Layer>,
    /// The total score.
    pub(super) total: i32,
    /// The target of the round.
    pub(super) target: u64,
    /// Whether the score passes the round.
    pub(super) passed: bool,
    /// The public scores: in a race, up to the last round that has ended.
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// A reason for pay.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct PayLine {
    /// The reason.
    #[serde(rename = "type")]
    pub(super) rule: PayRule,
    /// The amount in dollars.
    pub(super) points: u64,
    /// Always empty.
    pub(super) dice: Vec<u8>,
    /// The reason in words.
    pub(super) description: &'static str,
}

/// A passed round was paid for.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paid {
    pub(super) player_uuid: String,
    /// Every reason for pay.
    pub(super) breakdown: Vec<PayLine>,
    /// The total in dollars.
    pub(super) total: u64,
}

/// The collector made a die normal.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct DieCollected {
    pub(super) player_uuid: String,
    /// Its place.
    pub(super) die: u8,
}

/// The kind of an offer.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub(super) enum OfferKind {
    /// A die that replaces one of yours.
    Die,
    /// The next level of a hand.
    Upgrade,
    /// An item.
    Item,
    /// One more normal die.
    ExtraDie,
}

/// An offer of a shop.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Offer {
    /// Its id in `buy`.
    pub(super) id: u8,
    pub(super) kind: OfferKind,
    /// The kind of die, the hand or the item, by its name in JSON.
    pub(super) name: String,
    /// Its name for people.
    pub(super) label: String,
    /// Its present price in dollars.
    pub(super) price: u64,
    /// Whether it has been bought.
    pub(super) sold: bool,
}

/// The shop opened.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShopOpened {
    pub(super) player_uuid: String,
    pub(super) offers: Vec<Offer>,
    /// Whether the next die or upgrade is free.
    pub(super) free: bool,
}

/// Something was bought.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bought {
    pub(super) player_uuid: String,
    /// The id of the offer.
    pub(super) offer: u8,
    /// The place of the die that was replaced.
    pub(super) replace: Option<u8>,
    /// The price paid.
    pub(super) price: u64,
}

/// The shop was left.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShopLeft {
    pub(super) player_uuid: String,
}

/// A won run was stopped.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunStopped {
    pub(super) player_uuid: String,
}

/// A player has finished the round. In a race this means that the player has scored; the others
/// learn only after the round whether the score passed and whether there was a shop.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct RoundFinished {
    pub(super) player_uuid: String,
    /// The players who have not finished; in a race, who have not scored.
    pub(super) waiting_for: Vec<String>,
}

/// Everyone is done with the round, and the secret steps are revealed.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct RoundEnded {
    /// Its number.
    pub(super) round: u32,
    /// The standing of every player.
    pub(super) standings: Vec<Standing>,
    #[serde(flatten)]
    pub(super) scores: Scores,
}

/// The public status of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub(super) enum Doing {
    /// Waiting for the next round.
    Waiting,
    /// Playing the round.
    Playing,
    /// Has finished the round; in a race, has scored and may be in a shop.
    Finished,
    /// Failed a round: the run is over.
    Out,
}

/// The public standing of a player: in a race, at the end of the last round.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Standing {
    pub(super) player_uuid: String,
    pub(super) doing: Doing,
    /// The number of the player's rerolls in this round.
    pub(super) rerolled: u8,
    /// The number of rounds passed.
    pub(super) passed: u32,
    /// The score of the last public round.
    pub(super) scored: Option<i32>,
    /// The sum of all public scores.
    pub(super) total: i32,
    /// The cash in dollars.
    pub(super) money: u64,
    /// The dice that the player owns.
    pub(super) dice: Vec<DieKind>,
    pub(super) items: Vec<items::Item>,
}

/// The phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// A round will start.
    Starting,
    /// A round is being played.
    Playing,
    /// The game is over.
    Gameover,
}

/// A run's stage in the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Between two rounds.
    Waiting,
    /// Dice are in the air.
    Throwing,
    /// The dice lie: throw some again, or score.
    Choosing,
    /// The round is passed, and the shop is not open yet.
    Settling,
    /// In the shop.
    Shopping,
    /// The round was not passed: the run is over.
    Out,
}

/// A die of a run.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct PoolDie {
    /// Its place, from 0.
    pub(super) index: u8,
    pub(super) kind: DieKind,
    /// The kind that it plays as in this round: the silencer makes many kinds plain.
    pub(super) plays_as: DieKind,
    /// The face that it shows.
    pub(super) face: Die,
    /// The face that it counts as: the inverter turns every face.
    pub(super) counts_as: Die,
    /// Whether the lockdown holds it.
    pub(super) locked: bool,
    /// The number of its throws in this round.
    pub(super) throws: u8,
    /// The number of the preview's hand that uses it.
    pub(super) hand: Option<usize>,
}

/// A hand of the best split of the dice as they lie.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct PreviewHand {
    /// The kind of hand.
    #[serde(rename = "type")]
    pub(super) kind: LineName,
    pub(super) points: i32,
    /// The places of its dice.
    pub(super) dice: Vec<u8>,
    /// The computation of the points.
    pub(super) description: String,
    /// The letter of the hand, besides its colour.
    pub(super) letter: char,
    pub(super) colour: Colour,
}

/// The score of the dice as they lie.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Preview {
    pub(super) hands: Vec<PreviewHand>,
    pub(super) layers: Vec<Layer>,
    pub(super) total: i32,
    /// Whether it would pass the round.
    pub(super) passes: bool,
}

/// The level of a hand.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandLevel {
    pub(super) hand: HandKind,
    /// Its name for people.
    pub(super) name: String,
    pub(super) level: u8,
    /// The addition to the sum of its dice; for X of a Kind, with three dice.
    pub(super) base: u32,
    /// The multiplier, with two decimals; for X of a Kind, with three dice.
    pub(super) mult: String,
    /// The cost of the next level in dollars; `null` if there is none.
    pub(super) next_cost: Option<u32>,
}

/// An item and its effect.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Item {
    /// The item.
    pub(super) item: items::Item,
    /// Its name for people.
    pub(super) name: String,
    /// Its effect, in a sentence.
    pub(super) effect: &'static str,
}

/// A visit to the shop.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Shop {
    pub(super) offers: Vec<Offer>,
    /// Whether the next die or upgrade is free.
    pub(super) free: bool,
}

/// A run as its own player sees it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    /// The owner of the run.
    pub(super) player_uuid: String,
    pub(super) stage: Stage,
    pub(super) pool: Vec<PoolDie>,
    pub(super) rerolls_left: u8,
    /// Whether insurance will prevent the next break of this round.
    pub(super) insured: bool,
    /// The score that the dice would make, while there is a choice.
    pub(super) preview: Option<Preview>,
    /// The score of this round, once it is scored.
    pub(super) scored: Option<i32>,
    /// The sum of the scores of all rounds.
    pub(super) total: i32,
    /// The number of rounds passed.
    pub(super) passed: u32,
    /// The cash in dollars.
    pub(super) money: u64,
    /// The level of every hand.
    pub(super) levels: Vec<HandLevel>,
    pub(super) items: Vec<Item>,
    /// The shop, during a visit.
    pub(super) shop: Option<Shop>,
}

/// The table as one viewer sees it.
#[derive(Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableView {
    pub(super) phase: Phase,
    /// The present or last round, from 1; 0 before the first.
    pub(super) round: u32,
    /// The target of the round.
    pub(super) target: u64,
    /// Its boss, every fourth round.
    pub(super) boss: Option<Boss>,
    /// Passing this round wins, and ends a race.
    pub(super) win_round: u8,
    /// Whether several play on the same luck.
    pub(super) race: bool,
    /// Your own run; alone, the only run. `null` for a spectator of a race.
    pub(super) run: Option<Run>,
    /// The standing of every player.
    pub(super) standings: Vec<Standing>,
    /// The players who may act now, as far as you know: in a race a shop is its visitor's secret.
    pub(super) to_move: Vec<String>,
    #[serde(flatten)]
    pub(super) scores: Scores,
    /// The end of the game.
    pub(super) outcome: Option<Outcome>,
}

/// The end of a game, also in `game_finished`.
#[derive(Debug, Serialize, JsonSchema, TS)]
pub(super) struct Outcome {
    /// The winners: alone, if the last round was passed; in a race, the best.
    pub(super) winners: Vec<String>,
    /// The number of rounds that each player passed.
    pub(super) passed: BTreeMap<String, u32>,
    /// The sum of each player's scores.
    pub(super) totals: BTreeMap<String, i32>,
}
