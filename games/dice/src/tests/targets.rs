//! Targets in exact arithmetic.

use crate::target;

/// Each target is 40 × 1.35^(round − 1) without its fraction.
#[test]
fn the_first_twenty() {
    let targets: Vec<u64> = (1..=20).map(|round| target(40, round)).collect();
    let expect = [
        40, 54, 72, 98, 132, 179, 242, 326, 441, 595, 804, 1085, 1465, 1978, 2671, 3606, 4868,
        6572, 8872, 11978,
    ];
    assert_eq!(targets, expect);
}

/// While 128 bits hold the fraction, it is one division.
#[test]
fn as_one_division() {
    for first in [1, 7, 40, 1000] {
        for round in 1..=24 {
            let (up, down) = (27_u128.pow(round - 1), 20_u128.pow(round - 1));
            let expect = u128::from(first) * up / down;
            assert_eq!(u128::from(target(first, round)), expect, "{first} {round}");
        }
    }
}

#[test]
fn never_fall_and_never_overflow() {
    let targets: Vec<u64> = (0..400).map(|round| target(40, round)).collect();
    assert!(targets.is_sorted());
    assert_eq!(targets[0], 40);
    assert_eq!(target(1, u32::MAX), u64::MAX);
    assert_eq!(target(0, u32::MAX), 0);
}
