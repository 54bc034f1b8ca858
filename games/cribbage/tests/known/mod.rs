//! The known frequencies of the scores of hands and cribs.

/// The number of hands with starters: 52 choose 4, times 48.
pub(crate) const PAIRS: u64 = 270_725 * 48;

/// The number of hands with each score from 0 to 29.
pub(crate) const HANDS: [u64; 30] = [
    1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224, 388740,
    51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0, 8068, 2496, 444, 356, 3680, 0, 0, 0,
    76, 4,
];

/// The same for cribs.
pub(crate) const CRIBS: [u64; 30] = [
    1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368, 378240,
    43880, 310956, 16548, 88132, 9072, 57288, 11196, 2264, 0, 7828, 2472, 444, 356, 3680, 0, 0, 0,
    76, 4,
];

/// The points of all hands.
pub(crate) const HAND_POINTS: u64 = 61_974_180;

/// The points of all cribs.
pub(crate) const CRIB_POINTS: u64 = 61_528_020;
