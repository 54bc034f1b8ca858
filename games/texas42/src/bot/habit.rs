//! A sensible player's quick play, without search. Hands are played to their end with it, and the
//! others' plays are interpreted by it.
//!
//! A habit looks at its own dominoes and at what everybody has seen, never at another hand. It
//! weighs each legal domino by the chance that its side wins the trick with it, the worth of the
//! trick, and the later use of the domino.

use super::playout::Playout;
use crate::contract::Contract;
use crate::play::{Bits, lowest};

/// Plays a hand to its end by habit.
pub(super) fn play_out(playout: &mut Playout) {
    while !playout.is_over() {
        let domino = choose(playout);
        playout.play(domino);
    }
}

/// The domino that the seat in turn plays by habit.
pub(super) fn choose(playout: &Playout) -> usize {
    choose_by(&Habit::SENSIBLE, playout)
}

/// The domino that the seat in turn plays by this habit.
pub(super) fn choose_by(habit: &Habit, playout: &Playout) -> usize {
    let legal = playout.legal();
    if legal & legal.wrapping_sub(1) == 0 {
        return lowest(legal);
    }
    let eyes = Eyes::new(habit, playout);
    match playout.contract {
        Contract::Nello(_) => best_of(legal, |domino| eyes.nello(domino)),
        Contract::Sevens => lowest(legal),
        _ if playout.trick.is_empty() => best_of(legal, |domino| eyes.lead(domino)),
        _ => best_of(legal, |domino| eyes.follow(domino)),
    }
}

/// The domino of a set with the highest worth; the lowest of equals.
fn best_of(set: Bits, worth: impl Fn(usize) -> f32) -> usize {
    let mut best = (f32::MIN, lowest(set));
    for domino in each(set) {
        let worth = worth(domino);
        if worth > best.0 {
            best = (worth, domino);
        }
    }
    best.1
}

/// A domino that may be played in nello.
#[derive(Clone, Copy)]
struct Duck {
    leads: bool,
    follows: bool,
    /// Whether it holds the trick once it is played.
    takes: bool,
    /// The number of unseen dominoes that beat it in this trick, and if it is led itself.
    above: f32,
    safety: f32,
}

/// The cost of a trick in nello: more than any number of dominoes above.
const TOOK_A_TRICK: f32 = 100.0;

/// The view of the seat in turn.
struct Eyes<'a> {
    habit: &'a Habit,
    playout: &'a Playout,
    seat: usize,
    /// The dominoes that the others hold between them.
    unseen: Bits,
    n_unseen: f32,
}

impl Eyes<'_> {
    fn new<'a>(habit: &'a Habit, playout: &'a Playout) -> Eyes<'a> {
        let seat = playout.turn;
        let own = playout.hands[seat];
        let unseen = ALL & !own & !playout.seen;
        Eyes {
            habit,
            playout,
            seat,
            unseen,
            n_unseen: unseen.count_ones().max(1) as f32,
        }
    }

    /// The worth of leading a domino.
    fn lead(&self, domino: usize) -> f32 {
        let led = usize::from(self.playout.table.led[domino] & 7);
        let trumps = self.playout.table.trumps;
        let is_trump = trumps >> domino & 1 == 1;
        let wins = self.survives(led, domino);
        let points = 1.0 + self.count(domino) + 3.0 * self.habit.stray_count;
        let rivals = self.rivals();
        let drawable = trumps & self.unseen & !(self.lacks(rivals[0]) & self.lacks(rivals[1]));
        let draws = match (is_trump && drawable != 0, self.is_bidding_side()) {
            (true, true) if self.seat == self.playout.namer => self.habit.draw_as_namer,
            (true, true) => self.habit.draw_as_partner,
            (true, false) => self.habit.draw_as_defender,
            (false, _) => 0.0,
        };
        (2.0 * wins - 1.0) * points + draws - self.habit.keep_lead * self.keep(domino)
    }

    /// The worth of following with a domino.
    fn follow(&self, domino: usize) -> f32 {
        let playout = self.playout;
        let led = playout.led().unwrap_or(0);
        let takes = playout.table.above[led][playout.best] >> domino & 1 == 1;
        let n_later = playout.later().count() as f32;
        let wins = if takes {
            self.survives(led, domino)
        } else if self.is_partner(playout.holder) {
            self.survives(led, playout.best)
        } else if playout.later().any(|seat| self.is_partner(seat)) {
            self.may_beat(self.partner(), led, playout.best) * self.habit.trust
        } else {
            0.0
        };
        let on_table = if playout.all_tricks {
            self.habit.all_tricks
        } else {
            f32::from(playout.worth)
        };
        let points = on_table + self.count(domino) + n_later * self.habit.stray_count;
        (2.0 * wins - 1.0) * points - self.keep(domino)
    }

    /// The worth of a domino in nello: the bidder ducks, the others push under.
    fn nello(&self, domino: usize) -> f32 {
        let playout = self.playout;
        let own_suit = usize::from(playout.table.led[domino] & 7);
        let led = playout.led().unwrap_or(own_suit);
        let leads = playout.trick.is_empty();
        let option = Duck {
            leads,
            follows: leads || playout.table.follows[led] >> domino & 1 == 1,
            takes: leads || playout.table.above[led][playout.best] >> domino & 1 == 1,
            above: self.n_above(led, domino),
            safety: self.n_above(own_suit, domino),
        };
        if self.seat == playout.bidder {
            self.duck(option)
        } else {
            self.push_under(option)
        }
    }

    /// The bidder of nello plays the highest domino that stays under the trick's holder, and
    /// discards dangerous dominoes.
    fn duck(&self, option: Duck) -> f32 {
        let is_last = self.playout.later().count() == 0;
        match option {
            Duck { follows: false, .. } => -option.safety,
            Duck { leads: true, .. } => option.above,
            Duck { takes: false, .. } => -option.above,
            _ if is_last => -TOOK_A_TRICK,
            _ => option.above - TOOK_A_TRICK,
        }
    }

    /// The opponents of nello play low before the bidder, who must then go over, and get rid of
    /// high dominoes once the bidder holds the trick.
    fn push_under(&self, option: Duck) -> f32 {
        let playout = self.playout;
        let bidder_to_come = option.leads || playout.later().any(|seat| seat == playout.bidder);
        match (bidder_to_come, option) {
            (true, Duck { leads: true, .. }) => option.above,
            (true, Duck { takes: true, .. }) => option.above - TOOK_A_TRICK / 2.0,
            (true, _) => -option.above,
            (false, Duck { takes: true, .. }) if playout.holder == playout.bidder => -TOOK_A_TRICK,
            (false, Duck { follows: true, .. }) => -option.above,
            (false, _) => -option.safety,
        }
    }

    /// The number of unseen dominoes that beat this one in a trick of a suit: the more, the easier
    /// it is to lose with it.
    fn n_above(&self, led: usize, domino: usize) -> f32 {
        let above = self.playout.table.above[led][domino] & self.unseen;
        above.count_ones() as f32
    }

    /// The later use of a domino, in points.
    fn keep(&self, domino: usize) -> f32 {
        let table = self.playout.table;
        let suit = usize::from(table.led[domino] & 7);
        let above = table.above[suit][domino] & self.unseen;
        if table.trumps >> domino & 1 == 1 {
            let n_above = above.count_ones() as f32;
            return self.habit.keep_trump + self.habit.keep_high_trump / (1.0 + n_above);
        }
        let n_above = (above & !table.trumps).count_ones() as f32;
        self.habit.keep_high / (1.0 + n_above)
    }

    /// The chance that no opponent who is still to play beats this domino.
    fn survives(&self, led: usize, domino: usize) -> f32 {
        self.playout
            .later()
            .filter(|&seat| !self.is_partner(seat))
            .map(|seat| 1.0 - self.may_beat(seat, led, domino))
            .product()
    }

    /// The chance that a seat can beat a domino in a trick of this suit.
    fn may_beat(&self, seat: usize, led: usize, domino: usize) -> f32 {
        let table = self.playout.table;
        let may_hold = self.unseen & !self.lacks(seat);
        let above = table.above[led][domino] & may_hold;
        if above == 0 {
            return 0.0;
        }
        let share = (self.playout.hands[seat].count_ones() as f32 / self.n_unseen).min(0.95);
        let lacks_all = |set: Bits| power(1.0 - share, set.count_ones());
        let suit = table.follows[led];
        let over = 1.0 - lacks_all(above & suit);
        let trumped = lacks_all(may_hold & suit) * (1.0 - lacks_all(above & !suit));
        (over + trumped).min(1.0)
    }

    fn count(&self, domino: usize) -> f32 {
        if self.playout.all_tricks {
            0.0
        } else {
            f32::from(self.playout.count(domino))
        }
    }

    fn lacks(&self, seat: usize) -> Bits {
        self.playout.lacks[seat]
    }

    fn rivals(&self) -> [usize; 2] {
        [(self.seat + 1) % 4, (self.seat + 3) % 4]
    }

    fn partner(&self) -> usize {
        (self.seat + 2) % 4
    }

    fn is_partner(&self, seat: usize) -> bool {
        seat == self.partner()
    }

    fn is_bidding_side(&self) -> bool {
        self.seat % 2 == self.playout.bidder % 2
    }
}

/// A small integer power, for which a loop is faster than the library.
fn power(base: f32, exponent: u32) -> f32 {
    (0..exponent).fold(1.0, |power, _| power * base)
}

/// Every domino.
const ALL: Bits = (1 << 28) - 1;

/// A player's valuation of dominoes, in points.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Habit {
    /// The mean count of a domino that is still to be played.
    pub(super) stray_count: f32,
    /// The worth of a trick if one lost trick decides the hand.
    pub(super) all_tricks: f32,
    /// The worth of drawing trumps.
    pub(super) draw_as_namer: f32,
    pub(super) draw_as_partner: f32,
    pub(super) draw_as_defender: f32,
    /// The worth of keeping a trump, the highest trump, and the highest of another suit.
    pub(super) keep_trump: f32,
    pub(super) keep_high_trump: f32,
    pub(super) keep_high: f32,
    /// The share of it that a leader considers.
    pub(super) keep_lead: f32,
    /// The assumed chance that a partner beats a domino that it can beat.
    pub(super) trust: f32,
}

impl Habit {
    /// Found by letting habits with different numbers play against each other.
    pub(super) const SENSIBLE: Habit = Habit {
        stray_count: 1.5,
        all_tricks: 10.0,
        draw_as_namer: 10.0,
        draw_as_partner: 0.0,
        draw_as_defender: -4.0,
        keep_trump: 4.0,
        keep_high_trump: 4.0,
        keep_high: 4.0,
        keep_lead: 0.0,
        trust: 0.8,
    };
}

/// The dominoes of a set, by index.
pub(super) fn each(set: Bits) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let domino = (rest != 0).then(|| lowest(rest));
        rest &= rest.wrapping_sub(1);
        domino
    })
}
