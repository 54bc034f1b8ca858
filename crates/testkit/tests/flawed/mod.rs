//! High card with one flaw each, to prove that the checks find it.
//!
//! A [`Flaw`] overrides one answer of the sound game; [`Flawed`] is the resulting game. Everything
//! else is the sound game's own.

use std::fmt::Debug;
use std::marker::PhantomData;

use kernel::{
    Bot, BySeat, BySide, Draft, Facade, Game, Imagine, ImpossibleDraw, Input, Luck, Meta, Preset,
    Refusal, Rng, Seat, SetupFault, Side, Turn, Viewer,
};
use testkit::Secrets;

use crate::high_card::{Action, Card, Event, HighCard, Options, View, Why};

/// The answers that a flaw may override; by default none.
pub(crate) trait Flaw: Clone + Debug + Eq + Send + Sync + 'static {
    const BOTS: &'static [Bot<Flawed<Self>>] = &[];

    fn turn(game: &HighCard) -> Turn {
        game.turn()
    }

    fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        game.legal_actions(seat)
    }

    fn is_legal(game: &HighCard, seat: Seat, action: Action) -> bool {
        game.is_legal(seat, &action)
    }

    fn draw(game: &HighCard, luck: &Luck) -> BySeat<Vec<Card>> {
        game.draw(luck)
    }

    fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        game.decide(input)
    }

    fn evolve(game: &mut HighCard, event: &Event) {
        game.evolve(event);
    }

    fn view(game: &HighCard, viewer: Viewer) -> View {
        game.view(viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        HighCard::redact(event, viewer)
    }

    fn scores(game: &HighCard) -> BySide<i32> {
        game.scores()
    }

    fn awards(game: &HighCard, event: &Event) -> Vec<(Side, i32)> {
        game.awards(event)
    }

    fn winners(game: &HighCard) -> Vec<Side> {
        game.winners()
    }

    fn rematch(game: &HighCard) -> Option<Options> {
        game.rematch()
    }

    fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> HighCard {
        HighCard::imagine(view, viewer, rng)
    }

    fn swap_hidden(game: &mut HighCard, viewer: Viewer, rng: &mut Rng) {
        game.swap_hidden(viewer, rng);
    }
}

/// High card with a flaw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flawed<F>(HighCard, PhantomData<F>);

impl<F: Flaw> Game for Flawed<F> {
    const META: Meta = HighCard::META;
    type Options = Options;
    type Action = Action;
    type Chance = BySeat<Vec<Card>>;
    type Event = Event;
    type View = View;
    type Reason = Why;

    fn new(options: Options) -> Result<Self, Vec<SetupFault>> {
        HighCard::new(options).map(|game| Flawed(game, PhantomData))
    }

    fn presets() -> Vec<Preset<Options>> {
        HighCard::presets()
    }

    fn n_seats(&self) -> u8 {
        self.0.n_seats()
    }

    fn turn(&self) -> Turn {
        F::turn(&self.0)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        F::legal_actions(&self.0, seat)
    }

    fn is_legal(&self, seat: Seat, action: &Action) -> bool {
        F::is_legal(&self.0, seat, *action)
    }

    fn draw(&self, luck: &Luck) -> BySeat<Vec<Card>> {
        F::draw(&self.0, luck)
    }

    fn act(&self, _: Seat, _: &Action, _: &mut Draft<Self>) -> Result<(), Why> {
        unreachable!("a flawed game decides by itself")
    }

    fn luck(&self, _: &BySeat<Vec<Card>>, _: &mut Draft<Self>) -> Result<(), ImpossibleDraw> {
        unreachable!("a flawed game decides by itself")
    }

    fn decide(&self, input: &Input<Self>) -> Result<Vec<Event>, Refusal<Why>> {
        let input = match input.clone() {
            Input::Act { seat, action } => Input::Act { seat, action },
            Input::Chance(hands) => Input::Chance(hands),
        };
        F::decide(&self.0, &input)
    }

    fn evolve(&mut self, event: &Event) {
        F::evolve(&mut self.0, event);
    }

    fn view(&self, viewer: Viewer) -> View {
        F::view(&self.0, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        F::redact(event, viewer)
    }

    fn scores(&self) -> BySide<i32> {
        F::scores(&self.0)
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        F::awards(&self.0, event)
    }

    fn winners(&self) -> Vec<Side> {
        F::winners(&self.0)
    }

    fn rematch(&self) -> Option<Options> {
        F::rematch(&self.0)
    }
}

impl<F: Flaw> Facade for Flawed<F> {
    const BOTS: &'static [Bot<Self>] = F::BOTS;
}

impl<F: Flaw> Imagine for Flawed<F> {
    fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> Self {
        Flawed(F::imagine(view, viewer, rng), PhantomData)
    }
}

impl<F: Flaw> Secrets for Flawed<F> {
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        F::swap_hidden(&mut self.0, viewer, rng);
    }
}
