//! The solver compared with exhaustive minimax on endings and with a plain search on whole deals.

mod naive;

use kernel::{Rng, Seat};
use naive::minimax::Ending;
use naive::plain::Plain;
use pieces::{Domino, DominoSet};
use texas42::{Contract, Move, Position, PositionFault, Solver, Suit, Taken};

/// Random endings of up to three tricks, all contracts equally often, half of them within a trick.
#[test]
fn endings_are_solved_as_by_exhaustive_minimax() {
    let mut rng = Rng::from_seed(1);
    let mut solver = Solver::new();
    for n in 0..6_000_usize {
        let contract = Contract::ALL[n % Contract::ALL.len()];
        let size = 1 + rng.below(3) as usize;
        let position = ending(&mut rng, contract, size);
        check(&mut solver, &position);
    }
}

/// Four tricks take minimax a while; there are fewer of them.
#[test]
fn longer_endings_are_solved_as_by_exhaustive_minimax() {
    let mut rng = Rng::from_seed(2);
    let mut solver = Solver::new();
    for n in 0..150_usize {
        let contract = Contract::ALL[n % Contract::ALL.len()];
        let position = ending(&mut rng, contract, 4);
        check(&mut solver, &position);
    }
}

#[test]
fn whole_deals_are_solved_as_by_a_plain_search() {
    let mut rng = Rng::from_seed(3);
    let mut solver = Solver::new();
    for n in 0..90_usize {
        let contract = Contract::ALL[n % Contract::ALL.len()];
        let hands = naive::deal(&mut rng, 7);
        let leader = Seat(rng.below(4) as u8);
        let position = Position::new(contract, leader, hands, leader).unwrap();
        let (plain, _) = Plain::value(&position);
        let value = solver.value(&position);
        let found = match contract {
            Contract::Nello(_) => value.by_side_of(leader),
            _ => value.north_south,
        };
        assert_eq!(i32::from(found), plain, "{position:?}");
        assert_eq!(
            value.total(),
            if contract.trick_size() == 3 { 7 } else { 42 }
        );
        for points in 30..=42 {
            let makes = match contract {
                Contract::Nello(_) => plain == 0,
                _ => value.by_side_of(leader) >= points,
            };
            assert_eq!(
                solver.makes(&position, points),
                makes,
                "{points} in {position:?}"
            );
        }
    }
}

/// Values, moves, the best move and every make-or-set question of one position.
#[track_caller]
fn check(solver: &mut Solver, position: &Position) {
    let ending = Ending::of(position);
    let before = position.taken();
    let expect = |[north_south, east_west]: [i32; 2]| Taken {
        north_south: before.north_south + north_south as u8,
        east_west: before.east_west + east_west as u8,
    };
    let value = expect(ending.minimax());
    assert_eq!(solver.value(position), value, "{position:?}");

    let moves: Vec<Move> = (ending.legal().into_iter())
        .map(|domino| Move {
            domino,
            taken: expect(ending.after(domino)),
        })
        .collect();
    assert_eq!(solver.moves(position), moves, "{position:?}");
    let best = moves.iter().find(|it| it.taken == value);
    assert_eq!(solver.best(position), best.copied(), "{position:?}");

    let by_bidder = value.by_side_of(position.bidder());
    for points in 0..=42 {
        let makes = match position.contract() {
            Contract::Nello(_) => by_bidder == 0,
            _ => by_bidder >= points,
        };
        assert_eq!(
            solver.makes(position, points),
            makes,
            "{points} in {position:?}"
        );
    }
}

/// A position before the last `size` tricks of a random hand, or within the first of them.
fn ending(rng: &mut Rng, contract: Contract, size: usize) -> Position {
    let hands = naive::deal(rng, size);
    let bidder = Seat(rng.below(4) as u8);
    let leader = loop {
        let seat = Seat(rng.below(4) as u8);
        let sits_out = contract.trick_size() == 3 && seat.0 == (bidder.0 + 2) % 4;
        if !sits_out {
            break seat;
        }
    };
    let mut position = Position::new(contract, bidder, hands, leader).unwrap();
    for _ in 0..rng.below(contract.trick_size() as u32) {
        let legal: Vec<Domino> = position.legal_plays().iter().collect();
        position.play(*rng.choose(&legal).unwrap()).unwrap();
    }
    position
}

#[test]
fn a_finished_hand_has_nothing_to_choose() {
    let position =
        Position::new(Contract::Sevens, Seat(0), [DominoSet::EMPTY; 4], Seat(0)).unwrap();
    let taken = Taken {
        north_south: 30,
        east_west: 12,
    };
    let mut position = position.with_taken(taken).unwrap();
    let mut solver = Solver::new();
    assert_eq!(solver.value(&position), taken);
    assert_eq!(solver.moves(&position), []);
    assert_eq!(solver.best(&position), None);
    assert!(solver.makes(&position, 30));
    assert!(!solver.makes(&position, 31));
    assert_eq!(position.to_move(), None);
    assert_eq!(position.play(Domino::ALL[0]), Err(PositionFault::Over));
}

/// A question always takes the same number of nodes, after any other questions.
#[test]
fn answers_do_not_depend_on_the_past() {
    let mut rng = Rng::from_seed(4);
    let mut old = Solver::new();
    for _ in 0..20 {
        let hands = naive::deal(&mut rng, 7);
        let fives = Contract::Trump(Suit::Fives);
        let position = Position::new(fives, Seat(1), hands, Seat(1)).unwrap();
        let before = old.nodes();
        let value = old.value(&position);
        let mut new = Solver::new();
        assert_eq!(new.value(&position), value);
        assert_eq!(new.nodes(), old.nodes() - before);
    }
}

#[test]
fn impossible_positions_are_refused_with_their_reason() {
    #[track_caller]
    fn check(contract: Contract, hands: [&str; 4], seats: [u8; 2], code: &str, message: &str) {
        let hands = hands.map(|hand| hand.parse().unwrap());
        let [bidder, leader] = seats.map(Seat);
        let fault = Position::new(contract, bidder, hands, leader).unwrap_err();
        assert_eq!((fault.code(), fault.to_string().as_str()), (code, message));
    }
    let hands = ["6-6", "6-5", "6-4", "6-3"];
    let sixes = Contract::Trump(Suit::Sixes);
    let nello = Contract::ALL[10];
    let no_seat = "a seat must be 0 to 3, not 4";
    check(sixes, hands, [0, 4], "no_such_seat", no_seat);
    check(sixes, hands, [4, 0], "no_such_seat", no_seat);
    check(
        nello,
        hands,
        [1, 3],
        "sits_out",
        "seat 3 must not lead: the bidder's partner sits out in nello",
    );
    check(
        sixes,
        ["6-6", "6-5", "6-6", "6-3"],
        [0, 0],
        "held_twice",
        "6-6 must be in one hand only",
    );
    check(
        sixes,
        ["6-6", "6-5", "6-4 1-0", "6-3"],
        [0, 0],
        "hand_size",
        "seat 2 holds 2 dominoes, but everyone must hold the same number, at most seven",
    );
}

#[test]
fn impossible_plays_are_refused_with_their_reason() {
    let hands = ["6-6 1-1", "6-5 1-0", "6-4 2-2", "6-3 3-3"].map(|hand| hand.parse().unwrap());
    let sixes = Contract::Trump(Suit::Sixes);
    let mut position = Position::new(sixes, Seat(0), hands, Seat(0)).unwrap();
    let unchanged = position.clone();
    let domino = |text: &str| -> Domino { text.parse().unwrap() };

    let fault = position.play(domino("6-5")).unwrap_err();
    assert_eq!(fault.to_string(), "seat 0 must hold 6-5");
    assert_eq!(position, unchanged);

    position.play(domino("6-6")).unwrap();
    let fault = position.play(domino("1-0")).unwrap_err();
    assert_eq!(fault.code(), "must_follow_suit");
    assert_eq!(fault.to_string(), "seat 1 must not play 1-0, only 6-5");

    let too_much = Taken {
        north_south: 255,
        east_west: 1,
    };
    let fault = unchanged.with_taken(too_much).unwrap_err();
    assert_eq!(fault.code(), "too_much_taken");
}
