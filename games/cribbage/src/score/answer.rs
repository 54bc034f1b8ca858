//! A count as JSON, written straight from the tally.
//!
//! These types borrow and are only ever written: they have the shape that programs read. A stored
//! [`Tally`] has its own.

use super::{Item, Tally, Totals};
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// A whole count: `{"total", "breakdown": [item], "totals"}`.
///
/// ```
/// use cribbage::score::{ScoreAnswer, Four, HandOrCrib, Show};
///
/// let hand = Four::new("2S 4H 6D QC".parse().unwrap())?;
/// let tally = Show::new(hand, "QS".parse().ok(), HandOrCrib::Hand)?.tally();
/// assert_eq!(
///     serde_json::to_string(&ScoreAnswer(&tally)).unwrap(),
///     r#"{"total":2,"breakdown":[{"type":"PAIR","points":2,"cards":["QS","QC"],"description":"Pair"}],"#
///         .to_owned()
///         + r#""totals":{"fifteens":0,"pairs":2,"runs":0,"flush":0,"nobs":0}}"#,
/// );
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ScoreAnswer<'a>(pub &'a Tally);

impl Serialize for ScoreAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("ScoreAnswer", 3)?;
        answer.serialize_field("total", &self.0.total())?;
        answer.serialize_field("breakdown", &Breakdown(self.0))?;
        answer.serialize_field("totals", &Totals::of(self.0))?;
        answer.end()
    }
}

/// The items alone, as a list.
#[derive(Debug, Clone, Copy)]
pub struct Breakdown<'a>(pub &'a Tally);

impl Serialize for Breakdown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.items().iter().map(WrittenItem))
    }
}

/// One item: `{"type", "points", "cards", "description"}`.
#[derive(Debug, Clone, Copy)]
pub struct WrittenItem<'a>(pub &'a Item);

impl Serialize for WrittenItem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Item {
            rule,
            pieces,
            points,
        } = self.0;
        let mut shown = serializer.serialize_struct("WrittenItem", 4)?;
        shown.serialize_field("type", rule.name())?;
        shown.serialize_field("points", points)?;
        shown.serialize_field("cards", &pieces[..])?;
        shown.serialize_field("description", rule.description())?;
        shown.end()
    }
}
