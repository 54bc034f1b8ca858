//! Throwing dice: the luck of a throw, and how the dice lie afterwards.
//!
//! The luck of each die is drawn from its own stream, named by the round, the number of that die's
//! throws in it, and the die. Therefore the n-th roll of the k-th die is the same for everyone in a
//! race, whatever else they threw before.
//!
//! The order of effects: dice fall in the order of their places; a glass die that is thrown again
//! may break first; then each thrown echo copies another die, again in order. The inverter acts
//! later, when a face is read.

use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::luck::Streams;
use kernel::Rng;
use pieces::Die;
use serde::{Deserialize, Serialize};

/// A glass die thrown again breaks once in this many throws.
const BREAKS_ONCE_IN: u32 = 10;

/// A die of a run as it lies on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunDie {
    /// Its kind.
    pub kind: DieKind,
    /// The face it shows; before the first throw of a run, a one.
    pub face: Die,
    /// The number of its throws in this round.
    pub throws: u8,
    /// Whether the lockdown holds it.
    pub locked: bool,
}

impl RunDie {
    /// A die of this kind that was not thrown yet.
    pub const fn new(kind: DieKind) -> RunDie {
        RunDie {
            kind,
            face: Die::One,
            throws: 0,
            locked: false,
        }
    }
}

/// The luck of one die in a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    /// The die's place.
    pub die: u8,
    /// The face that falls.
    pub face: Die,
    /// Whether it breaks, unless insurance saves it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub breaks: bool,
    /// The place of the die that an echo copies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<u8>,
}

/// A die after its fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landed {
    /// The die's place.
    pub die: u8,
    /// The face it shows.
    pub face: Die,
    /// Whether it broke, for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broke: bool,
    /// Whether insurance saved it from breaking.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub saved: bool,
}

/// Draws the luck of throwing these dice, in order of their places.
pub(crate) fn draw(
    dice: &[RunDie],
    thrown: &[u8],
    round: u32,
    boss: Option<Boss>,
    luck: &dyn Streams,
) -> Vec<Fall> {
    let fall = |&place: &u8| {
        let die = dice.get(usize::from(place))?;
        let kind = die.kind.under(boss);
        let stream = |what: &str| luck.stream(&stream_name(round, die.throws + 1, place, what));
        Some(Fall {
            die: place,
            face: kind.throw(&mut stream("face")),
            breaks: may_break(die, kind) && breaks(&mut stream("break")),
            copies: (kind == DieKind::Echo).then(|| copied(place, dice.len(), &mut stream("echo"))),
        })
    };
    thrown.iter().filter_map(fall).collect()
}

/// The name of a stream of a die: its `face`, its `break` or its `echo`. `throw` counts from 1.
pub(crate) fn stream_name(round: u32, throw: u8, place: u8, what: &str) -> String {
    format!("dice/{round}/{throw}/{place}/{what}")
}

/// The die that the echo at this place copies: any but itself.
pub(crate) fn copied(place: u8, n_dice: usize, rng: &mut Rng) -> u8 {
    // Places after it move down by one.
    let other = rng.below(n_dice as u32 - 1) as u8;
    other + u8::from(other >= place)
}

/// Whether this stream breaks a glass die.
pub(crate) fn breaks(rng: &mut Rng) -> bool {
    rng.below(BREAKS_ONCE_IN) == 0
}

/// Whether this luck is possible if exactly these dice are thrown.
pub(crate) fn is_possible(
    dice: &[RunDie],
    thrown: &[u8],
    boss: Option<Boss>,
    falls: &[Fall],
) -> bool {
    let each = |(fall, &place): (&Fall, &u8)| {
        let Some(die) = dice.get(usize::from(place)) else {
            return false;
        };
        let kind = die.kind.under(boss);
        let copies_well = match fall.copies {
            Some(other) => {
                kind == DieKind::Echo && other != place && usize::from(other) < dice.len()
            }
            None => kind != DieKind::Echo,
        };
        fall.die == place
            && kind.has(fall.face)
            && (!fall.breaks || may_break(die, kind))
            && copies_well
    };
    falls.len() == thrown.len() && falls.iter().zip(thrown).all(each)
}

/// The dice after these falls; insurance prevents one break.
pub(crate) fn land(dice: &[RunDie], falls: &[Fall], mut insured: bool) -> Vec<Landed> {
    let mut faces: Vec<Die> = dice.iter().map(|die| die.face).collect();
    let mut landed = Vec::with_capacity(falls.len());
    for fall in falls {
        let saved = fall.breaks && std::mem::take(&mut insured);
        let broke = fall.breaks && !saved;
        let face = if broke { Die::One } else { fall.face };
        faces[usize::from(fall.die)] = face;
        landed.push(Landed {
            die: fall.die,
            face,
            broke,
            saved,
        });
    }
    for (fall, landed) in falls.iter().zip(&mut landed) {
        if let Some(other) = fall.copies {
            landed.face = faces[usize::from(other)];
            faces[usize::from(fall.die)] = landed.face;
        }
    }
    landed
}

/// Glass may break when it is thrown again in a round; the first throw is safe.
pub(crate) fn may_break(die: &RunDie, kind: DieKind) -> bool {
    kind == DieKind::Glass && die.throws > 0
}
