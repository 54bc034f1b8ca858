use super::check_json;
use crate::{Card, CardSet, Domino, DominoSet, Rank, Suit};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Sets can be built in a constant.
const FIVES: CardSet = {
    let mut fives = CardSet::EMPTY;
    let mut suit = 0;
    while suit < Suit::ALL.len() {
        fives.insert(Card::new(Rank::Five, Suit::ALL[suit]));
        suit += 1;
    }
    fives
};

#[test]
fn a_set_shows_its_pieces_in_order() {
    assert_eq!(FIVES.to_string(), "5S 5H 5D 5C");
    assert_eq!(format!("{FIVES:?}"), "{5S, 5H, 5D, 5C}");
    assert_eq!(CardSet::EMPTY.to_string(), "");
    assert_eq!(CardSet::default(), CardSet::EMPTY);
    check_json(FIVES, r#"["5S","5H","5D","5C"]"#);
    check_json(CardSet::EMPTY, "[]");
    check_json("66 4-6".parse::<DominoSet>().unwrap(), r#"["6-4","6-6"]"#);
}

#[test]
fn json_may_hold_the_text_of_a_list() {
    let read = |json| serde_json::from_str::<CardSet>(json).unwrap();
    assert_eq!(read(r#""5♥ 10h, KING_CLUBS""#).to_string(), "5H TH KC");
    assert_eq!(
        read(r#"["10h", {"rank": "5", "suit": "hearts"}]"#).to_string(),
        "5H TH"
    );
}

#[test]
fn bits_beyond_the_last_piece_make_no_set() {
    assert_eq!(CardSet::FULL.bits(), 0xF_FFFF_FFFF_FFFF);
    assert_eq!(
        CardSet::from_bits(CardSet::FULL.bits()),
        Some(CardSet::FULL)
    );
    assert_eq!(CardSet::from_bits(1 << 51), Some("KC".parse().unwrap()));
    assert!((52..64).all(|bit| CardSet::from_bits(1 << bit).is_none()));
    assert_eq!(DominoSet::FULL.bits(), 0xFFF_FFFF);
    assert_eq!(DominoSet::from_bits(1 << 27), Some("6-6".parse().unwrap()));
    assert!((28..32).all(|bit| DominoSet::from_bits(1 << bit).is_none()));
}

/// Tests that a set of pieces behaves as the standard library's ordered set.
macro_rules! agrees_with_an_ordered_set {
    ($test:ident, $Set:ident, $Piece:ident) => {
        proptest! {
            #[test]
            fn $test(
                left in ordered_set($Set::FULL),
                right in ordered_set($Set::FULL),
                any in piece($Set::FULL),
            ) {
                let set = |model: &BTreeSet<$Piece>| model.iter().copied().collect::<$Set>();
                let (a, b) = (set(&left), set(&right));

                prop_assert!(a.iter().eq(left.iter().copied()));
                prop_assert!(a.iter().rev().eq(left.iter().rev().copied()));
                prop_assert_eq!((a.len(), a.iter().len()), (left.len(), left.len()));
                prop_assert_eq!(a.is_empty(), left.is_empty());
                prop_assert_eq!(a.first(), left.first().copied());
                prop_assert_eq!(a.last(), left.last().copied());
                prop_assert_eq!(a.contains(any), left.contains(&any));
                prop_assert_eq!(a == b, left == right);
                prop_assert_eq!(a.is_subset(b), left.is_subset(&right));
                prop_assert!((a & b).is_subset(a));

                prop_assert_eq!(a | b, set(&(&left | &right)));
                prop_assert_eq!(a & b, set(&(&left & &right)));
                prop_assert_eq!(a - b, set(&(&left - &right)));
                let (mut or, mut and, mut sub) = (a, a, a);
                or |= b;
                and &= b;
                sub -= b;
                prop_assert_eq!((or, and, sub), (a | b, a & b, a - b));
                prop_assert_eq!(or, a.union(b));
                prop_assert_eq!(and, a.intersection(b));
                prop_assert_eq!(sub, a.difference(b));

                let (mut changed, mut model) = (a, left.clone());
                prop_assert_eq!(changed.insert(any), model.insert(any));
                prop_assert_eq!(changed, set(&model));
                prop_assert_eq!(changed, a | $Set::only(any));
                prop_assert_eq!(changed.remove(any), model.remove(&any));
                prop_assert_eq!(changed.remove(any), model.remove(&any));
                prop_assert_eq!(changed, set(&model));

                prop_assert_eq!($Set::from_bits(a.bits()), Some(a));
                prop_assert_eq!(a.to_string().parse(), Ok(a));
                check_json(a, &serde_json::to_string(&left).unwrap());
            }
        }
    };
}

agrees_with_an_ordered_set!(cards_agree_with_an_ordered_set, CardSet, Card);
agrees_with_an_ordered_set!(dominoes_agree_with_an_ordered_set, DominoSet, Domino);

fn ordered_set<P: Clone + Debug + Ord + 'static>(
    all: impl IntoIterator<Item = P>,
) -> impl Strategy<Value = BTreeSet<P>> {
    let all: Vec<P> = all.into_iter().collect();
    let size = 0..=all.len();
    prop::sample::subsequence(all, size).prop_map(BTreeSet::from_iter)
}

fn piece<P: Clone + Debug + 'static>(all: impl IntoIterator<Item = P>) -> impl Strategy<Value = P> {
    prop::sample::select(Vec::from_iter(all))
}
