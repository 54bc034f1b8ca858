//! The games that look alike to a viewer.

use kernel::{BySeat, Imagine, Rng, Veiled, Viewer};

use crate::rules::MOST_CHIPS;
use crate::state::NewGame;
use crate::view::View;

impl Imagine for NewGame {
    fn imagine(view: &View, _: Viewer, rng: &mut Rng) -> NewGame {
        let mut unveil = |veiled: &BySeat<Option<Veiled<u8>>>, most: u8| {
            veiled.map(|_, n| {
                n.map(|n| match n {
                    Veiled::Known(n) => n,
                    Veiled::Hidden => rng.below(most.into()) as u8 + 1,
                })
            })
        };
        NewGame {
            options: view.options,
            scores: view.scores.clone(),
            dice: unveil(&view.dice, 6),
            stakes: unveil(&view.stakes, MOST_CHIPS),
        }
    }
}
