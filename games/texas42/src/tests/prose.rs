//! The numbers of the rules as people read them, `rules/en.md` and `es.md`, which no example has.

use kernel::Rng;
use kernel::drill::play_until;

use crate::bid::Bid;
use crate::score::BidVerdict;
use crate::{Options, Texas42};

/// "A bid of 31 is set at 12": hands of bots in which that happened.
#[test]
fn a_bid_of_31_is_set_when_the_rules_say_so() {
    let mut found = 0;
    for seed in 0..200 {
        let rng = &mut Rng::from_seed(seed);
        let is_set = |game: &Texas42| {
            let last = game.table.history.last();
            last.is_some_and(|hand| hand.pledge.bid == Bid::Points(31) && !hand.made())
        };
        let Some(game) = play_until(Options::default(), "easy", rng, is_set) else {
            continue;
        };
        let hand = game.table.history.last().expect("it was found");
        let BidVerdict::TooManyAgainst { enough, taken } = hand.why else {
            panic!("{hand:?}");
        };
        assert!(taken >= enough, "{hand:?}");
        let left = 42 - enough;
        for (rules, told) in [
            (
                include_str!("../../rules/en.md"),
                format!(
                    "a bid of 31 is set when the opponents have {enough} points, because then at \
                     most {left} are left"
                ),
            ),
            (
                include_str!("../../rules/es.md"),
                format!(
                    "una oferta de 31 está perdida cuando los rivales tienen {enough} puntos, \
                     porque entonces quedan como mucho {left}"
                ),
            ),
        ] {
            assert!(rules.contains(&told), "{told}");
        }
        found += 1;
        if found == 3 {
            return;
        }
    }
    panic!("hardly anybody was set at 31: {found}");
}
