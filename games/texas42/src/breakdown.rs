//! A hand explained line by line, as clients read it in JSON.
//!
//! The scorer and the messages of a table use these types; journals do not.
//!
//! A line is `{type, side, points, dominoes, description}`. The lines of tricks add up to the
//! points that the sides took, and the lines of awards to their score. The lines between them give
//! reasons and are worth nothing by themselves.

use crate::bid::CalledBid;
use crate::hand::{Pledge, Trick};
use crate::score::{AwardRule, HandScore, counters_of, won_by};
use crate::sides::{NORTH_SOUTH, Sides, side_name, side_of};
use crate::trick::TrickRule;
use kernel::{Item, Side};
use pieces::{Domino, DominoSet};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// One line of an explained score, as it is written in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Line {
    /// The kind of line.
    #[serde(rename = "type")]
    pub kind: LineKind,
    /// The number of its trick, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trick: Option<u8>,
    /// The side it is about: `northSouth` or `eastWest`.
    pub side: &'static str,
    /// Its points.
    pub points: i32,
    /// The dominoes that make it.
    pub dominoes: Vec<Domino>,
    /// A sentence for a player.
    pub description: String,
}

/// One value for each side, called `northSouth` and `eastWest` in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Sides")]
#[ts(rename = "Sides")]
pub(crate) struct NamedSides<T> {
    /// The value of seats 0 and 2.
    north_south: T,
    /// The value of seats 1 and 3.
    east_west: T,
}

/// The kind of a line of an explained score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// A point for a trick.
    Trick,
    /// Five points for a domino.
    FiveCount,
    /// Ten points for a domino.
    TenCount,
    /// The rest of the points, claimed by laying down.
    LaidDown,
    /// The points of a side in the whole hand.
    SidePoints,
    /// The bid; worth nothing by itself.
    Bid,
    /// The bid was made; worth nothing by itself.
    Made,
    /// The bid was set; worth nothing by itself.
    Set,
    /// Marks awarded.
    Marks,
    /// Points awarded because they were taken.
    PointsTaken,
    /// Points awarded because they were bid.
    PointsBid,
    /// Points awarded for a nello.
    LowNo,
}

impl<T> From<Sides<T>> for NamedSides<T> {
    fn from(sides: Sides<T>) -> NamedSides<T> {
        NamedSides {
            north_south: sides.north_south,
            east_west: sides.east_west,
        }
    }
}

impl Line {
    fn new(
        kind: LineKind,
        side: Side,
        points: i32,
        dominoes: DominoSet,
        description: String,
    ) -> Line {
        Line {
            kind,
            trick: None,
            side: side_key(side),
            points,
            dominoes: dominoes.iter().collect(),
            description,
        }
    }

    fn about(kind: LineKind, side: Side, description: String) -> Line {
        Line::new(kind, side, 0, DominoSet::EMPTY, description)
    }
}

/// The name of a side in JSON.
pub const fn side_key(side: Side) -> &'static str {
    match side {
        NORTH_SOUTH => "northSouth",
        _ => "eastWest",
    }
}

/// The worth of a trick, line by line.
pub fn trick_lines(number: u8, trick: &Trick) -> Vec<Line> {
    let winner = trick.winner;
    let line = |item: &Item<TrickRule, _>| {
        let dominoes: &[Domino] = AsRef::as_ref(&item.pieces);
        let counted = dominoes.first().map_or("", |domino| domino.text());
        let (kind, description) = match item.rule {
            TrickRule::Trick => (
                LineKind::Trick,
                format!("seat {winner} wins trick {number}"),
            ),
            TrickRule::FiveCount => (LineKind::FiveCount, format!("{counted} counts 5")),
            TrickRule::TenCount => (LineKind::TenCount, format!("{counted} counts 10")),
        };
        Line {
            kind,
            trick: Some(number),
            side: side_key(side_of(winner)),
            points: item.points,
            dominoes: dominoes.to_vec(),
            description,
        }
    };
    trick.tally().items().iter().map(line).collect()
}

fn award_line(side: Side, bid: CalledBid, item: &Item<AwardRule, DominoSet>) -> Line {
    let points = item.points;
    let scored = match points {
        1 => "1 mark".to_owned(),
        marks => format!("{marks} marks"),
    };
    let name = side_name(side);
    let (kind, description) = match item.rule {
        AwardRule::Marks => (LineKind::Marks, format!("{name} scores {scored}")),
        AwardRule::PointsTaken => (
            LineKind::PointsTaken,
            format!("{name} scores the {points} it took"),
        ),
        AwardRule::PointsBid => (
            LineKind::PointsBid,
            format!("{name} scores the {bid} that was bid"),
        ),
        AwardRule::LowNo => (
            LineKind::LowNo,
            format!("{name} scores {points} for low-no"),
        ),
    };
    Line::new(kind, side, points, item.pieces, description)
}

impl HandScore {
    /// Every item of the hand in order: the tricks, the points of each side, the bid, whether it
    /// was made, and the awards.
    pub fn breakdown(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = (1..)
            .zip(&self.tricks)
            .flat_map(|(number, trick)| trick_lines(number, trick))
            .collect();
        lines.extend(self.laid_down_line());
        for (side, &points) in self.result.points.iter() {
            let description = format!("{} took {points}", side_name(side));
            let counters = counters_of(&self.tricks, side);
            lines.push(Line::new(
                LineKind::SidePoints,
                side,
                points.into(),
                counters,
                description,
            ));
        }
        let Pledge {
            bidder,
            declaration,
            ..
        } = self.result.pledge;
        let bid = self.result.called_bid();
        let bidding = self.result.pledge.side();
        let description = format!("seat {bidder} bid {bid} and played {declaration}");
        lines.push(Line::about(LineKind::Bid, bidding, description));
        let result = if self.result.made() {
            LineKind::Made
        } else {
            LineKind::Set
        };
        lines.push(Line::about(result, bidding, self.result.sentence()));
        for (side, tally) in self.awards.iter() {
            lines.extend(tally.items().iter().map(|item| award_line(side, bid, item)));
        }
        lines
    }

    fn laid_down_line(&self) -> Option<Line> {
        let seat = self.result.laid_down?;
        let side = self.result.pledge.side();
        let taken: u8 = won_by(&self.tricks, side).map(Trick::points).sum();
        let rest = self.result.points[side].saturating_sub(taken);
        let description = format!("seat {seat} laid down the rest");
        let line = Line::new(
            LineKind::LaidDown,
            side,
            rest.into(),
            DominoSet::EMPTY,
            description,
        );
        Some(line)
    }
}
