//! The levels that tables offer: the number of deals that a bot considers, and the rate of its
//! slips.

use super::bidding::{weigh_calls, weigh_names};
use super::calls::{HandAppraisal, HandAppraisalWithDoubles};
use super::habit;
use super::playing::{Depth, PlayWorth, weigh_plays};
use super::situation::{Reading, Situation};
use super::slips::{Slip, Slips, short_lead, trump_over_partner};
use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::play::{Bits, SEATS};
use crate::sides::partner_of;
use crate::state::Action;
use kernel::Rng;
use pieces::{Domino, DominoSet};

/// The strength of a bot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// The number of deals it considers before the play; `None` if it bids by quick appraisal.
    pub(super) bidding: Option<Breadth>,
    /// Its depth of search in the play; `None` if it plays by habit.
    pub(super) playing: Option<Depth>,
    /// The rates at which it errs as people do.
    pub(super) slips: Slips,
    /// The amount by which it overestimates its chances when it overbids.
    pub(super) hope: f32,
    /// Its way of reading the others.
    pub(super) reading: Reading,
}

/// The number of deals a bot considers before the play: drawn, and kept by weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Breadth {
    /// For a call, or a trump of its own.
    calls: (usize, usize),
    /// For a second look at a plunge or a splash that seems best.
    second_look: (usize, usize),
    /// For the trump of a partner's plunge or splash, where the solver takes longer.
    partners_trump: (usize, usize),
}

impl Level {
    pub(super) const EASY: Level = Level {
        bidding: None,
        playing: None,
        slips: Slips {
            overbid: 50,
            forget: 40,
            trump_partner: 30,
            lead_short: 30,
        },
        hope: 0.15,
        reading: Reading::ByRule,
    };

    pub(super) const MEDIUM: Level = Level {
        bidding: None,
        playing: None,
        slips: Slips {
            overbid: 10,
            forget: 10,
            trump_partner: 5,
            lead_short: 5,
        },
        hope: 0.1,
        reading: Reading::ByRule,
    };

    pub(super) const HARD: Level = Level {
        bidding: Some(Breadth {
            calls: (0, 150),
            second_look: (0, 300),
            partners_trump: (0, 75),
        }),
        playing: Some(Depth {
            drawn: 0,
            kept: 30,
            solved: 0,
            trust: 0.0,
        }),
        slips: Slips::NONE,
        hope: 0.0,
        reading: Reading::ByRule,
    };

    /// The expert of version 0.1. Later experts are measured against it, so its parameters never
    /// change.
    pub(super) const EXPERT_0_1: Level = Level {
        bidding: Some(Breadth {
            calls: (500, 200),
            second_look: (2_000, 800),
            partners_trump: (500, 200),
        }),
        playing: Some(Depth {
            drawn: 400,
            kept: 80,
            solved: 40,
            trust: 0.5,
        }),
        slips: Slips::NONE,
        hope: 0.0,
        reading: Reading::ByRule,
    };

    /// The expert has kept the parameters of version 0.1.
    pub(super) const EXPERT: Level = Level::EXPERT_0_1;

    /// The expert that reads the others by counts. It becomes the expert once it is shown not to be
    /// weaker.
    pub(super) const EXPERT_COUNTED: Level = Level {
        reading: Reading::Counted,
        ..Level::EXPERT
    };

    /// The breadth for advice: more deals than the expert uses, because people read its numbers.
    pub(super) const ADVISER_BIDDING: (usize, usize) = (1_500, 500);
    pub(super) const ADVISER_PLAYING: Depth = Depth {
        drawn: 1_500,
        kept: 250,
        solved: 100,
        trust: 0.5,
    };

    /// The action of a bot of this level.
    pub(super) fn choose(
        &self,
        situation: &Situation<'_>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Option<Action> {
        if let [only] = legal {
            return Some(*only);
        }
        let situation = &Situation {
            reading: self.reading,
            is_told: false,
            ..*situation
        };
        match legal.first()? {
            Action::Bid(_) => self.call(situation, legal, rng).map(Action::Bid),
            Action::Name(_) => self.name(situation, legal, rng).map(Action::Name),
            Action::Play(_) | Action::LayDown if legal.contains(&Action::LayDown) => {
                Some(Action::LayDown)
            }
            Action::Play(_) | Action::LayDown => self.play(situation, legal, rng).map(Action::Play),
        }
    }

    fn call(&self, situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Option<Call> {
        let Some(breadth) = self.bidding else {
            let glance = HandAppraisal::new(situation.options(), situation.own.bits());
            let auction = &situation.hand.auction;
            let overbids = self.slips.makes(Slip::Overbid, situation);
            let hope = if overbids { self.hope } else { 0.0 };
            return Some(glance.call_with_hope(situation.options(), auction, hope));
        };
        let calls: Vec<Call> = legal.iter().filter_map(call_of).collect();
        let mut worths = weigh_calls(situation, &calls, breadth.calls, rng);
        worths.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        let sound = worths.iter().enumerate().find(|(place, worth)| {
            let otherwise = worths.get(place + 1).map_or(0.0, |next| next.chance);
            let leaves_trump = worth.call.bid().is_some_and(Bid::partner_names);
            !leaves_trump
                || !partner_has_a_game(situation)
                    && is_sound(situation, worth.call, breadth.second_look, otherwise, rng)
        });
        sound.map(|(_, worth)| worth.call)
    }

    fn name(
        &self,
        situation: &Situation<'_>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Option<Declaration> {
        let (_, bid) = situation.hand.auction.standing()?;
        let (options, own) = (situation.options(), situation.own.bits());
        let Some(breadth) = self.bidding else {
            return Some(if bid.partner_names() {
                HandAppraisalWithDoubles::new(options, own).name()
            } else {
                HandAppraisal::new(options, own).name(bid)
            });
        };
        let mut declarations: Vec<Declaration> = legal.iter().filter_map(declaration_of).collect();
        let mut deals = breadth.calls;
        if bid.partner_names() {
            // Most suits are not worth considering.
            let promising = HandAppraisalWithDoubles::new(options, own).promising();
            declarations.retain(|declaration| promising.contains(declaration));
            deals = breadth.partners_trump;
        }
        let worths = weigh_names(situation, &declarations, deals, rng);
        let best = worths
            .into_iter()
            .reduce(|best, it| if it.chance > best.chance { it } else { best });
        best.map(|worth| worth.declaration)
    }

    fn play(&self, situation: &Situation<'_>, legal: &[Action], rng: &mut Rng) -> Option<Domino> {
        let dominoes: DominoSet = legal.iter().filter_map(domino_of).collect();
        let Some(depth) = self.playing else {
            return self
                .slip(situation, dominoes)
                .or_else(|| self.play_by_habit(situation, rng));
        };
        let depth = match situation.pledge() {
            Some((pledge, _)) if pledge.bid.partner_names() => {
                depth.for_partners(pledge.side() == situation.side())
            }
            _ => depth,
        };
        let worths = weigh_plays(situation, dominoes, depth, rng);
        let best = worths
            .into_iter()
            .reduce(|best, it| if merit(&it) > merit(&best) { it } else { best });
        best.map(|worth| worth.domino)
    }

    /// The play of an error that it makes now.
    fn slip(&self, situation: &Situation<'_>, legal: DominoSet) -> Option<Domino> {
        let trump = trump_over_partner(situation, legal);
        let short = short_lead(situation, legal);
        trump
            .filter(|_| self.slips.makes(Slip::TrumpPartner, situation))
            .or_else(|| short.filter(|_| self.slips.makes(Slip::LeadShort, situation)))
    }

    /// The seat's play by habit, as far as it remembers.
    fn play_by_habit(&self, situation: &Situation<'_>, rng: &mut Rng) -> Option<Domino> {
        let mut dealt: [Bits; SEATS] = situation.played();
        dealt[situation.seat.index()] |= situation.own.bits();
        // Habit does not look at the others' dominoes, but it must know their number.
        for (seat, dominoes) in situation.others().zip(situation.worlds().deal(rng)) {
            dealt[seat.index()] |= dominoes.bits();
        }
        let mut playout = situation.dealt_out(dealt)?;
        for play in situation.hand.plays() {
            playout.play(play.domino.index());
        }
        if self.slips.makes(Slip::Forget, situation) {
            playout.forget();
        }
        Domino::from_index(habit::choose(&playout))
    }
}

/// Whether a plunge or a splash that looked best still does in fresh deals, and is not a mere
/// sacrifice.
///
/// These bids depend more than any other on an unseen hand. Their chances lie close together, and
/// the one that looks best often does by luck alone. A plunge over the opponents' two marks also
/// looks good in the model although it is mostly set, because they would have scored; but it really
/// costs four marks.
fn is_sound(
    situation: &Situation<'_>,
    call: Call,
    deals: (usize, usize),
    otherwise: f64,
    rng: &mut Rng,
) -> bool {
    weigh_calls(situation, &[call], deals, rng)
        .iter()
        .all(|worth| worth.make >= SOUND && worth.chance > otherwise)
}

/// The least chance with which a plunge or a splash is bid: better than one half, with a margin.
const SOUND: f64 = 0.55;

/// Whether the partner's bid stands and is for marks. The partner then has a plan of their own, and
/// doubles rarely improve on it.
fn partner_has_a_game(situation: &Situation<'_>) -> bool {
    let standing = situation.hand.auction.standing();
    standing.is_some_and(|(seat, bid)| {
        seat == partner_of(situation.seat) && matches!(bid, Bid::Marks(_))
    })
}

/// The merit of a play: the chance of winning, plus a little for every point, because chances from
/// few deals are only approximate.
fn merit(worth: &PlayWorth) -> f64 {
    const POINT: f64 = 0.0005;
    worth.chance + POINT * worth.points
}

pub(super) const fn call_of(action: &Action) -> Option<Call> {
    match action {
        Action::Bid(call) => Some(*call),
        _ => None,
    }
}

pub(super) const fn declaration_of(action: &Action) -> Option<Declaration> {
    match action {
        Action::Name(declaration) => Some(*declaration),
        _ => None,
    }
}

pub(super) const fn domino_of(action: &Action) -> Option<Domino> {
    match action {
        Action::Play(domino) => Some(*domino),
        _ => None,
    }
}
