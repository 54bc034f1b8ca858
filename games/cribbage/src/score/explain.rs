//! The answer to "why is that fifteen?": multiple runs split into single ones.

use super::show::{group_rule, groups};
use super::{Cards, Item, Rule, Tally, item};
use pieces::Card;

/// Splits each multiple run of a count into its runs, then its groups.
///
/// ```
/// use cribbage::score::{Four, HandOrCrib, Show, explain};
///
/// let hand = Four::new("AS 2H 3D 3C".parse().unwrap())?;
/// let tally = explain(&Show::new(hand, None, HandOrCrib::Hand)?.tally());
/// let rules: Vec<&str> = tally.items().iter().map(|item| item.rule.name()).collect();
/// assert_eq!(rules, ["RUN_OF_3", "RUN_OF_3", "PAIR"]);
/// assert_eq!(tally.total(), 8);
/// # Ok::<(), cribbage::score::ScoreError>(())
/// ```
pub fn explain(tally: &Tally) -> Tally {
    let mut explained = Tally::new();
    for whole in tally {
        match whole.rule.multiple_run() {
            Some((_, length)) => {
                explained.extend(single_runs(&whole.pieces, length));
                explained.extend(groups(&whole.pieces).into_iter().filter_map(group_item));
            }
            None => explained.push(whole.clone()),
        }
    }
    explained
}

fn group_item(group: &[Card]) -> Option<Item> {
    group_rule(group).map(|rule| item(rule, group.iter().copied()))
}

/// The runs of one card of each rank, the lowest cards first.
fn single_runs(cards: &[Card], length: usize) -> Vec<Item> {
    let rule = if length == 4 {
        Rule::RunOf4
    } else {
        Rule::RunOf3
    };
    let mut runs = vec![Cards::new()];
    for rank in cards.chunk_by(|a, b| a.rank() == b.rank()) {
        let longer = |run: &Cards, &card: &Card| run.iter().copied().chain([card]).collect();
        runs = runs
            .iter()
            .flat_map(|run| rank.iter().map(move |card| longer(run, card)))
            .collect();
    }
    runs.into_iter().map(|run| item(rule, run)).collect()
}
