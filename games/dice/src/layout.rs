//! Assigns dice to hands, for everything that shows dice.
//!
//! A split tells how many dice of each face a hand takes; this tells which ones. Each hand has a
//! colour and a letter, because colour must never be the only sign.

use crate::score::ScoringDie;
use crate::split::Split;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The colour of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Colour {
    Gold,
    Teal,
    Blue,
    Purple,
    Coral,
}

impl Colour {
    /// The colours, in the order in which hands take them.
    pub const ALL: [Colour; 5] = [
        Colour::Gold,
        Colour::Teal,
        Colour::Blue,
        Colour::Purple,
        Colour::Coral,
    ];

    /// The colour of a split's hand by its number, from 0; colours repeat.
    pub const fn of_hand(number: usize) -> Colour {
        Colour::ALL[number % Colour::ALL.len()]
    }
}

/// The letter of a split's hand by its number, from 0; lower-case letters follow `Z`.
///
/// ```
/// assert_eq!([0, 1, 25, 26].map(dice::hand_letter), ['A', 'B', 'Z', 'a']);
/// ```
pub const fn hand_letter(number: usize) -> char {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    letters[number % letters.len()] as char
}

/// For each die the number of the hand that uses it, if there is one.
///
/// Of dice with one face the glass ones are used first, as in the score, then the earlier ones.
///
/// ```
/// use dice::score::{Levels, ScoreRules, ScoringDie};
/// use pieces::Die;
///
/// let pool = [Die::Five, Die::One, Die::Five].map(ScoringDie::plain);
/// let scorer = dice::split::Scorer::new(ScoreRules::default(), Levels::default())?;
/// let split = scorer.split("515".parse().unwrap())?;
/// assert_eq!(dice::lay_out(&pool, &split), [Some(0), None, Some(0)]);
/// # Ok::<(), dice::score::ScoreError>(())
/// ```
pub fn lay_out(dice: &[ScoringDie], split: &Split) -> Vec<Option<usize>> {
    let mut hands = vec![None; dice.len()];
    let mut places: Vec<usize> = (0..dice.len()).collect();
    places.sort_by_key(|&place| (!dice[place].glass, place));
    for (number, hand) in split.hands().iter().enumerate() {
        let mut needed = hand.counts();
        for &place in &places {
            let needed = &mut needed[dice[place].face.index()];
            if hands[place].is_none() && *needed > 0 {
                *needed -= 1;
                hands[place] = Some(number);
            }
        }
    }
    hands
}
