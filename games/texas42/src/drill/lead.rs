//! The drill of leading: the domino to lead to the next trick.

use super::{Dominoes, PLAYER, SLACK, advised, called, options, worth_of};
use crate::bid::Call;
use crate::contract::Contract;
use crate::declaration::{Declaration, Trump};
use crate::hand::{Play, Plays, Trick};
use crate::play::Turns;
use crate::sides::{SEATS, partner_of};
use crate::state::{Action, Phase, Texas42};
use kernel::drill::{Difficulty, Drill, DrillItem, Grade, Unit, play_until};
use kernel::{AnyRefusal, Game, Rng, Seat};
use pieces::{Domino, DominoSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Asks which domino to lead, by the chance of winning.
#[derive(Debug)]
pub(super) struct Lead;

/// The margin of the best lead over the second best in an easy, a medium and a hard question, in
/// ten-thousandths of a game: more than the adviser's [`SLACK`].
const MARGINS: [i32; 3] = [500, 250, 120];

/// A question comes before one of this many first tricks: in the last ones there is little left to
/// choose.
const BEFORE: u32 = 5;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The calls, from the shaker's left.
    calls: Vec<Call>,
    trump: Declaration,
    /// The tricks so far, each from its lead on.
    tricks: Vec<Dominoes>,
    /// The dominoes still in hand.
    hand: Dominoes,
}

impl Question {
    fn read(ask: &Value) -> Option<Question> {
        Question::deserialize(ask).ok()
    }

    /// The table before the lead, and the leader; `None` if the calls or tricks are impossible.
    fn table(&self) -> Option<(Texas42, Seat)> {
        let mut game = Texas42::at_start(options());
        let mut hand = called(&self.calls);
        hand.declaration = Some(self.trump);
        let pledge = hand.pledge()?;
        let contract = game.table.options.contract(self.trump);
        let turns = Turns::new(contract, pledge.bidder);
        let mut leader = pledge.first_leader(game.table.options.plunge_leader);
        for dominoes in &self.tricks {
            let mut seat = leader;
            let mut plays = Plays::new();
            for &domino in &dominoes.0 {
                plays.try_push(Play { seat, domino }).ok()?;
                seat = turns.after(seat);
            }
            let trick = Trick::new(contract, plays)?;
            leader = trick.winner;
            hand.tricks.try_push(trick).ok()?;
        }
        game.table.hands_dealt = 1;
        game.table.hand = Some(hand);
        game.table.phase = Phase::Playing(leader);
        game.hidden.hands[leader] = self.hand.set();
        Some((game, leader))
    }
}

impl Drill for Lead {
    fn key(&self) -> &'static str {
        "lead"
    }

    fn about(&self) -> &'static str {
        "choose what to lead to the next trick"
    }

    fn unit(&self) -> Unit {
        Unit::Win
    }

    fn slack(&self) -> i32 {
        SLACK
    }

    fn pool(&self) -> &'static str {
        include_str!("../../drills/lead.json")
    }

    /// A lead with a trump or follow me, while nothing can be laid down.
    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        let before = rng.below(BEFORE) as usize;
        let game: Texas42 = play_until(options(), PLAYER, rng, |game: &Texas42| {
            let hand = game.table.hand.as_ref();
            let is_there = |hand: &crate::Hand| {
                hand.declaration.is_some() && hand.open.is_empty() && hand.tricks.len() == before
            };
            game.table.hands_dealt > 1 || hand.is_some_and(is_there)
        })?;
        let Phase::Playing(leader) = game.table.phase else {
            return None;
        };
        let hand = game.table.hand.as_ref()?;
        let trump = hand.declaration?;
        let contract = game.table.options.contract(trump);
        let is_plain = matches!(contract, Contract::Trump(_) | Contract::FollowMe(_));
        let certain = game.legal_actions(leader).contains(&Action::LayDown);
        if game.table.hands_dealt > 1 || !is_plain || certain {
            return None;
        }
        let trick = |trick: &Trick| Dominoes(trick.plays.iter().map(|play| play.domino).collect());
        serde_json::to_value(Question {
            calls: hand.auction.calls().map(|(_, call)| call).collect(),
            trump,
            tricks: hand.tricks.iter().map(trick).collect(),
            hand: game.hand(leader).into(),
        })
        .ok()
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        let hand = Question::read(ask)?.hand;
        Some(hand.0.iter().map(Domino::to_string).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        let question = Question::read(ask)?;
        let (game, leader) = question.table()?;
        let advice = advised(&game, leader);
        let worth = |&domino: &Domino| worth_of(&advice, Action::Play(domino));
        question.hand.0.iter().map(worth).collect()
    }

    fn level(&self, _: &Value, worth: &[i32]) -> Option<Difficulty> {
        Difficulty::by_margin(worth, MARGINS)
    }

    /// The leader, the bidder and the winners of the tricks: as seats, counted from the leader.
    fn detail(&self, ask: &Value) -> Option<Value> {
        let (game, leader) = Question::read(ask)?.table()?;
        let hand = game.table.hand.as_ref()?;
        let pledge = hand.pledge()?;
        let from_leader = |seat: Seat| (seat.0 + SEATS - leader.0) % SEATS;
        let winners = hand.tricks.iter().map(|trick| from_leader(trick.winner));
        let leads = hand.tricks.iter().filter_map(|trick| trick.plays.first());
        Some(json!({
            "bidder": from_leader(pledge.bidder),
            "bid": pledge.bid,
            "winners": winners.collect::<Vec<_>>(),
            "leaders": leads.map(|play| from_leader(play.seat)).collect::<Vec<_>>(),
        }))
    }

    fn kinds(&self, item: &DrillItem) -> Vec<String> {
        let table = Question::read(&item.ask).and_then(|question| question.table());
        let kind = table.and_then(|(game, leader)| {
            let bidder = game.table.hand.as_ref()?.pledge()?.bidder;
            let is_ours = bidder == leader || bidder == partner_of(leader);
            Some(if is_ours {
                "your side has bid"
            } else {
                "the other side has bid"
            })
        });
        kind.map(str::to_owned).into_iter().collect()
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        let Some(question) = Question::read(ask) else {
            return Vec::new();
        };
        let Some((game, leader)) = question.table() else {
            return Vec::new();
        };
        let hand = game.table.hand.as_ref();
        let Some(pledge) = hand.and_then(crate::Hand::pledge) else {
            return Vec::new();
        };
        let who = |seat: Seat| match seat {
            seat if seat == leader => "you",
            seat if seat == partner_of(leader) => "your partner",
            seat if seat == leader.left(SEATS) => "the opponent on your left",
            _ => "the opponent on your right",
        };
        let trumps = match question.trump {
            Declaration::Trump(Trump::FollowMe) => "follow me, without trumps".to_owned(),
            trump => format!("{trump} as trumps"),
        };
        let (bid, bidder) = (pledge.bid, who(pledge.bidder));
        let mut lines = vec![format!("{bid} is bid by {bidder}, with {trumps}")];
        for trick in hand.map_or(&[][..], |hand| &hand.tricks) {
            let dominoes: Vec<String> = trick
                .plays
                .iter()
                .map(|play| play.domino.to_string())
                .collect();
            let first = trick.plays.first().map_or("nobody", |play| who(play.seat));
            lines.push(format!(
                "  {} led: {}; won by {}",
                first,
                dominoes.join(" "),
                who(trick.winner)
            ));
        }
        lines.push(format!("You hold {}", question.hand.set()));
        lines.push("What do you lead?".into());
        lines
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let said: DominoSet = pieces::parse_dominoes(answer)
            .map_err(|error| AnyRefusal::new("unknown_domino", error.to_string()))?
            .into_iter()
            .collect();
        let hand = Question::read(&item.ask).map_or(Vec::new(), |question| question.hand.0);
        let place = hand
            .iter()
            .position(|&domino| DominoSet::only(domino) == said);
        let place = place.ok_or_else(|| {
            AnyRefusal::new("wrong_domino", "lead one domino of your hand, such as 6-4")
        })?;
        let choices: Vec<String> = hand.iter().map(Domino::to_string).collect();
        Ok(Grade::of_choice(&choices, item, place))
    }
}
