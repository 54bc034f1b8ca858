//! Luck as a viewer may suppose it: streams that agree with all that it has seen.
//!
//! In a race every seat draws from the same streams; a seat's own luck therefore tells it the luck
//! of all. In round `r` these are
//!
//! - `dice/r/n/k/face`: the face of die `k` at its `n`-th throw. Kinds read it differently: a
//!   die of six faces determines the face of any other kind, a light or heavy die leaves two faces
//!   for one of six. A die that breaks and an echo show another face, and reveal nothing.
//! - `dice/r/n/k/break`: whether a glass die breaks, and `dice/r/n/k/echo`: which other
//!   die an echo copies, of which its owner sees only the face.
//! - `dice/r/boss`: the boss, which everybody sees, and then the dice that it locks or takes.
//! - `dice/r/shop/s`: slot `s` of the shop. Seats that may have the same goods meet the same.
//!
//! A stream that was seen in part is drawn anew until that part is the same; everything else in it
//! then has the right chance. Streams of other rounds reveal nothing.

use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::luck::{Streams, random_bytes, random_key};
use crate::options::Options;
use crate::run::{Round, Run, RunStep};
use crate::shop::{self, Good, Shop};
use crate::throw::{self, Landed, RunDie};
use kernel::{Key, Rng};
use pieces::Die;
use std::collections::BTreeMap;

/// A stream that has not agreed after this many tries is left free. The rarest good of a shop comes
/// once in about six hundred draws.
const MOST_TRIES: u32 = 20_000;

/// The same for the dice of a lockdown: three of ten dice are locked in 120 ways, nine of thirty in
/// fourteen million. Seats with as many dice have the same ones locked in any case.
const LOCKS_TRIES: u32 = 3_000;

/// Luck that agrees with everything that a viewer has seen.
pub(crate) struct Supposed {
    /// For everything that was not seen.
    key: Key,
    seen: BTreeMap<String, [u8; 32]>,
    /// The number of the viewer's dice, and the locked ones.
    locked: Option<(usize, Vec<u8>)>,
}

impl Streams for Supposed {
    fn stream(&self, name: &str) -> Rng {
        match self.seen.get(name) {
            Some(bytes) => Rng::new(*bytes),
            None => self.key.stream(name),
        }
    }
}

impl Supposed {
    /// Luck of which only the boss was seen.
    pub(crate) fn anyhow(round: &Round, rng: &mut Rng) -> Supposed {
        let mut luck = Supposed {
            key: random_key(rng),
            seen: BTreeMap::new(),
            locked: None,
        };
        luck.boss(round, MOST_TRIES, rng, |_| true);
        luck
    }

    /// Luck that led a run from the start of the round along this path.
    pub(crate) fn along(
        mut run: Run,
        path: &[RunStep],
        round: &Round,
        options: &Options,
        rng: &mut Rng,
    ) -> Supposed {
        let mut luck = Supposed::anyhow(round, rng);
        for step in path {
            match step {
                RunStep::Started { locked, .. } if !locked.is_empty() => {
                    luck.locks(run.dice.len(), locked, round, rng);
                }
                RunStep::Rolled { landed } | RunStep::Rerolled { landed } => {
                    luck.throw(&run.dice, landed, round, rng);
                }
                RunStep::Collected { die } => {
                    let n_dice = run.dice.len();
                    luck.boss(round, MOST_TRIES, rng, |stream| {
                        Boss::draw_collected(n_dice, stream) == *die
                    });
                }
                RunStep::ShopOpened { shop } => luck.shop(&run, shop, round, options, rng),
                _ => {}
            }
            run.apply(step);
        }
        luck
    }

    /// The locked dice of everyone with this many dice, if the viewer has as many.
    pub(crate) fn locked(&self, n_dice: usize) -> Option<&[u8]> {
        let (own, locked) = self.locked.as_ref()?;
        (*own == n_dice).then_some(locked)
    }

    /// Draws a stream until it fits, or leaves it as it was.
    fn draw(&mut self, name: String, tries: u32, rng: &mut Rng, fits: impl Fn(&mut Rng) -> bool) {
        let found = (0..tries)
            .map(|_| random_bytes(rng))
            .find(|bytes| fits(&mut Rng::new(*bytes)));
        if let Some(bytes) = found {
            self.seen.insert(name, bytes);
        }
    }

    /// Draws the boss's stream until it gives the real boss and then fits.
    fn boss(&mut self, round: &Round, tries: u32, rng: &mut Rng, fits: impl Fn(&mut Rng) -> bool) {
        if let Some(boss) = round.boss {
            let name = Boss::stream_name(round.number);
            self.draw(name, tries, rng, |stream| {
                Boss::draw(stream) == boss && fits(stream)
            });
        }
    }

    fn locks(&mut self, n_dice: usize, locked: &[u8], round: &Round, rng: &mut Rng) {
        self.locked = Some((n_dice, locked.to_vec()));
        self.boss(round, LOCKS_TRIES, rng, |stream| {
            Boss::draw_locked(n_dice, stream) == locked
        });
    }

    fn throw(&mut self, dice: &[RunDie], landed: &[Landed], round: &Round, rng: &mut Rng) {
        let mut faces: Vec<Option<Die>> = dice.iter().map(|die| Some(die.face)).collect();
        for landed in landed {
            let place = usize::from(landed.die);
            let die = &dice[place];
            let kind = die.kind.under(round.boss);
            faces[place] = (kind != DieKind::Echo).then_some(landed.face);
            let name = |what| throw::stream_name(round.number, die.throws + 1, landed.die, what);
            if throw::may_break(die, kind) {
                let breaks = landed.broke || landed.saved;
                self.draw(name("break"), MOST_TRIES, rng, |stream| {
                    throw::breaks(stream) == breaks
                });
            }
            if kind != DieKind::Echo && !landed.broke {
                self.draw(name("face"), MOST_TRIES, rng, |stream| {
                    kind.throw(stream) == landed.face
                });
            }
        }
        for landed in landed {
            if dice[usize::from(landed.die)].kind.under(round.boss) == DieKind::Echo {
                self.echo(dice, &mut faces, landed, round, rng);
            }
        }
    }

    /// An echo copied a die that showed the echo's face: a die that was seen to show it, or a later
    /// echo, whose own fall nobody has seen and which showed it one time in six.
    fn echo(
        &mut self,
        dice: &[RunDie],
        faces: &mut [Option<Die>],
        landed: &Landed,
        round: &Round,
        rng: &mut Rng,
    ) {
        let tickets = |face: &Option<Die>| match face {
            Some(face) if *face == landed.face => 6,
            Some(_) => 0,
            None => 1,
        };
        let others = (0..).zip(faces.iter());
        let others: Vec<u8> = others
            .filter(|&(place, _)| place != landed.die)
            .flat_map(|(place, face)| std::iter::repeat_n(place, tickets(face)))
            .collect();
        let Some(&other) = rng.choose(&others) else {
            return;
        };
        let name = |place: u8, what| {
            let throw = dice[usize::from(place)].throws + 1;
            throw::stream_name(round.number, throw, place, what)
        };
        self.draw(name(landed.die, "echo"), MOST_TRIES, rng, |stream| {
            throw::copied(landed.die, dice.len(), stream) == other
        });
        if faces[usize::from(other)].replace(landed.face).is_none() {
            self.draw(name(other, "face"), MOST_TRIES, rng, |stream| {
                DieKind::Echo.throw(stream) == landed.face
            });
        }
        faces[usize::from(landed.die)] = Some(landed.face);
    }

    fn shop(&mut self, run: &Run, shop: &Shop, round: &Round, options: &Options, rng: &mut Rng) {
        let goods = shop.offers.iter().map(|offer| offer.good);
        let goods: Vec<Good> = goods.filter(|good| *good != Good::ExtraDie).collect();
        for slot in run.customer(options.rules).slots(&goods, rng) {
            let name = shop::stream_name(round.number, slot.number);
            self.draw(name, MOST_TRIES, rng, |stream| slot.agrees(stream));
        }
    }
}
