//! The errors that people make, for the levels that are meant to err.
//!
//! Each error has a plain rate: its number in a hundred moments at which it can be made.
//! Whether it is made follows from the seat's own dominoes and from what has been called and
//! played, not from the luck of the bot: the same table errs in the same way however often it is
//! asked, and a guided game can rely on it. The levels that think make none of them.

use super::situation::Situation;
use crate::bid::{Bid, Call};
use crate::contract::Contract;
use crate::sides::partner_of;
use pieces::{Domino, DominoSet};

/// An error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// Calls as if every chance were better than it is.
    Overbid,
    /// Forgets the dominoes of earlier tricks, and who was out of which suit.
    Forget,
    /// Trumps a trick that the partner holds.
    TrumpPartner,
    /// Leads from a suit of one or two without its double.
    LeadShort,
}

/// The rate of each error, in a hundred moments at which it can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slips {
    pub(super) overbid: u32,
    pub(super) forget: u32,
    pub(super) trump_partner: u32,
    pub(super) lead_short: u32,
}

impl Slips {
    pub(super) const NONE: Slips = Slips {
        overbid: 0,
        forget: 0,
        trump_partner: 0,
        lead_short: 0,
    };

    pub(super) const fn rate(&self, slip: Slip) -> u32 {
        match slip {
            Slip::Overbid => self.overbid,
            Slip::Forget => self.forget,
            Slip::TrumpPartner => self.trump_partner,
            Slip::LeadShort => self.lead_short,
        }
    }

    /// Whether the seat makes this error now, if it can.
    pub(super) fn makes(&self, slip: Slip, situation: &Situation<'_>) -> bool {
        hundredth(slip, situation) < self.rate(slip)
    }
}

/// A number below 100 that follows from the error and from the view of the seat. Every number is
/// equally likely, and the numbers of two errors or moments have nothing to do with each other.
fn hundredth(slip: Slip, situation: &Situation<'_>) -> u32 {
    let mut mixed = mix(slip as u64 + 1) ^ u64::from(situation.own.bits());
    for (seat, call) in situation.hand.auction.calls() {
        let height = match call {
            Call::Pass => 0,
            Call::Bid(bid @ (Bid::Points(_) | Bid::Marks(_))) => bid.height(),
            Call::Bid(bid) => 100 + bid.height(),
        };
        mixed = mix(mixed) ^ u64::from(height) << 8 ^ u64::from(seat.0);
    }
    for play in situation.hand.plays() {
        mixed = mix(mixed) ^ (play.domino.index() as u64) << 8 ^ u64::from(play.seat.0);
    }
    // The bias of a remainder of so large a number is far below one in a million.
    (mix(mixed) % 100) as u32
}

/// Mixes the bits of a number: the finaliser of SplitMix64.
const fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The lowest trump over a trick that the partner holds, for a seat that need not follow.
pub(super) fn trump_over_partner(situation: &Situation<'_>, legal: DominoSet) -> Option<Domino> {
    let (_, contract) = situation.pledge()?;
    let lead = situation.hand.lead()?;
    let trick: Vec<Domino> = situation.hand.open.iter().map(|play| play.domino).collect();
    let place = contract.winner(&trick)?;
    let (best, holder) = (trick[place], situation.hand.open[place].seat);
    let suit = contract.suit(contract.led_suit(lead)?);
    let must_follow = !(legal & suit).is_empty();
    if must_follow || holder != partner_of(situation.seat) {
        return None;
    }
    let mut trumps = (legal & contract.trumps())
        .iter()
        .filter(|&domino| contract.beats(lead, domino, best));
    trumps.next()
}

/// A domino to lead from a short suit. It is not a trump, and the seat holds one or two of its suit
/// without the double. This is an error only if the seat holds another domino to lead.
pub(super) fn short_lead(situation: &Situation<'_>, legal: DominoSet) -> Option<Domino> {
    let (_, contract) = situation.pledge()?;
    if situation.hand.lead().is_some()
        || !matches!(contract, Contract::Trump(_) | Contract::FollowMe(_))
    {
        return None;
    }
    let is_short = |domino: &Domino| {
        let Some(suit) = contract.led_suit(*domino) else {
            return false;
        };
        let held = situation.own & contract.suit(suit);
        !contract.trumps().contains(*domino)
            && held.len() <= 2
            && held.iter().all(|held| !held.is_double())
    };
    let short: Vec<Domino> = legal.iter().filter(is_short).collect();
    (short.len() < legal.len()).then(|| short.first().copied())?
}
