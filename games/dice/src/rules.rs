//! The rules: the allowed inputs, and the events that follow.
//!
//! The seat's own run decides an action (see `play.rs`); here its steps become events. The round
//! ends when every seat is out, has left its shop or, in the last round of a race, has scored. Luck
//! is asked for whenever a seat waits for it, and a draw serves all waiting seats at once, each
//! from its own streams: one seat's actions never change the luck of another.

mod illegal;

pub use illegal::Illegal;

use crate::boss::Boss;
use crate::options::Options;
use crate::run::{Round, RunPlayer, RunStep};
use crate::state::{Action, Chance, DiceHands, Event, Phase, Served, scores, winners};
use crate::view::{self, View};
use kernel::{
    BySide, Draft, Game, ImpossibleDraw, Luck, Meta, Preset, Seat, SeatSet, SetupFault, Side, Turn,
    Viewer,
};

impl Game for DiceHands {
    const META: Meta = Meta {
        key: "dice",
        name: "Dice hands",
        rules_version: 2,
        min_seats: 1,
        max_seats: 6,
    };

    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Reason = Illegal;

    fn new(options: Options) -> Result<DiceHands, Vec<SetupFault>> {
        let faults = options.faults();
        if faults.is_empty() {
            Ok(DiceHands::at_start(options))
        } else {
            Err(faults)
        }
    }

    fn presets() -> Vec<Preset<Options>> {
        Options::presets()
    }

    fn n_seats(&self) -> u8 {
        self.table.options.seats
    }

    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Over => Turn::Over,
            Phase::Starting => Turn::Chance,
            Phase::Playing if !self.waiting().is_empty() => Turn::Chance,
            Phase::Playing => Turn::Seats(self.asked()),
        }
    }

    /// In a race nobody else knows whether a seat that has scored is in a shop.
    fn awaited(&self, viewer: Viewer) -> SeatSet {
        view::awaited(&self.table, viewer, &self.runs)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.turn().seats().contains(seat) {
            self.player(seat).legal_actions()
        } else {
            Vec::new()
        }
    }

    fn draw(&self, luck: &Luck) -> Chance {
        let mut game = self.clone();
        let mut boss = None;
        if self.table.phase == Phase::Starting {
            let number = self.table.next_round(None).number;
            boss = Boss::of_round(number, luck);
            game.apply(&Event::RoundStarted(self.table.next_round(boss)));
        }
        let served = game.waiting().iter().filter_map(|seat| {
            let fortune = game.player(seat).draw(luck)?;
            Some(Served { seat, fortune })
        });
        Chance {
            boss,
            served: served.collect(),
        }
    }

    fn act(
        &self,
        seat: Seat,
        action: &Action,
        draft: &mut Draft<DiceHands>,
    ) -> Result<(), Illegal> {
        let steps = self.player(seat).act(action)?;
        if matches!(action, Action::Reroll { .. }) {
            draft.emit(Event::Rerolling { seat });
        }
        take(draft, seat, steps);
        if *action == Action::StopRun {
            end(draft);
        } else {
            finish(draft, seat);
        }
        Ok(())
    }

    /// Starts a round if one is due, and gives every seat that waits its luck.
    fn luck(&self, chance: &Chance, draft: &mut Draft<DiceHands>) -> Result<(), ImpossibleDraw> {
        if self.table.phase == Phase::Starting {
            let round = self.table.next_round(chance.boss);
            if !is_possible(&round) {
                return Err(ImpossibleDraw);
            }
            draft.emit(Event::RoundStarted(round));
        } else if chance.boss.is_some() {
            return Err(ImpossibleDraw);
        }
        let waiting = draft.game().waiting();
        let served = chance.served.iter().map(|served| served.seat);
        if waiting.is_empty() || !waiting.iter().eq(served) {
            return Err(ImpossibleDraw);
        }
        for Served { seat, fortune } in &chance.served {
            let steps = draft.game().player(*seat).meet(fortune);
            take(draft, *seat, steps.ok_or(ImpossibleDraw)?);
        }
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        self.apply(event);
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        view::redact(event, viewer)
    }

    /// The public scores: in a race, up to the last round that has ended.
    fn scores(&self) -> BySide<i32> {
        scores(&self.shown)
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        self.award(event)
    }

    fn winners(&self) -> Vec<Side> {
        self.table.winners.clone().unwrap_or_default()
    }

    fn rematch(&self) -> Option<Options> {
        let over = self.table.phase == Phase::Over;
        over.then(|| self.table.options.clone())
    }
}

impl DiceHands {
    pub(crate) fn player(&self, seat: Seat) -> RunPlayer<'_> {
        RunPlayer {
            run: &self.runs[seat],
            round: &self.table.round,
            options: &self.table.options,
        }
    }
}

/// A boss comes in every fourth round and in no other.
fn is_possible(round: &Round) -> bool {
    round.boss.is_some() == Boss::comes_in(round.number)
}

/// Applies the steps of a seat. In a race everybody hears at once that a seat has scored, but
/// nothing of the result.
fn take(draft: &mut Draft<DiceHands>, seat: Seat, steps: Vec<RunStep>) {
    let secret = draft.game().table.options.is_race();
    for step in steps {
        let scored = matches!(step, RunStep::Scored { .. });
        draft.emit(Event::Step { seat, secret, step });
        if secret && scored {
            draft.emit(Event::Finished { seat });
        }
    }
}

/// Ends the round, and perhaps the game, when this seat and all others are done with it.
fn finish(draft: &mut Draft<DiceHands>, seat: Seat) {
    let race = draft.game().table.options.is_race();
    if !race && is_done(draft.game(), seat) {
        draft.emit(Event::Finished { seat });
    }
    let game = draft.game();
    if !Seat::all(game.n_seats()).all(|seat| is_done(game, seat)) {
        return;
    }
    let all_out = game.runs.values().all(|run| run.is_out());
    let over = all_out || game.table.is_last_of_race();
    draft.emit(Event::RoundEnded);
    if over {
        end(draft);
    }
}

/// Whether a seat has nothing more to do or to wait for in this round.
fn is_done(game: &DiceHands, seat: Seat) -> bool {
    let run = &game.runs[seat];
    !run.is_asked() && !game.table.awaits_luck(run)
}

fn end(draft: &mut Draft<DiceHands>) {
    let game = draft.game();
    let winners = winners(&game.table.options, &game.runs);
    draft.emit(Event::Ended { winners });
}
