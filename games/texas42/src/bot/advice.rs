//! Advice for a learner: the expert's ranking, with a sentence about the dominoes.
//!
//! Everything comes from the seat's own sight. Numbers come from imagined deals and are good to a
//! few hundredths; the sentences state only what is certain.

use super::bidding::{CallWorth, NameWorth, weigh_calls, weigh_names};
use super::level::{Level, call_of, declaration_of, domino_of};
use super::playing::{PlayWorth, weigh_plays};
use super::situation::Situation;
use crate::bid::{Bid, Call};
use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::sides::partner_of;
use crate::state::{Action, Texas42};
use crate::trick::{HAND_POINTS, count};
use kernel::{Advice, Part, Rng, Sight};
use pieces::{Domino, DominoSet};

/// Every legal action, best first. Because all are listed, nothing needs to be added.
pub(crate) fn advise(
    sight: &Sight<'_, Texas42>,
    _also: Option<&Action>,
    rng: &mut Rng,
) -> Vec<Advice<Action>> {
    let Some(situation) = Situation::new(sight) else {
        return Vec::new();
    };
    let mut advice = match sight.legal.first() {
        Some(Action::Bid(_)) => calls(&situation, sight.legal, rng),
        Some(Action::Name(_)) => names(&situation, sight.legal, rng),
        _ => plays(&situation, sight.legal, rng),
    };
    advice.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    advice
}

fn calls(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Vec<Advice<Action>> {
    let calls: Vec<Call> = legal.iter().filter_map(call_of).collect();
    weigh_calls(situation, &calls, Level::ADVISER_BIDDING, rng)
        .iter()
        .map(|worth| Advice {
            action: Action::Bid(worth.call),
            chance: worth.chance,
            parts: match worth.call {
                Call::Pass => Vec::new(),
                Call::Bid(_) => vec![part("make", worth.make), part("bought", worth.bought)],
            },
            reason: call_reason(situation, worth),
        })
        .collect()
}

fn call_reason(situation: &Situation<'_>, worth: &CallWorth) -> String {
    let mode = situation.options().mode;
    let Call::Bid(bid) = worth.call else {
        return match situation.hand.auction.standing() {
            None => "nobody has bid yet: passing leaves the hand to the others".into(),
            Some((seat, bid)) if seat == partner_of(situation.seat) => {
                format!("your partner has bid {}: let it stand", bid.called(mode))
            }
            Some((_, bid)) => {
                format!("let them try {}: you score if it is set", bid.called(mode))
            }
        };
    };
    let bid_name = bid.called(mode);
    match (bid, worth.declaration) {
        (Bid::Plunge(_) | Bid::Splash(_), _) => format!(
            "your doubles let you bid {bid_name}; your partner names trump, and every trick must be yours: {} in 100",
            hundredths(worth.make)
        ),
        (_, Some(declaration)) => format!(
            "{bid_name} with {}: {}; made about {} times in 100",
            spoken(declaration),
            holding(situation, declaration),
            hundredths(worth.make)
        ),
        (_, None) => format!(
            "{bid_name} is made about {} times in 100",
            hundredths(worth.make)
        ),
    }
}

fn names(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Vec<Advice<Action>> {
    let declarations: Vec<Declaration> = legal.iter().filter_map(declaration_of).collect();
    let advice = |worth: &NameWorth| Advice {
        action: Action::Name(worth.declaration),
        chance: worth.chance,
        parts: vec![part("make", worth.make)],
        reason: format!(
            "{}: {}; made about {} times in 100",
            spoken(worth.declaration),
            holding(situation, worth.declaration),
            hundredths(worth.make)
        ),
    };
    weigh_names(situation, &declarations, Level::ADVISER_BIDDING, rng)
        .iter()
        .map(advice)
        .collect()
}

/// The seat's holding for a declaration.
fn holding(situation: &Situation<'_>, declaration: Declaration) -> String {
    let own = situation.own;
    match situation.options().contract(declaration) {
        contract @ Contract::Trump(_) => {
            let trumps = own & contract.trumps();
            let rest = own - trumps;
            let sure = rest
                .iter()
                .filter(|&domino| above(contract, domino, own).is_empty());
            let tops = trumps
                .iter()
                .filter(|&domino| above(contract, domino, own).is_empty());
            format!(
                "you hold {} of 7 trumps, {} of them unbeatable, and {} beside that only a trump can beat",
                trumps.len(),
                tops.count(),
                sure.count()
            )
        }
        contract @ Contract::FollowMe(_) => {
            let sure = own
                .iter()
                .filter(|&domino| above(contract, domino, own).is_empty());
            format!(
                "{} of your dominoes cannot be beaten when led",
                sure.count()
            )
        }
        Contract::Nello(_) => {
            let high = own.iter().filter(|domino| domino.high() >= 5).count();
            format!("you must take no trick, and {high} of your dominoes have a five or six")
        }
        Contract::Sevens => {
            let near = own
                .iter()
                .filter(|&domino| crate::distance_from_seven(domino) <= 1);
            format!(
                "{} of your dominoes are within one pip of seven",
                near.count()
            )
        }
    }
}

fn plays(situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Vec<Advice<Action>> {
    let Some((pledge, contract)) = situation.pledge() else {
        return Vec::new();
    };
    let stakes = situation.stakes(pledge);
    let dominoes: DominoSet = legal.iter().filter_map(domino_of).collect();
    let worths = weigh_plays(situation, dominoes, Level::ADVISER_PLAYING, rng);
    let advice = |worth: &PlayWorth| Advice {
        action: Action::Play(worth.domino),
        chance: worth.chance,
        parts: if stakes.is_ours {
            vec![part("make", worth.make)]
        } else {
            vec![part("set", 1.0 - worth.make)]
        },
        reason: play_reason(situation, contract, worth.domino),
    };
    let mut advice: Vec<Advice<Action>> = worths.iter().map(advice).collect();
    if legal.contains(&Action::LayDown) {
        let against = situation
            .hand
            .tricks
            .iter()
            .filter(|trick| crate::side_of(trick.winner) != pledge.side())
            .map(|trick| trick.points())
            .sum::<u8>();
        let taken = match pledge.declaration {
            Declaration::Nello => 0,
            _ => (HAND_POINTS as u8).saturating_sub(against),
        };
        advice.push(Advice {
            action: Action::LayDown,
            chance: stakes.at(taken),
            parts: vec![part("make", f64::from(u8::from(stakes.is_made(taken))))],
            reason: "the rest is certain, whatever the others hold: show it".into(),
        });
    }
    advice
}

/// A certain fact about a play.
fn play_reason(situation: &Situation<'_>, contract: Contract, domino: Domino) -> String {
    let unseen = unseen(situation);
    match (contract, situation.hand.lead()) {
        (Contract::Sevens, _) => "in sevens the nearest to seven must be played".into(),
        (_, None) => lead_reason(contract, domino, unseen),
        (_, Some(lead)) => follow_reason(situation, contract, lead, domino, unseen),
    }
}

fn lead_reason(contract: Contract, domino: Domino, unseen: DominoSet) -> String {
    let trumps_out = contract.trumps() & unseen;
    let above = above(contract, domino, DominoSet::FULL - unseen);
    let is_trump = contract.trumps().contains(domino);
    match (is_trump, above.is_empty()) {
        (true, true) if trumps_out.is_empty() => format!("{domino} wins: no other trump is out"),
        (true, true) => format!("{domino} wins and draws trumps; still out: {trumps_out}"),
        (true, false) => format!("{domino} asks for trumps, but {above} can beat it"),
        (false, true) if trumps_out.is_empty() => {
            format!("nothing that is still out beats {domino}")
        }
        (false, true) => {
            format!("only a trump beats {domino}; trumps still out: {trumps_out}")
        }
        (false, false) => format!("still out above {domino}: {above}"),
    }
}

fn follow_reason(
    situation: &Situation<'_>,
    contract: Contract,
    lead: Domino,
    domino: Domino,
    unseen: DominoSet,
) -> String {
    let trick: Vec<Domino> = situation.hand.open.iter().map(|play| play.domino).collect();
    let place = contract.winner(&trick).unwrap_or(0);
    let best = trick[place];
    let holder = situation.hand.open[place].seat;
    let counts = match contract {
        Contract::Nello(_) => 0,
        _ => count(domino),
    };
    let last = trick.len() + 1 == contract.trick_size();
    if contract.beats(lead, domino, best) {
        let worth = 1 + trick.iter().map(|&played| count(played)).sum::<u8>() + counts;
        let over: DominoSet = unseen
            .iter()
            .filter(|&other| contract.beats(lead, other, domino))
            .collect();
        return match (last, over.is_empty()) {
            _ if matches!(contract, Contract::Nello(_)) => {
                format!("{domino} takes the trick so far")
            }
            (true, _) => format!("{domino} takes the trick with {worth} in it"),
            (false, true) => format!("{domino} takes the trick for certain"),
            (false, false) => format!("{domino} holds the trick, unless {over} follows"),
        };
    }
    match (holder == partner_of(situation.seat), counts) {
        (true, 0) => {
            format!("your partner holds the trick with {best}: {domino} gives nothing away")
        }
        (true, counts) => {
            format!("your partner holds the trick with {best}: {domino} adds {counts}")
        }
        (false, 0) => format!("{domino} does not beat {best}, and costs no count"),
        (false, counts) => format!("{domino} does not beat {best}, and gives them {counts}"),
    }
}

/// The dominoes that the others hold between them.
fn unseen(situation: &Situation<'_>) -> DominoSet {
    let played: DominoSet = situation.hand.plays().map(|play| play.domino).collect();
    DominoSet::FULL - played - situation.own
}

/// The dominoes that may beat a domino when it is led, without the trumps of other suits and those
/// already seen.
fn above(contract: Contract, domino: Domino, seen: DominoSet) -> DominoSet {
    let suit = contract.led_suit(domino);
    (DominoSet::FULL - seen)
        .iter()
        .filter(|&other| contract.beats(domino, other, domino))
        .filter(|&other| suit.is_some_and(|suit| contract.suit(suit).contains(other)))
        .collect()
}

/// A declaration in the words of a sentence.
fn spoken(declaration: Declaration) -> String {
    match declaration {
        Declaration::Trump(trump) if trump.suit().is_some() => format!("{trump} as trumps"),
        Declaration::Trump(_) => "follow me".into(),
        other => other.to_string(),
    }
}

fn hundredths(chance: f64) -> u32 {
    (chance * 100.0).round() as u32
}

const fn part(name: &'static str, value: f64) -> Part {
    Part { name, value }
}
