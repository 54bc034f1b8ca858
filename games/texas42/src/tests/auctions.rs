//! Every possible auction, counted.

use crate::{Auction, Bid, Call, ForcedBid, Mode, Options};
use kernel::Seat;

/// The number of auctions in which nobody bids more marks than this.
fn count(options: &Options, most: u8, doubles: u8) -> usize {
    fn complete(auction: &Auction, options: &Options, most: u8, doubles: u8) -> usize {
        if auction.speaker().is_none() {
            return 1;
        }
        auction
            .legal_calls(options, doubles)
            .into_iter()
            .filter(|call| call.bid().is_none_or(|bid| bid.marks_bid() <= most))
            .map(|call| {
                let mut next = auction.clone();
                next.push(call);
                complete(&next, options, most, doubles)
            })
            .sum()
    }
    complete(&Auction::new(Seat(1)), options, most, doubles)
}

/// The marks that can be reached if everyone holds this many doubles.
fn highest(options: &Options, doubles: u8) -> u8 {
    let mut auction = Auction::new(Seat(0));
    while auction.speaker().is_some() {
        // The call that lets the others go highest: a plunge, else 2 marks, else one more.
        let calls = auction.legal_calls(options, doubles);
        let highest = calls
            .into_iter()
            .max_by_key(|call| call.bid().map(Bid::height));
        auction.push(highest.unwrap());
    }
    auction.standing().unwrap().1.marks_bid()
}

#[test]
fn straight_auctions_are_as_many_as_the_rules_page_says() {
    let free = Options::default();
    let forced = Options {
        forced_bid: ForcedBid::Thirty,
        ..Options::default()
    };
    let counts = |options| [1, 2, 3, 4, 5, 6, 7].map(|most| count(options, most, 0));
    assert_eq!(counts(&free), [2380, 3060, 3196, 3213, 3214, 3214, 3214]);
    assert_eq!(counts(&forced), [2379, 3059, 3195, 3212, 3213, 3213, 3213]);
}

#[test]
fn a_shaker_forced_to_31_has_one_bid_less() {
    let forced = Options {
        forced_bid: ForcedBid::ThirtyOne,
        ..Options::default()
    };
    assert_eq!(count(&forced, 7, 0), 3214 - 2);
}

/// Thirteen bids up to 42, of which the four seats take some in order: 17 choose 4, minus the
/// auction without a bid. Then the 84s and 168s: each 42 may be followed by 84, and that by 168, by
/// later seats.
#[test]
fn the_points_game_has_its_own_ladder() {
    let points = Options {
        mode: Mode::Points,
        ..Options::default()
    };
    assert_eq!(count(&points, 1, 0), 2380 - 1);
    let by_hand: usize = (0..4_u32)
        .map(|place| {
            // Auctions in which the seat at this place bids 42: those before bid below it or pass
            // (12 bids), those after pass or raise to 84 and 168.
            let before: usize = (0..=place as usize)
                .map(|n| choose(place as usize, n) * choose(12, n))
                .sum();
            let after = 3 - place as usize;
            before * (1 + after + choose(after, 2))
        })
        .sum();
    let without_42 = choose(16, 4) - 1;
    assert_eq!(count(&points, 7, 0), without_42 + by_hand);
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, step| {
        if n < step {
            0
        } else {
            product * (n - step) / (step + 1)
        }
    })
}

#[test]
fn only_plunges_reach_beyond_five_marks() {
    let family = &Options::presets()[1].options;
    assert_eq!(highest(family, 3), 5);
    assert_eq!(highest(family, 4), Bid::MOST_MARKS);
}

/// The list of legal calls is complete: no other call is accepted anywhere.
#[test]
fn what_is_not_listed_is_refused() {
    let everything: Vec<Call> = (0..=255)
        .flat_map(|n| {
            [
                Bid::Points(n),
                Bid::Marks(n),
                Bid::Plunge(n),
                Bid::Splash(n),
            ]
        })
        .map(Call::Bid)
        .chain([Call::Pass])
        .collect();
    for preset in Options::presets() {
        for doubles in 0..=7 {
            let mut auction = Auction::new(Seat(2));
            while auction.speaker().is_some() {
                let legal = auction.legal_calls(&preset.options, doubles);
                for &call in &everything {
                    let accepted = auction.check(&preset.options, doubles, call).is_ok();
                    assert_eq!(accepted, legal.contains(&call), "{call} after {auction:?}");
                }
                auction.push(*legal.last().unwrap());
            }
        }
    }
}
