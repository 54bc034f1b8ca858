//! Lay-down claims compared with every consistent deal and every line.

mod naive;

use kernel::{Rng, Seat};
use pieces::{Domino, DominoSet, parse_dominoes};
use texas42::{Claim, Contract, NelloDoubles, Position, Suit};

/// The dominoes that everyone still holds in one consistent deal.
type World = [Vec<Domino>; 4];

/// Random hands, claimed with one to three tricks left, before and within tricks.
///
/// With three tricks of nello left, where ten or more dominoes are unseen, a proof may be too long:
/// a yes must still be right there, but a no need not be.
#[test]
fn claims_hold_exactly_if_they_survive_every_deal_and_line() {
    let mut rng = Rng::from_seed(7);
    let mut n_certain = 0;
    let mut n_forced = 0;
    for n in 0..4_000_usize {
        let contract = Contract::ALL[n % Contract::ALL.len()];
        let n_left = match n % 64 {
            0 => 3,
            _ => 1 + rng.below(2) as usize,
        };
        let moment = Moment::random(&mut rng, contract, n_left);
        let claim = moment.claim();
        let worlds = moment.worlds();
        let survives = |plays_well| {
            moment.survives(&worlds, moment.now.leader(), moment.now.trick(), plays_well)
        };
        let (certain, forced) = (survives(false), survives(true));
        let found = (claim.is_certain(), claim.can_force());
        if n_left < 3 || contract.trick_size() == 4 {
            assert_eq!(found, (certain, forced), "{claim:?}");
        } else {
            assert!(found.0 <= certain && found.1 <= forced, "{claim:?}");
        }
        assert!(certain <= forced, "{claim:?}");
        n_certain += usize::from(certain);
        n_forced += usize::from(forced && !certain);
    }
    // Both answers must come up often enough to mean something.
    assert!(n_certain > 300, "{n_certain}");
    assert!(n_forced > 30, "{n_forced}");
}

/// For all hands of the others that look the same to the claimant, the answer is the same.
#[test]
fn a_claim_depends_on_nothing_hidden() {
    let mut rng = Rng::from_seed(8);
    for n in 0..300_usize {
        let contract = Contract::ALL[n % Contract::ALL.len()];
        let moment = Moment::random(&mut rng, contract, 2);
        let claim = moment.claim();
        for world in moment.worlds() {
            let mut other = moment.clone();
            other.replay(&world);
            assert_eq!(other.claim().is_certain(), claim.is_certain());
        }
    }
}

#[test]
fn claims_at_the_start_of_a_hand() {
    #[track_caller]
    fn check(contract: Contract, hand: &str, certain: bool, forced: bool) {
        let hand = hand.parse().unwrap();
        let claim = Claim::new(contract, Seat(0), Seat(0), Seat(0), hand, &[]).unwrap();
        assert_eq!((claim.is_certain(), claim.can_force()), (certain, forced));
    }
    let sixes = Contract::Trump(Suit::Sixes);
    check(sixes, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", true, true);
    // Three top trumps draw the other three even from one hand; then doubles walk.
    check(sixes, "6-6 6-5 6-4 6-3 5-5 4-4 3-3", false, true);
    // Two top trumps do not draw the other five.
    check(sixes, "6-6 6-5 5-5 4-4 3-3 2-2 1-1", false, false);
    let follow_me = Contract::ALL[8];
    check(follow_me, "6-6 5-5 4-4 3-3 2-2 1-1 0-0", true, true);
    check(follow_me, "6-6 6-5 5-5 4-4 3-3 2-2 1-1", true, true);
    check(follow_me, "6-6 6-4 5-5 4-4 3-3 2-2 1-1", false, false);
    check(Contract::Sevens, "6-1 5-2 4-3 6-0 5-1 4-2 6-2", true, true);
    check(
        Contract::Sevens,
        "6-1 5-2 4-3 6-0 5-1 4-2 6-3",
        false,
        false,
    );
    // The opponents may hold none of the suit: even the lowest lead may win.
    let nello = Contract::Nello(NelloDoubles::OwnSuit);
    check(nello, "1-0 2-0 3-0 4-0 5-0 6-0 0-0", false, false);
}

#[test]
fn what_nobody_can_have_seen_is_refused() {
    #[track_caller]
    fn check(seats: [u8; 3], contract: Contract, hand: &str, plays: &str, code: &str, text: &str) {
        let [bidder, leader, claimant] = seats.map(Seat);
        let hand = hand.parse().unwrap();
        let plays = parse_dominoes(plays).unwrap();
        let fault = Claim::new(contract, bidder, leader, claimant, hand, &plays).unwrap_err();
        assert_eq!((fault.code(), fault.to_string().as_str()), (code, text));
    }
    let sixes = Contract::Trump(Suit::Sixes);
    let nello = Contract::Nello(NelloDoubles::OwnSuit);
    let seven = "6-6 6-5 6-4 6-3 6-2 6-1 6-0";
    let no_seat = "a seat must be 0 to 3, not 9";
    check([9, 0, 0], sixes, seven, "", "no_such_seat", no_seat);
    check([0, 9, 0], sixes, seven, "", "no_such_seat", no_seat);
    check([0, 0, 9], sixes, seven, "", "no_such_seat", no_seat);
    let text = "only the bidding side can claim, and seat 1 does not play on it";
    check([0, 0, 1], sixes, seven, "", "not_bidding", text);
    let text = "only the bidding side can claim, and seat 2 does not play on it";
    check([0, 0, 2], nello, seven, "", "not_bidding", text);
    let text = "6-6 must be there only once";
    check([0, 0, 0], sixes, seven, "6-6", "seen_twice", text);
    let text = "the claimant must hold 7 dominoes, not 2";
    check([0, 0, 0], sixes, "6-6 6-5", "", "hand_size", text);
    // The claimant failed to follow sixes and yet holds one.
    let held = "6-5 6-4 6-3 6-2 6-1 6-0";
    let text = "no deal fits what was played";
    check([0, 3, 0], sixes, held, "6-6 1-1", "impossible", text);
    // All but the claimant have shown no sixes, yet four are still out.
    let held = "5-5 4-4 3-3 2-2 1-1 0-0";
    check(
        [0, 0, 0],
        sixes,
        held,
        "6-6 1-0 2-0 3-0",
        "impossible",
        text,
    );
    let held = "1-1 0-0 2-2 3-3 4-4 5-5 6-6";
    check([0, 2, 0], nello, held, "", "impossible", text);
}

/// A claim in some hand, with the truth that it must not use.
#[derive(Debug, Clone)]
struct Moment {
    first: Position,
    claimant: Seat,
    plays: Vec<Domino>,
    now: Position,
}

impl Moment {
    /// A hand played at random, except that the bidding side plays its weakest dominoes first.
    fn random(rng: &mut Rng, contract: Contract, n_left: usize) -> Moment {
        let hands = naive::deal(rng, 7);
        let bidder = Seat(rng.below(4) as u8);
        let first = Position::new(contract, bidder, hands, bidder).unwrap();
        let is_nello = contract.trick_size() == 3;
        let claimant = match rng.below(4) {
            0 if !is_nello => Seat((bidder.0 + 2) % 4),
            _ => bidder,
        };
        let size = contract.trick_size();
        let n_plays = size * (7 - n_left) + rng.below(size as u32) as usize;
        let mut now = first.clone();
        let mut plays = Vec::new();
        for _ in 0..n_plays {
            let legal: Vec<Domino> = now.legal_plays().iter().collect();
            let is_bidding = now.to_move().unwrap().0 % 2 == bidder.0 % 2;
            let domino = if is_bidding && rng.below(4) > 0 {
                weakest(contract, &legal)
            } else {
                *rng.choose(&legal).unwrap()
            };
            now.play(domino).unwrap();
            plays.push(domino);
        }
        Moment {
            first,
            claimant,
            plays,
            now,
        }
    }

    fn claim(&self) -> Claim {
        let first = &self.first;
        Claim::new(
            first.contract(),
            first.bidder(),
            first.leader(),
            self.claimant,
            self.now.hands()[self.claimant.index()],
            &self.plays,
        )
        .unwrap()
    }

    /// Plays the same dominoes in the deal that leads to this world.
    fn replay(&mut self, world: &World) {
        let mut hands = world.clone();
        for (seat, domino) in self.seats_of_plays().into_iter().zip(&self.plays) {
            hands[seat].push(*domino);
        }
        let hands = hands.map(|hand| hand.into_iter().collect::<DominoSet>());
        let first = &self.first;
        let first = Position::new(first.contract(), first.bidder(), hands, first.leader()).unwrap();
        let mut now = first.clone();
        for &domino in &self.plays {
            now.play(domino).unwrap();
        }
        (self.first, self.now) = (first, now);
    }

    /// The seat that played each domino.
    fn seats_of_plays(&self) -> Vec<usize> {
        let mut position = self.first.clone();
        let seats = self.plays.iter().map(|&domino| {
            let seat = position.to_move().unwrap().index();
            position.play(domino).unwrap();
            seat
        });
        seats.collect()
    }

    /// All deals of the unseen dominoes in which every play so far was legal.
    fn worlds(&self) -> Vec<World> {
        let own = self.now.hands()[self.claimant.index()];
        let played: DominoSet = self.plays.iter().copied().collect();
        let unseen: Vec<Domino> = (DominoSet::FULL - own - played).iter().collect();
        let seats = self.seats_of_plays();
        let mut sizes = [7; 4];
        for &seat in &seats {
            sizes[seat] -= 1;
        }
        let mut worlds = vec![];
        let mut world: World = Default::default();
        world[self.claimant.index()] = own.iter().collect();
        self.deal_out(&unseen, &sizes, &mut world, &mut worlds);
        worlds.retain(|world| self.fits(world, &seats));
        worlds
    }

    fn deal_out(
        &self,
        unseen: &[Domino],
        sizes: &[usize; 4],
        world: &mut World,
        worlds: &mut Vec<World>,
    ) {
        let Some((&domino, rest)) = unseen.split_first() else {
            worlds.push(world.clone());
            return;
        };
        for seat in 0..4 {
            if world[seat].len() < sizes[seat] {
                world[seat].push(domino);
                self.deal_out(rest, sizes, world, worlds);
                world[seat].pop();
            }
        }
    }

    /// Whether every play so far was legal if the hands were these.
    fn fits(&self, world: &World, seats: &[usize]) -> bool {
        let mut hands = world.clone();
        for (&seat, &domino) in seats.iter().zip(&self.plays) {
            hands[seat].push(domino);
        }
        let contract = self.first.contract();
        let mut tricks = self.plays.chunks(contract.trick_size()).flat_map(|trick| {
            let lead = trick[0];
            (trick.iter().enumerate()).map(move |(place, _)| (place > 0).then_some(lead))
        });
        seats.iter().zip(&self.plays).all(|(&seat, domino)| {
            let lead = tricks.next().unwrap();
            let legal = naive::legal(contract, &hands[seat], lead);
            hands[seat].retain(|held| held != domino);
            legal.contains(domino)
        })
    }

    /// Whether no trick is lost in any of these worlds, which all look the same to the claimant.
    fn survives(&self, worlds: &[World], leader: Seat, trick: &[Domino], plays_well: bool) -> bool {
        let contract = self.first.contract();
        let seats = self.seats_from(leader);
        if trick.len() == seats.len() {
            let winner = seats[naive::winner(contract, trick)];
            let bidder = self.first.bidder();
            let is_lost = match contract {
                Contract::Nello(_) => winner == bidder,
                _ => winner.0 % 2 != bidder.0 % 2,
            };
            return !is_lost && self.survives(worlds, winner, &[], plays_well);
        }
        let seat = seats[trick.len()].index();
        if worlds[0][seat].is_empty() {
            return true;
        }
        let mut outcomes = Domino::ALL.into_iter().filter_map(|domino| {
            let next = after(contract, worlds, seat, trick, domino);
            let trick: Vec<Domino> = trick.iter().copied().chain([domino]).collect();
            (!next.is_empty()).then(|| self.survives(&next, leader, &trick, plays_well))
        });
        if seat == self.claimant.index() && plays_well {
            outcomes.any(|survives| survives)
        } else {
            outcomes.all(|survives| survives)
        }
    }

    fn seats_from(&self, leader: Seat) -> Vec<Seat> {
        let sits_out = self.first.sits_out();
        let seats = (0..4).map(|step| Seat((leader.0 + step) % 4));
        seats.filter(|&seat| Some(seat) != sits_out).collect()
    }
}

/// The worlds in which a seat may play this domino, after it has.
fn after(
    contract: Contract,
    worlds: &[World],
    seat: usize,
    trick: &[Domino],
    domino: Domino,
) -> Vec<World> {
    let mut next = vec![];
    for world in worlds {
        let legal = naive::legal(contract, &world[seat], trick.first().copied());
        if legal.contains(&domino) {
            let mut world = world.clone();
            world[seat].retain(|&held| held != domino);
            next.push(world);
        }
    }
    next
}

/// The domino that most others beat when it is led.
fn weakest(contract: Contract, legal: &[Domino]) -> Domino {
    let n_above = |lead: Domino| {
        let others = Domino::ALL.into_iter().filter(|&other| other != lead);
        others
            .filter(|&other| contract.beats(lead, other, lead))
            .count()
    };
    legal.iter().copied().max_by_key(|&it| n_above(it)).unwrap()
}
