//! The tables of an expert for two players: the pegging of hands and its order, the chance of
//! winning from any score, and the lessons of practice.
//!
//! The expert of this version goes by [`BOOK`]. An earlier expert is kept for the arena, with the
//! tables of its day, behind the feature `earlier`, because a browser has no use for it.

use std::sync::LazyLock;

use super::chance::WinTable;
use super::hindsight::Hindsight;
use super::order::PegOrder;
use super::outlook::Board;
use super::pegs::PegTable;

/// The tables of an expert.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Book {
    /// The pegging of four cards.
    pub(crate) pegs: PegTable,
    /// The chance of winning from any score.
    pub(crate) chance: WinTable,
    /// The additional knowledge of later experts.
    pub(crate) lessons: Option<Lessons>,
}

/// The lessons of the expert's games against itself. The first expert had not.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lessons {
    /// The relation between the pegging of both sides.
    pub(crate) order: PegOrder,
    /// The correction of its chances.
    pub(crate) hindsight: Hindsight,
}

/// The points that the opponent's hand counts on average beyond its ranks, for jacks and flushes,
/// and beyond the hands that habits make likely: the mean over 1,500 deals from 60-60 was 0.40 for
/// pone's hand and 0.38 for the dealer's.
pub(crate) const UNSAID_HAND: f32 = 0.4;

/// The same for the crib: 0.13 in the eyes of the dealer, 0.07 in those of pone.
pub(crate) const UNSAID_CRIB: f32 = 0.1;

/// The book of today's expert.
pub(crate) static BOOK: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(
        include_str!("../../bot/pegging.txt"),
        include_str!("../../bot/chance.txt"),
        Some([
            include_str!("../../bot/order.txt"),
            include_str!("../../bot/hindsight.txt"),
        ]),
    )
});

/// The book of `expert-0.1`, which took its pegging from one-ply play.
#[cfg(any(test, feature = "earlier"))]
pub(crate) static BOOK_0_1: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(
        include_str!("../../bot/0.1/pegging.txt"),
        include_str!("../../bot/0.1/chance.txt"),
        None,
    )
});

impl Book {
    fn parse(pegs: &str, chance: &str, lessons: Option<[&str; 2]>) -> Book {
        const READ: &str = "the checked-in tables are read by a test";
        Book {
            pegs: PegTable::parse(pegs).expect(READ),
            chance: WinTable::parse(chance).expect(READ),
            lessons: lessons.map(|[order, hindsight]| Lessons {
                order: PegOrder::parse(order).expect(READ),
                hindsight: Hindsight::parse(hindsight).expect(READ),
            }),
        }
    }

    /// The chance of winning that a computed one stands for, in this decision: 0 for the throw, and
    /// 1 to 4 for a card with four to one in hand.
    pub(crate) fn told(&self, board: Board, stage: usize, chance: f64) -> f64 {
        match &self.lessons {
            Some(lessons) => lessons.hindsight.of(board, stage, &self.chance, chance),
            None => chance,
        }
    }

    /// The relation between the pegging of both sides, if this expert knows it.
    pub(crate) fn order(&self) -> Option<&PegOrder> {
        self.lessons.as_ref().map(|lessons| &lessons.order)
    }
}
