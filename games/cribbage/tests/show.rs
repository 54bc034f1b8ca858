//! The show, over every possible hand and starter.

mod known;
mod naive;

use cribbage::score::{Four, HandOrCrib, Prepared, Rule, Show, Totals};
use known::{CRIB_POINTS, CRIBS, HAND_POINTS, HANDS, PAIRS};
use pieces::{Card, CardSet};

#[test]
fn hands_score_as_often_as_known() {
    check_distribution(false, HANDS, HAND_POINTS);
}

#[test]
fn cribs_score_as_often_as_known() {
    check_distribution(true, CRIBS, CRIB_POINTS);
}

#[track_caller]
fn check_distribution(crib: bool, expect: [u64; 30], points: u64) {
    let mut counts = [0; 30];
    for hand in hands() {
        let prepared = Prepared::new(hand.cards());
        for starter in CardSet::FULL - hand.set() {
            counts[usize::from(prepared.total(starter, crib))] += 1;
        }
    }
    assert_eq!(counts, expect);
    assert_eq!(counts.iter().sum::<u64>(), PAIRS);
    assert_eq!(
        (0..).zip(counts).map(|(score, n)| score * n).sum::<u64>(),
        points
    );
}

// The whole space again, by table, item by item and by the naive scorer, in parts that run in
// parallel and end soon.

#[test]
fn all_scorers_agree_part_1() {
    check_part(0);
}

#[test]
fn all_scorers_agree_part_2() {
    check_part(1);
}

#[test]
fn all_scorers_agree_part_3() {
    check_part(2);
}

#[test]
fn all_scorers_agree_part_4() {
    check_part(3);
}

/// Checks every fourth hand with every starter, as hand and as crib.
fn check_part(part: usize) {
    let mut checked = 0;
    for hand in hands().skip(part).step_by(4) {
        for starter in CardSet::FULL - hand.set() {
            check_points(hand, starter);
            checked += 1;
        }
    }
    // 270,725 hands leave one over when dealt into four parts.
    let hands = 67_681 + u64::from(part == 0);
    assert_eq!(checked, hands * 48);
}

fn check_points(hand: Four, starter: Card) {
    let cards = hand.cards().map(plain);
    let as_hand = naive::show(cards, plain(starter), false);
    let as_crib = naive::Points {
        flush: naive::flush(cards, plain(starter), true),
        ..as_hand
    };
    for (kind, expect) in [(HandOrCrib::Hand, as_hand), (HandOrCrib::Crib, as_crib)] {
        let show = Show::new(hand, Some(starter), kind).unwrap();
        let tally = show.tally();
        assert_eq!(by_category(Totals::of(&tally)), expect, "{show:?}");
        assert_eq!(tally.total() as u32, expect.total(), "{show:?}");
        assert_eq!(u32::from(show.total()), expect.total(), "{show:?}");
    }
}

#[test]
fn categories_have_the_known_means_and_a_tally_at_most_ten_items() {
    let mut most_items = 0;
    let mut hand = naive::Points::default();
    let mut crib_flush = 0;
    for cards in hands() {
        for starter in CardSet::FULL - cards.set() {
            let tally = |kind| Show::new(cards, Some(starter), kind).unwrap().tally();
            let as_hand = tally(HandOrCrib::Hand);
            most_items = as_hand.items().len().max(most_items);
            let points = by_category(Totals::of(&as_hand));
            hand.fifteens += points.fifteens;
            hand.pairs += points.pairs;
            hand.runs += points.runs;
            hand.flush += points.flush;
            hand.nobs += points.nobs;
            if points.flush > 0 {
                crib_flush += by_category(Totals::of(&tally(HandOrCrib::Crib))).flush;
            }
        }
    }
    // Means to six places, as millionths, rounded to the nearest.
    let mean = |points: u32| (u64::from(points) * 1_000_000 + PAIRS / 2) / PAIRS;
    assert_eq!(mean(hand.fifteens), 2_606_086);
    assert_eq!(mean(hand.pairs), 1_176_471);
    assert_eq!(mean(hand.runs), 869_960);
    assert_eq!(mean(hand.flush), 44_238);
    assert_eq!(mean(crib_flush), 9_904);
    assert_eq!(mean(hand.nobs), 72_398);
    assert_eq!(most_items, 10);
}

// Rules, points, cards and order of every item, against a list of the rules that each
// subset of the cards satisfies.

#[test]
fn items_are_those_of_the_rules_part_1() {
    check_items_part(0);
}

#[test]
fn items_are_those_of_the_rules_part_2() {
    check_items_part(1);
}

#[test]
fn items_are_those_of_the_rules_part_3() {
    check_items_part(2);
}

#[test]
fn items_are_those_of_the_rules_part_4() {
    check_items_part(3);
}

fn check_items_part(part: usize) {
    for hand in hands().skip(part).step_by(4) {
        for starter in CardSet::FULL - hand.set() {
            check_items(hand, Some(starter), HandOrCrib::Hand);
        }
    }
}

#[test]
fn items_without_a_starter_are_those_of_the_rules() {
    for hand in hands() {
        for kind in [HandOrCrib::Hand, HandOrCrib::Crib] {
            check_items(hand, None, kind);
        }
    }
}

#[test]
fn a_crib_differs_by_the_flush_of_four_alone() {
    for hand in hands() {
        for starter in CardSet::FULL - hand.set() {
            let items = |kind| {
                Show::new(hand, Some(starter), kind)
                    .unwrap()
                    .tally()
                    .into_iter()
            };
            let without = items(HandOrCrib::Hand).filter(|item| item.rule != Rule::Flush4);
            assert!(items(HandOrCrib::Crib).eq(without), "{hand:?} {starter}");
        }
    }
}

fn check_items(hand: Four, starter: Option<Card>, kind: HandOrCrib) {
    let show = Show::new(hand, starter, kind).unwrap();
    let tally = show.tally();
    let expect = naive::items(
        hand.cards().map(plain),
        starter.map(plain),
        kind == HandOrCrib::Crib,
    );
    assert_eq!(tally.items().len(), expect.len(), "{show:?}");
    for (item, (name, points, cards)) in tally.items().iter().zip(&expect) {
        assert_eq!(
            (item.rule.name(), item.points),
            (*name, *points),
            "{show:?}"
        );
        assert!(
            item.pieces
                .iter()
                .copied()
                .map(plain)
                .eq(cards.iter().copied()),
            "{show:?}"
        );
    }
    assert_eq!(u32::from(show.total()), tally.total() as u32, "{show:?}");
}

/// All 270,725 hands.
fn hands() -> impl Iterator<Item = Four> {
    let card = |index| Card::from_index(index).unwrap();
    (0..52).flat_map(move |a| {
        (0..a).flat_map(move |b| {
            (0..b).flat_map(move |c| {
                (0..c).map(move |d| {
                    let cards = [a, b, c, d].map(card);
                    Four::new(cards.into_iter().collect()).unwrap()
                })
            })
        })
    })
}

/// The card as the naive scorer knows it.
fn plain(card: Card) -> naive::Card {
    (card.rank().number(), card.suit() as u8)
}

fn by_category(totals: Totals) -> naive::Points {
    naive::Points {
        fifteens: totals.fifteens as u32,
        pairs: totals.pairs as u32,
        runs: totals.runs as u32,
        flush: totals.flush as u32,
        nobs: totals.nobs as u32,
    }
}
