//! Games whose luck is written down beforehand, and games that tell what they should not.
//!
//! A house deals fairly and has no way to be told the cards. So that a test can choose
//! them, it brings games of its own: the real ones, but for their draws.

use std::sync::Arc;

use kernel::{
    Advice, AnyGame, AnyRefusal, BotMeta, BySide, Cue, Happening, Key, Kind, Meta, Payload, Rng,
    Seat, Seating, Seen, SetupFault, Side, Turn, Viewer, Vocabulary,
};
use serde_json::Value;

/// What a game does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Nothing.
    None,
    /// The name of a message depends on what is hidden in its event.
    Names,
    /// A message comes only if something hidden is so.
    Silence,
    /// A view is that of another seat.
    Views,
}

/// A game of the roster with its luck written down.
#[derive(Debug)]
pub(crate) struct Rigged {
    pub(crate) kind: &'static dyn Kind,
    pub(crate) luck: Arc<Vec<Value>>,
    pub(crate) flaw: Flaw,
}

impl Rigged {
    /// The only game of a house; it lives as long as the test.
    pub(crate) fn alone(self) -> &'static [&'static dyn Kind] {
        let kind: &'static dyn Kind = Box::leak(Box::new(self));
        Box::leak(Box::new([kind]))
    }
}

impl Kind for Rigged {
    fn start(&self, options: &Value) -> Result<Box<dyn AnyGame>, Vec<SetupFault>> {
        Ok(Box::new(RiggedGame {
            game: self.kind.start(options)?,
            luck: self.luck.clone(),
            flaw: self.flaw,
        }))
    }

    fn meta(&self) -> Meta {
        self.kind.meta()
    }

    fn options_schema(&self) -> Value {
        self.kind.options_schema()
    }

    fn presets(&self) -> Vec<(&'static str, Value)> {
        self.kind.presets()
    }

    fn score_json(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        self.kind.score_json(request, answer)
    }

    fn vocabulary(&self) -> Vocabulary {
        self.kind.vocabulary()
    }

    fn refused_as(&self, command: &str) -> Option<&'static str> {
        self.kind.refused_as(command)
    }

    fn bots(&self) -> Vec<BotMeta> {
        self.kind.bots()
    }

    fn choose(
        &self,
        bot: &str,
        view: &Seen<Value>,
        legal: &[Value],
        rng: &mut Rng,
    ) -> Option<Value> {
        self.kind.choose(bot, view, legal, rng)
    }

    fn advise(
        &self,
        view: &Seen<Value>,
        legal: &[Value],
        also: Option<&Value>,
        rng: &mut Rng,
    ) -> Option<Vec<Advice<Value>>> {
        self.kind.advise(view, legal, also, rng)
    }

    fn command(&self, view: &Seen<Value>, action: &Value) -> Option<Value> {
        self.kind.command(view, action)
    }

    fn told(&self, seat: Seat, view: Value) -> Result<Seen<Value>, AnyRefusal> {
        self.kind.told(seat, view)
    }

    fn legal(&self, view: &Seen<Value>, rng: &mut Rng) -> Option<Vec<Value>> {
        self.kind.legal(view, rng)
    }

    fn ask_json(&self, bot: &str, request: &[u8], rng: &mut Rng) -> Result<Value, AnyRefusal> {
        self.kind.ask_json(bot, request, rng)
    }
}

#[derive(Debug)]
struct RiggedGame {
    game: Box<dyn AnyGame>,
    luck: Arc<Vec<Value>>,
    flaw: Flaw,
}

impl RiggedGame {
    fn spoil(&self, cues: &mut Vec<Cue>, event: &Value) {
        // Any function of the whole event that a hidden piece is likely to change.
        let sum = event.to_string().bytes().fold(7_u32, |sum, byte| {
            sum.wrapping_mul(31)
                .wrapping_add(byte.into())
                .rotate_left(5)
        });
        match self.flaw {
            Flaw::Names => {
                for cue in cues {
                    cue.name = format!("{}_{sum}", cue.name).into();
                }
            }
            Flaw::Silence if sum % 2 == 0 => cues.clear(),
            _ => {}
        }
    }
}

impl AnyGame for RiggedGame {
    fn draw(&self, key: &Key, n: u64) -> Option<Value> {
        let written = usize::try_from(n).ok().and_then(|n| self.luck.get(n));
        match written {
            Some(luck) => (self.game.turn() == Turn::Chance).then(|| luck.clone()),
            None => self.game.draw(key, n),
        }
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(RiggedGame {
            game: self.game.boxed(),
            luck: self.luck.clone(),
            flaw: self.flaw,
        })
    }

    fn cues(&self, event: &Value) -> Result<Vec<Cue>, AnyRefusal> {
        let mut cues = self.game.cues(event)?;
        self.spoil(&mut cues, event);
        Ok(cues)
    }

    fn happen(
        &mut self,
        event: &Value,
        viewers: &[Viewer],
        seating: &Seating,
    ) -> Result<Happening, AnyRefusal> {
        let mut happening = self.game.happen(event, viewers, seating)?;
        self.spoil(&mut happening.cues, event);
        Ok(happening)
    }

    fn wire_view(&self, viewer: Viewer, seating: &Seating, settled: bool) -> Seen<Value> {
        let other = Viewer::Seat(Seat(u8::from(viewer.is(Seat(0)))));
        let viewer = if self.flaw == Flaw::Views {
            other
        } else {
            viewer
        };
        self.game.wire_view(viewer, seating, settled)
    }

    fn meta(&self) -> Meta {
        self.game.meta()
    }

    fn n_seats(&self) -> u8 {
        self.game.n_seats()
    }

    fn side(&self, seat: Seat) -> Side {
        self.game.side(seat)
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Value> {
        self.game.legal_actions(seat)
    }

    fn act(&self, seat: Seat, action: &Value) -> Value {
        self.game.act(seat, action)
    }

    fn decide(&self, input: &Value) -> Result<Vec<Value>, AnyRefusal> {
        self.game.decide(input)
    }

    fn evolve(&mut self, event: &Value) -> Result<(), AnyRefusal> {
        self.game.evolve(event)
    }

    fn view(&self, viewer: Viewer) -> Seen<Value> {
        self.game.view(viewer)
    }

    fn redact(&self, event: &Value, viewer: Viewer) -> Result<Option<Seen<Value>>, AnyRefusal> {
        self.game.redact(event, viewer)
    }

    fn scores(&self) -> BySide<i32> {
        self.game.scores()
    }

    fn winners(&self) -> Vec<Side> {
        self.game.winners()
    }

    fn rematch(&self) -> Option<Value> {
        self.game.rematch()
    }

    fn wire_outcome(&self, seating: &Seating) -> Seen<Payload> {
        self.game.wire_outcome(seating)
    }

    fn wire_legal(&self, seat: Seat) -> Seen<Value> {
        self.game.wire_legal(seat)
    }

    fn wire_idle(&self) -> Seen<Value> {
        self.game.wire_idle()
    }

    fn read_command(&self, command: &str, payload: &Payload) -> Option<Result<Value, AnyRefusal>> {
        self.game.read_command(command, payload)
    }

    fn dealer(&self) -> Option<Seat> {
        self.game.dealer()
    }
}
