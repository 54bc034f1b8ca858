//! The correction of chances from imagined deals by the outcomes of real play.
//!
//! Imagined hands are played on by habit or with open hands; experts play better than the first and
//! worse than the second. For each kind of prediction a line through the log odds corrects the
//! remaining error. The lines (`bot/chances.txt`) are fitted by a command that the file names, to
//! hands on other seeds than those that the result is measured on.

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::hand::Pledge;
use std::sync::LazyLock;

/// The subject of a prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Forecast {
    /// That a bid stands.
    Stands,
    /// That a bid is made, before it is decided whether it stands.
    Call(Sort),
    /// That a bid is made, when trump is named.
    Name(Sort),
    /// That a bid is made, as a bidder or as an opponent plays.
    Play { is_ours: bool },
}

/// The sorts of contracts that are played differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// For points.
    Points,
    /// For every trick under a trump, or without one.
    Marks,
    Nello,
    Sevens,
    /// Plunge or splash.
    Partner,
}

impl Sort {
    const ALL: [Sort; 5] = [
        Sort::Points,
        Sort::Marks,
        Sort::Nello,
        Sort::Sevens,
        Sort::Partner,
    ];

    pub(super) const fn of(pledge: &Pledge) -> Sort {
        match (pledge.bid, pledge.declaration) {
            (Bid::Plunge(_) | Bid::Splash(_), _) => Sort::Partner,
            (_, Declaration::Nello) => Sort::Nello,
            (_, Declaration::Sevens) => Sort::Sevens,
            (Bid::Points(_), _) => Sort::Points,
            (Bid::Marks(_), _) => Sort::Marks,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Sort::Points => "points",
            Sort::Marks => "marks",
            Sort::Nello => "nello",
            Sort::Sevens => "sevens",
            Sort::Partner => "partner",
        }
    }
}

impl Forecast {
    /// The number of kinds.
    pub(super) const COUNT: usize = 1 + 2 * Sort::ALL.len() + 2;

    /// Every kind, in the order of the file.
    pub(super) fn all() -> impl Iterator<Item = Forecast> {
        let plays = [true, false].map(|is_ours| Forecast::Play { is_ours });
        std::iter::once(Forecast::Stands)
            .chain(Sort::ALL.map(Forecast::Call))
            .chain(Sort::ALL.map(Forecast::Name))
            .chain(plays)
    }

    pub(super) fn place(self) -> usize {
        match self {
            Forecast::Stands => 0,
            Forecast::Call(sort) => 1 + sort as usize,
            Forecast::Name(sort) => 1 + Sort::ALL.len() + sort as usize,
            Forecast::Play { is_ours } => 1 + 2 * Sort::ALL.len() + usize::from(!is_ours),
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Forecast::Stands => "stands".into(),
            Forecast::Call(sort) => format!("call-{}", sort.name()),
            Forecast::Name(sort) => format!("name-{}", sort.name()),
            Forecast::Play { is_ours: true } => "play-bidders".into(),
            Forecast::Play { is_ours: false } => "play-others".into(),
        }
    }

    /// The corrected value of a raw chance.
    pub(super) fn correct(self, raw: f64) -> f64 {
        let (shift, slope) = LINES[self.place()];
        if (shift, slope) == (0.0, 1.0) || raw <= 0.0 || raw >= 1.0 {
            // An outcome that is certain in every imagined deal stays certain.
            return raw;
        }
        1.0 / (1.0 + libm::exp(-(shift + slope * log_odds(raw))))
    }
}

/// The log odds of a chance, kept within what some hundred deals can tell.
pub(super) fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(0.005, 0.995);
    libm::log(chance / (1.0 - chance))
}

/// The shift and the slope of each kind; a kind that the file lacks is not corrected.
static LINES: LazyLock<[(f64, f64); Forecast::COUNT]> = LazyLock::new(|| {
    let mut lines = [(0.0, 1.0); Forecast::COUNT];
    let text = include_str!("../../bot/chances.txt");
    for kind in Forecast::all() {
        let name = kind.name();
        let mut words = text.lines().map(str::split_whitespace);
        let found = words.find_map(|mut words| (words.next() == Some(&name)).then_some(words));
        let numbers: Vec<f64> = found
            .into_iter()
            .flatten()
            .filter_map(|word| word.parse().ok())
            .collect();
        if let [shift, slope, ..] = numbers[..] {
            lines[kind.place()] = (shift, slope);
        }
    }
    lines
});
