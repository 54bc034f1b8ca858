//! One way in which a game may go on, as every viewer lives through it.
//!
//! What a viewer is told and what it sees must say the same. So two branches are
//! compared: whoever sees no difference on the way may hear none, neither in what is
//! told nor in how often, and whoever hears none may see none. Nothing here knows
//! what is secret: it is enough that views and redaction agree.

use kernel::{Game, Input, Key, Turn, Viewer};

use crate::trail::ensure;
use crate::transcript::json;

/// Luck that is asked for so often at a stretch is taken to be endless.
const MOST_DRAWS: u64 = 100;

/// A game that goes on from some state, and what each viewer gets of it.
pub(crate) struct Branch<G: Game> {
    pub(crate) game: G,
    stories: Vec<Story<G>>,
    n_draws: u64,
}

/// All that one viewer is told, and every sight on the way that differs from the one before.
///
/// The sights between count too: some things are shown and cleared away within one
/// decision, as a hand that ends with its last trick.
struct Story<G: Game> {
    viewer: Viewer,
    told: Vec<G::Event>,
    seen: Vec<G::View>,
}

impl<G: Game> Branch<G> {
    /// The branch in which nothing has happened yet, for these viewers.
    pub(crate) fn new(game: &G, viewers: impl IntoIterator<Item = Viewer>) -> Branch<G> {
        let story = |viewer| Story {
            viewer,
            told: Vec::new(),
            seen: vec![game.view(viewer)],
        };
        Branch {
            stories: viewers.into_iter().map(story).collect(),
            game: game.clone(),
            n_draws: 0,
        }
    }

    /// Takes an input; says whether it was accepted.
    pub(crate) fn take(&mut self, input: &Input<G>) -> bool {
        let Ok(events) = self.game.decide(input) else {
            return false;
        };
        for event in &events {
            self.game.evolve(event);
            for story in &mut self.stories {
                story.told.extend(G::redact(event, story.viewer));
                let view = self.game.view(story.viewer);
                if story.seen.last() != Some(&view) {
                    story.seen.push(view);
                }
            }
        }
        true
    }

    /// Draws luck from this key for as long as it is asked for.
    pub(crate) fn meet_luck(&mut self, key: &Key) -> Result<(), String> {
        while self.game.turn() == Turn::Chance {
            ensure!(
                self.n_draws < MOST_DRAWS,
                "luck is asked for without end: {MOST_DRAWS} draws in a row"
            );
            let draw = Input::Chance(self.game.draw(&key.draw(self.n_draws)));
            self.n_draws += 1;
            ensure!(self.take(&draw), "the game refuses its own draw");
        }
        Ok(())
    }

    /// Compares what each viewer got of two branches; gives how many could not tell them apart.
    pub(crate) fn compare(&self, other: &Branch<G>) -> Result<usize, String> {
        let mut alike = 0;
        for (story, its) in self.stories.iter().zip(&other.stories) {
            let viewer = story.viewer;
            match (story.seen == its.seen, story.told == its.told) {
                (true, true) => {
                    alike += 1;
                    check_alike(&self.game, &other.game, viewer)?;
                }
                // Where both ways come to the same state, nothing is left that is hidden: what was
                // told was shown or said aloud, and the views need not keep it.
                (true, false) => ensure!(
                    self.game == other.game,
                    "{viewer} hears more than it sees: all looks the same, but one way it is told\n  {}\n  \
                     and the other way\n  {}",
                    json(&story.told),
                    json(&its.told)
                ),
                (false, true) => {
                    return Err(format!(
                        "{viewer} sees more than it hears: it is told the same, but one way it sees\n  {}\n  \
                     and the other way\n  {}",
                        json(&story.seen),
                        json(&its.seen)
                    ));
                }
                (false, false) => {}
            }
        }
        Ok(alike)
    }
}

/// What the viewer can see of two worlds is the same.
pub(crate) fn check_alike<G: Game>(game: &G, world: &G, viewer: Viewer) -> Result<(), String> {
    let (view, imagined) = (game.view(viewer), world.view(viewer));
    ensure!(
        view == imagined,
        "two worlds should look alike to {viewer}, but one looks\n  {}\n  and the other\n  {}",
        json(&view),
        json(&imagined)
    );
    let (public, imagined) = (Public::of(game, viewer), Public::of(world, viewer));
    ensure!(
        public == imagined,
        "what is public differs in two worlds that look alike to {viewer}: {public:?}, but {imagined:?}"
    );
    if let Some(seat) = viewer.seat() {
        let (actions, imagined) = (game.legal_actions(seat), world.legal_actions(seat));
        ensure!(
            actions == imagined,
            "the legal actions tell worlds apart that look alike to {viewer}: {}, but {}",
            json(&actions),
            json(&imagined)
        );
    }
    Ok(())
}

/// What anybody can ask of a game beside its views.
#[derive(Debug, PartialEq)]
struct Public<G: Game> {
    n_seats: u8,
    turn: Turn,
    scores: kernel::BySide<i32>,
    winners: Vec<kernel::Side>,
    rematch: Option<G::Options>,
}

impl<G: Game> Public<G> {
    /// As far as this viewer knows.
    fn of(game: &G, _viewer: Viewer) -> Public<G> {
        Public {
            n_seats: game.n_seats(),
            turn: game.turn(),
            scores: game.scores(),
            winners: game.winners(),
            rematch: game.rematch(),
        }
    }
}
