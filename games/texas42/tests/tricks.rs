//! Following and winning: every possible case, compared with a second implementation of the rules.

mod naive;

use kernel::Rng;
use pieces::{Domino, DominoSet, parse_dominoes};
use texas42::{
    Contract, Declaration, FollowMeDoubles, NelloDoubles, Suit, TrickRule, Trump, count, count_of,
    distance_from_seven, trick_tally,
};

/// Every domino's suits and lead, and every pair of dominoes under every lead.
#[test]
fn the_tables_are_the_rules() {
    for contract in Contract::ALL {
        for domino in Domino::ALL {
            let suits: Vec<Suit> = (Suit::ALL.into_iter())
                .filter(|&suit| contract.suit(suit).contains(domino))
                .collect();
            let mut expected = naive::suits(contract, domino);
            expected.sort();
            assert_eq!(suits, expected, "{contract:?} {domino}");
            assert_eq!(contract.led_suit(domino), naive::led_suit(contract, domino));
        }
        for_each_pair(|lead, other| {
            assert_eq!(
                contract.winner(&[lead, other]),
                Some(naive::winner(contract, &[lead, other])),
                "{contract:?} {lead} {other}"
            );
        });
    }
}

/// The 28 leads, the 2925 unordered threes of the other 27 and nine declarations
/// make 737,100 tricks; in each exactly one domino beats all others, whatever their order.
#[test]
fn a_trick_has_exactly_one_winner() {
    let mut n_cases = 0;
    for trump in Trump::ALL {
        let contract = trump.contract(FollowMeDoubles::High);
        for lead in Domino::ALL {
            for_each_three(lead, |[a, b, c]| {
                let trick = [lead, a, b, c];
                check_single_winner(contract, &trick);
                let winner = trick[contract.winner(&trick).unwrap()];
                for order in [[lead, b, c, a], [lead, c, a, b], [lead, c, b, a]] {
                    assert_eq!(order[contract.winner(&order).unwrap()], winner);
                }
                assert_eq!(
                    naive::winner(contract, &trick),
                    contract.winner(&trick).unwrap()
                );
                n_cases += 1;
            });
        }
    }
    assert_eq!(n_cases, 737_100);
}

/// 28 × 27 × 26 ordered tricks and four ways with doubles.
#[test]
fn a_nello_trick_has_exactly_one_winner() {
    let mut n_cases = 0;
    for contract in Contract::ALL {
        if !matches!(contract, Contract::Nello(_)) {
            continue;
        }
        for_each_pair(|lead, second| {
            for third in Domino::ALL {
                if third == lead || third == second {
                    continue;
                }
                let trick = [lead, second, third];
                check_single_winner(contract, &trick);
                assert_eq!(
                    naive::winner(contract, &trick),
                    contract.winner(&trick).unwrap()
                );
                n_cases += 1;
            }
        });
    }
    assert_eq!(n_cases, 78_624);
}

#[test]
fn sevens_ties_go_to_the_earliest() {
    for a in Domino::ALL {
        for_each_three(a, |[b, c, d]| {
            let trick = [a, b, c, d];
            assert_eq!(
                Contract::Sevens.winner(&trick),
                Some(naive::winner(Contract::Sevens, &trick)),
                "{trick:?}"
            );
        });
    }
}

#[test]
fn legal_plays_agree_with_the_plain_rules_on_a_million_positions() {
    let mut rng = Rng::from_seed(42);
    let mut n_forced = 0;
    for n in 0..1_000_000_usize {
        let size = 1 + rng.below(7) as usize;
        let [hand, others, ..] = naive::deal(&mut rng, size);
        let lead = others.first().filter(|_| n % 8 != 0);
        let contract = Contract::ALL[n % Contract::ALL.len()];
        let legal = contract.legal_plays(hand, lead);
        let list: Vec<Domino> = hand.iter().collect();
        let expected: DominoSet = naive::legal(contract, &list, lead).into_iter().collect();
        assert_eq!(legal, expected, "{contract:?}, {hand} on {lead:?}");
        assert!(!legal.is_empty() && legal.is_subset(hand));
        n_forced += usize::from(legal != hand);
    }
    // A good part of the positions must restrict the hand, or the test would prove little.
    assert!(n_forced > 300_000, "{n_forced}");
}

#[test]
fn nothing_can_be_played_from_an_empty_hand() {
    for contract in Contract::ALL {
        for lead in [None, Domino::new(6, 4)] {
            assert!(contract.legal_plays(DominoSet::EMPTY, lead).is_empty());
        }
        assert_eq!(contract.winner(&[]), None);
    }
}

#[test]
fn dominoes_by_distance_from_seven() {
    let mut n_at = [0; 8];
    for domino in Domino::ALL {
        n_at[usize::from(distance_from_seven(domino))] += 1;
    }
    assert_eq!(n_at, [3, 7, 5, 5, 3, 3, 1, 1]);
}

/// All 1,184,040 hands, by the next larger word with as many bits.
#[test]
fn doubles_in_a_hand() {
    let doubles = Contract::Trump(Suit::Doubles).trumps();
    let mut n_hands_with = [0; 8];
    let mut bits: u32 = 0b111_1111;
    while let Some(hand) = DominoSet::from_bits(bits) {
        n_hands_with[(hand & doubles).len()] += 1;
        let lowest = bits & bits.wrapping_neg();
        let ripple = bits + lowest;
        bits = ripple | (((bits ^ ripple) >> 2) / lowest);
    }
    assert_eq!(
        n_hands_with,
        [116_280, 379_848, 427_329, 209_475, 46_550, 4_410, 147, 1]
    );
    assert_eq!(n_hands_with.iter().sum::<i32>(), 1_184_040);
}

#[test]
fn counts() {
    for domino in Domino::ALL {
        assert_eq!(i32::from(count(domino)), naive::count(domino), "{domino}");
    }
    assert_eq!(count_of(DominoSet::FULL), 35);
    assert_eq!(count_of("5-5 3-2 6-6".parse().unwrap()), 15);
}

#[test]
fn a_trick_says_why() {
    #[track_caller]
    fn check(trick: &str, expect: &[(TrickRule, &str, i32)]) {
        let tally = trick_tally(&parse_dominoes(trick).unwrap());
        let found: Vec<(TrickRule, String, i32)> = (tally.items().iter())
            .map(|item| {
                let pieces: Vec<&str> = item.pieces.iter().map(|domino| domino.text()).collect();
                (item.rule, pieces.join(" "), item.points)
            })
            .collect();
        let expect: Vec<(TrickRule, String, i32)> = (expect.iter())
            .map(|&(rule, pieces, points)| (rule, pieces.to_owned(), points))
            .collect();
        assert_eq!(found, expect);
    }
    use TrickRule::{FiveCount, TenCount, Trick};
    check("6-6 6-1 6-0 2-2", &[(Trick, "6-6 6-1 6-0 2-2", 1)]);
    check(
        "6-6 6-4 5-0 5-5",
        &[
            (Trick, "6-6 6-4 5-0 5-5", 1),
            (TenCount, "6-4", 10),
            (FiveCount, "5-0", 5),
            (TenCount, "5-5", 10),
        ],
    );
    check(
        "3-2 4-1 1-0",
        &[
            (Trick, "3-2 4-1 1-0", 1),
            (FiveCount, "3-2", 5),
            (FiveCount, "4-1", 5),
        ],
    );
}

#[test]
fn names_are_those_of_the_protocol() {
    let words = "blanks aces deuces treys fours fives sixes doubles follow-me nello sevens";
    let names: Vec<&str> = Declaration::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(names.join(" "), words);
    for declaration in Declaration::ALL {
        assert_eq!(declaration.to_string().parse(), Ok(declaration));
        let json = serde_json::to_string(&declaration).unwrap();
        assert_eq!(json, format!("{:?}", declaration.name()));
        assert_eq!(
            serde_json::from_str::<Declaration>(&json).unwrap(),
            declaration
        );
    }
    for trump in Trump::ALL {
        assert_eq!(trump.to_string().parse(), Ok(trump));
        let json = serde_json::to_string(&trump).unwrap();
        assert_eq!(serde_json::from_str::<Trump>(&json).unwrap(), trump);
    }
    for suit in Suit::ALL {
        let json = serde_json::to_string(&suit).unwrap();
        assert_eq!(json, format!("{:?}", suit.name()));
    }
}

#[test]
fn unknown_names_are_refused_with_the_known_ones() {
    let fault = "nello".parse::<Trump>().unwrap_err();
    assert_eq!(fault.code(), "unknown_trump");
    assert_eq!(
        fault.to_string(),
        "the trump cannot be \"nello\": it must be blanks, aces, deuces, treys, fours, fives, \
         sixes, doubles or follow-me"
    );
    let fault = "hearts and all the rest of them"
        .parse::<Declaration>()
        .unwrap_err();
    assert_eq!(fault.code(), "unknown_declaration");
    assert_eq!(
        fault.to_string(),
        "the declaration cannot be \"hearts and all the r\": it must be blanks, aces, deuces, \
         treys, fours, fives, sixes, doubles, follow-me, nello or sevens"
    );
}

#[test]
fn contracts_know_their_place() {
    for (index, contract) in Contract::ALL.into_iter().enumerate() {
        assert_eq!(contract.index(), index);
        let json = serde_json::to_string(&contract).unwrap();
        assert_eq!(serde_json::from_str::<Contract>(&json).unwrap(), contract);
    }
    for declaration in Declaration::ALL {
        let contract = declaration.contract(FollowMeDoubles::Low, NelloDoubles::High);
        let expected = match declaration {
            Declaration::Trump(Trump::FollowMe) => Contract::FollowMe(FollowMeDoubles::Low),
            Declaration::Trump(trump) => Contract::Trump(trump.suit().unwrap()),
            Declaration::Nello => Contract::Nello(NelloDoubles::High),
            Declaration::Sevens => Contract::Sevens,
        };
        assert_eq!(contract, expected);
    }
}

/// Exactly one domino of the trick is beaten by no other.
#[track_caller]
fn check_single_winner(contract: Contract, trick: &[Domino]) {
    let unbeaten = trick.iter().filter(|&&it| {
        !trick
            .iter()
            .any(|&other| contract.beats(trick[0], other, it))
    });
    assert_eq!(unbeaten.count(), 1, "{contract:?} {trick:?}");
}

fn for_each_pair(mut visit: impl FnMut(Domino, Domino)) {
    for first in Domino::ALL {
        for second in Domino::ALL {
            if first != second {
                visit(first, second);
            }
        }
    }
}

/// Visits every unordered three of the dominoes other than the lead.
fn for_each_three(lead: Domino, mut visit: impl FnMut([Domino; 3])) {
    let rest: Vec<Domino> = Domino::ALL.into_iter().filter(|&it| it != lead).collect();
    for a in 0..rest.len() {
        for b in 0..a {
            for c in 0..b {
                visit([rest[a], rest[b], rest[c]]);
            }
        }
    }
}
