//! One way in which a game may go on, as every viewer lives through it.
//!
//! A viewer's messages and views must agree. Two branches are therefore compared: a viewer that
//! sees no difference between them must hear none, neither in the messages nor in their number, and
//! a viewer that hears no difference must see none. This check does not know the secrets: it is
//! enough that views and redaction agree.

use kernel::{Game, Input, Key, SeatSet, Turn, Viewer};

use crate::secrets::Secrets;
use crate::trail::ensure;
use crate::transcript::json;

/// Luck that is asked for this often in a row is taken to be endless.
const MOST_DRAWS: u64 = 100;

/// A game that goes on from some state, and each viewer's messages and views.
pub(crate) struct Branch<G: Secrets> {
    pub(crate) game: G,
    /// Whether something hidden was revealed.
    opened: bool,
    stories: Vec<Story<G>>,
    n_draws: u64,
}

/// The messages to one viewer, and every view on the way that differs from the one before.
///
/// The views in between count too: some things are shown and removed within one decision, such as a
/// hand that ends with its last trick.
struct Story<G: Game> {
    viewer: Viewer,
    told: Vec<G::Event>,
    seen: Vec<G::View>,
}

impl<G: Secrets> Branch<G> {
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
            opened: false,
            n_draws: 0,
        }
    }

    /// Takes an input; returns whether it was accepted.
    pub(crate) fn take(&mut self, input: &Input<G>) -> bool {
        let Ok(events) = self.game.decide(input) else {
            return false;
        };
        for event in &events {
            self.opened |= G::opens(event);
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

    fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// Draws luck from this key as long as it is asked for.
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

    /// Whether a viewer has seen that anything happened.
    pub(crate) fn was_seen(&self) -> bool {
        self.stories.iter().any(|story| story.seen.len() > 1)
    }

    /// Compares two branches for each viewer, and returns the number of viewers who could not
    /// distinguish them.
    pub(crate) fn compare(&self, other: &Branch<G>) -> Result<usize, String> {
        let mut alike = 0;
        for (story, its) in self.stories.iter().zip(&other.stories) {
            let viewer = story.viewer;
            match (story.seen == its.seen, story.told == its.told) {
                (true, true) => {
                    alike += 1;
                    check_alike(&self.game, &other.game, viewer)?;
                }
                // If both branches lead to the same state, nothing is left to hide: everything told
                // was announced, and the views need not keep it. At the end of a game they need not
                // keep either what is said aloud of the move that ends it.
                (true, false) => ensure!(
                    self.game == other.game
                        || self.is_over() && other.is_over() && story.differs_aloud(its),
                    "{viewer} hears more than it sees: all looks the same, but one way it is told\n  {}\n  \
                     and the other way\n  {}",
                    json(&story.told),
                    json(&its.told)
                ),
                // Revealed pieces are seen and need not be told again.
                (false, true) if self.opened || other.opened => {}
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

impl<G: Secrets> Story<G> {
    /// Whether only events differ that are said aloud.
    fn differs_aloud(&self, other: &Story<G>) -> bool {
        let mut both = self.told.iter().zip(&other.told);
        let aloud = |event| G::is_said_aloud(event);
        self.told.len() == other.told.len()
            && both.all(|(one, other)| one == other || aloud(one) && aloud(other))
    }
}

/// Checks that the viewer sees the same in two worlds.
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
    if let Some(seat) = viewer.seat().filter(|_| is_met(game, world)) {
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

/// Whether a seat may be asked for a move in both worlds, or in neither. Luck is drawn before
/// anybody is asked or told anything, and nobody meets a game in which it is due: that it is due
/// for one seat may be that seat's secret.
pub(crate) fn is_met<G: Game>(game: &G, world: &G) -> bool {
    (game.turn() == Turn::Chance) == (world.turn() == Turn::Chance)
}

/// The answers that anybody can get from a game besides its views.
#[derive(Debug, PartialEq)]
struct Public<G: Game> {
    n_seats: u8,
    awaited: SeatSet,
    is_over: bool,
    scores: kernel::BySide<i32>,
    winners: Vec<kernel::Side>,
    rematch: Option<G::Options>,
}

impl<G: Game> Public<G> {
    /// As far as this viewer knows.
    fn of(game: &G, viewer: Viewer) -> Public<G> {
        Public {
            n_seats: game.n_seats(),
            awaited: game.awaited(viewer),
            is_over: game.turn() == Turn::Over,
            scores: game.scores(),
            winners: game.winners(),
            rematch: game.rematch(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;
    use kernel::Seat;

    const VIEWER: Viewer = Viewer::Seat(Seat(0));

    /// A branch that leads here, after the viewer has seen and been told this.
    fn branch(game: Toy, seen: &[u8], told: &[u8]) -> Branch<Toy> {
        Branch {
            game,
            opened: false,
            stories: vec![Story {
                viewer: VIEWER,
                told: told.to_vec(),
                seen: seen.to_vec(),
            }],
            n_draws: 0,
        }
    }

    fn hiding(hidden: u8) -> Toy {
        Toy {
            hidden,
            ..Toy::default()
        }
    }

    #[track_caller]
    fn fails(compared: Result<usize, String>, expect: &str) {
        let fault = compared.expect_err("the difference is not found");
        assert!(fault.contains(expect), "{fault}");
    }

    #[test]
    fn branches_that_look_and_sound_alike_are_alike() {
        let (one, other) = (branch(hiding(1), &[3], &[5]), branch(hiding(2), &[3], &[5]));
        assert_eq!(one.compare(&other), Ok(1));
    }

    /// Also at the end of a game, unless it is said aloud.
    #[test]
    fn nobody_may_hear_more_than_it_sees() {
        for over in [false, true] {
            let [one, other] = [1, 2].map(|hidden| Toy {
                over,
                ..hiding(hidden)
            });
            let compared =
                branch(one.clone(), &[3], &[1]).compare(&branch(other.clone(), &[3], &[2]));
            fails(compared, "hears more than it sees");
            let aloud = branch(one.clone(), &[3], &[1, Toy::ALOUD]);
            let [same, another, more] = [vec![1, Toy::ALOUD + 1], vec![2, Toy::ALOUD], vec![1]]
                .map(|told| aloud.compare(&branch(other.clone(), &[3], &told)));
            match over {
                true => assert_eq!(same, Ok(0)),
                false => fails(same, "hears more than it sees"),
            }
            fails(another, "hears more than it sees");
            fails(more, "hears more than it sees");
            // An announcement of something that no state keeps.
            let same = branch(one.clone(), &[3], &[1]).compare(&branch(one, &[3], &[2]));
            assert_eq!(same, Ok(0));
        }
    }

    #[test]
    fn nobody_may_see_more_than_it_hears_unless_something_is_revealed() {
        let one = branch(hiding(1), &[3], &[5]);
        let mut other = branch(hiding(2), &[3, 4], &[5]);
        fails(one.compare(&other), "sees more than it hears");
        other.opened = true;
        assert_eq!(one.compare(&other), Ok(0));
        assert_eq!(other.compare(&one), Ok(0));
    }

    #[test]
    fn whoever_sees_and_hears_a_difference_may() {
        let one = branch(hiding(1), &[3], &[5]);
        assert_eq!(one.compare(&branch(hiding(2), &[4], &[6])), Ok(0));
    }

    #[test]
    fn what_looks_alike_is_alike_in_all_that_can_be_asked() {
        let compare = |other: Toy| branch(hiding(1), &[3], &[]).compare(&branch(other, &[3], &[]));
        let toy = hiding(2);
        assert_eq!(compare(toy.clone()), Ok(1));
        let shown = Toy {
            shown: 9,
            ..toy.clone()
        };
        fails(compare(shown), "two worlds should look alike");
        let score = Toy {
            score: 9,
            ..toy.clone()
        };
        fails(compare(score), "what is public differs");
        let over = Toy {
            over: true,
            ..toy.clone()
        };
        fails(compare(over), "what is public differs");
        let legal = Toy {
            legal: vec![9],
            ..toy.clone()
        };
        fails(
            compare(legal.clone()),
            "the legal actions tell worlds apart",
        );
        // Nobody is asked while luck is due.
        let lucky = Toy {
            luck_is_due: true,
            ..legal
        };
        assert_eq!(compare(lucky), Ok(1));
    }
}
