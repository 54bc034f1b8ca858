//! Odds before the starter is cut, compared with counting the starters one by one.

mod naive;

use cribbage::score::{
    Four, HandOrCrib, ScoreError, Six, Throw, best_throw, distribution, six_throws,
};
use pieces::{Card, CardSet};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_throw_is_worth_what_its_starters_give(dealt in cards(6)) {
        let six = Six::new(dealt).unwrap();
        let all = six_throws(six);
        for throw in all {
            prop_assert_eq!(throw.kept.set() | throw.thrown.set(), dealt);
            prop_assert!(all.iter().filter(|other| other.thrown == throw.thrown).count() == 1);
            let starters = CardSet::FULL - dealt;
            prop_assert_eq!(starters.len() as u32, Throw::STARTERS);
            let points = starters.iter().map(|starter| points(throw.kept, starter, false)).sum::<u32>();
            prop_assert_eq!(throw.points, points, "{:?}", throw);
            let odds = distribution(throw.kept, throw.thrown.set(), HandOrCrib::Hand);
            prop_assert_eq!((odds.points(), odds.starters()), (points, Throw::STARTERS));
        }
        let best = best_throw(six);
        let most = all.iter().map(|throw| throw.points).max().unwrap();
        prop_assert_eq!(Some(&best), all.iter().find(|throw| throw.points == most));
    }

    #[test]
    fn a_distribution_counts_the_starters_by_their_score(
        hand in cards(4),
        gone in cards(9),
        crib: bool,
    ) {
        let hand = Four::new(hand).unwrap();
        let mut expect = [0; 30];
        for starter in CardSet::FULL - hand.set() - gone {
            expect[points(hand, starter, crib) as usize] += 1;
        }
        let kind = if crib { HandOrCrib::Crib } else { HandOrCrib::Hand };
        prop_assert_eq!(distribution(hand, gone, kind).counts(), expect);
    }
}

#[test]
fn the_best_throws_have_the_known_mean() {
    let mut deals = 0_u64;
    let mut points = 0_u64;
    let card = |index| Card::from_index(index).unwrap();
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        for f in 0..e {
                            let dealt = [f, e, d, c, b, a].map(card);
                            let six = Six::new(dealt.into_iter().collect()).unwrap();
                            points += u64::from(best_throw(six).points);
                            deals += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(deals, 20_358_520);
    assert_eq!(points, 7_767_205_480);
    // To six places, as millionths, rounded to the nearest.
    let starters = deals * u64::from(Throw::STARTERS);
    assert_eq!((points * 1_000_000 + starters / 2) / starters, 8_293_938);
}

#[test]
fn hands_of_another_size_are_refused() {
    let six: CardSet = "5H 5S 5C JD KD QD".parse().unwrap();
    let error = Four::new(six).unwrap_err();
    assert_eq!(
        error,
        ScoreError::WrongCount {
            wanted: 4,
            found: 6
        }
    );
    assert_eq!(error.to_string(), "there must be 4 cards, not 6");
    assert_eq!(error.code(), "wrong_card_count");
    assert!(Six::new(CardSet::EMPTY).is_err());
    assert_eq!(
        Six::new(CardSet::only("5H".parse().unwrap()))
            .unwrap_err()
            .to_string(),
        "there must be 6 cards, not 1",
    );
}

/// Any set of this many cards.
fn cards(count: usize) -> impl Strategy<Value = CardSet> {
    let deck: Vec<Card> = Card::deck().collect();
    proptest::sample::subsequence(deck, count).prop_map(|cards| cards.into_iter().collect())
}

fn points(hand: Four, starter: Card, crib: bool) -> u32 {
    let plain = |card: Card| (card.rank().number(), card.suit() as u8);
    naive::show(hand.cards().map(plain), plain(starter), crib).total()
}
