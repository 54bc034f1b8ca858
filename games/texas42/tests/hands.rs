//! Hands scored a second time, by code that follows `rules/en.md` alone.

mod naive;

use kernel::{Facade, Rng, Seat};
use pieces::Domino;
use serde_json::{Value, json};
use texas42::{Bid, Contract, Declaration, Mode, Options, Texas42};

/// A hand that was played at random, decided or not.
struct Played {
    tricks: Vec<Vec<Domino>>,
    winners: Vec<usize>,
}

impl Played {
    /// Plays this many tricks at random, by the plain rules.
    fn random(
        contract: Contract,
        bidder: usize,
        leader: usize,
        n_tricks: usize,
        rng: &mut Rng,
    ) -> Played {
        let mut hands = naive::deal(rng, 7).map(|hand| hand.iter().collect::<Vec<Domino>>());
        let sits_out = matches!(contract, Contract::Nello(_)).then_some((bidder + 2) % 4);
        let mut played = Played {
            tricks: Vec::new(),
            winners: Vec::new(),
        };
        let mut leader = leader;
        for _ in 0..n_tricks {
            let order = (0..4)
                .map(|step| (leader + step) % 4)
                .filter(|seat| Some(*seat) != sits_out);
            let order: Vec<usize> = order.collect();
            let mut trick: Vec<Domino> = Vec::new();
            for &seat in &order {
                let legal = naive::legal(contract, &hands[seat], trick.first().copied());
                let domino = *rng.choose(&legal).unwrap();
                hands[seat].retain(|&other| other != domino);
                trick.push(domino);
            }
            leader = order[naive::winner(contract, &trick)];
            played.tricks.push(trick);
            played.winners.push(leader);
        }
        played
    }

    /// The points of a side.
    fn points(&self, side: usize) -> i32 {
        let tricks = self.tricks.iter().zip(&self.winners);
        let own = tricks.filter(|(_, winner)| **winner % 2 == side);
        own.map(|(trick, _)| {
            1 + trick
                .iter()
                .map(|&domino| naive::count(domino))
                .sum::<i32>()
        })
        .sum()
    }

    fn n_won(&self, side: usize) -> usize {
        self.winners
            .iter()
            .filter(|winner| **winner % 2 == side)
            .count()
    }

    /// Whether the bid was made; `None` if that is undecided. It follows "Making the bid" and
    /// "Special contracts" of the rules.
    fn made(&self, bid: Bid, contract: Contract, bidder: usize) -> Option<bool> {
        let (us, them) = (bidder % 2, 1 - bidder % 2);
        let all_played = self.tricks.len() == 7;
        match (contract, bid) {
            (Contract::Nello(_), _) if self.n_won(us) > 0 => Some(false),
            (Contract::Nello(_), _) => all_played.then_some(true),
            (_, Bid::Points(n)) if self.points(us) >= i32::from(n) => Some(true),
            (_, Bid::Points(n)) if self.points(them) >= 43 - i32::from(n) => Some(false),
            (_, Bid::Points(_)) => None,
            _ if self.n_won(them) > 0 => Some(false),
            _ => all_played.then_some(true),
        }
    }

    /// The score of each side.
    fn scores(
        &self,
        mode: Mode,
        bid: Bid,
        contract: Contract,
        bidder: usize,
        made: bool,
    ) -> [i32; 2] {
        let (us, them) = (bidder % 2, 1 - bidder % 2);
        let winner = if made { us } else { them };
        let mut scores = [0, 0];
        match (mode, bid) {
            (Mode::Marks, Bid::Points(_)) => scores[winner] = 1,
            (Mode::Marks, Bid::Marks(n) | Bid::Plunge(n) | Bid::Splash(n)) => {
                scores[winner] = n.into()
            }
            (Mode::Points, _) if matches!(contract, Contract::Nello(_)) => scores[winner] = 42,
            (Mode::Points, Bid::Points(_)) if made => scores = [self.points(0), self.points(1)],
            (Mode::Points, Bid::Points(n)) => scores[them] = self.points(them) + i32::from(n),
            (Mode::Points, Bid::Marks(1)) => scores[winner] = 42,
            (Mode::Points, Bid::Marks(2)) => scores[winner] = 84,
            (Mode::Points, _) => scores[winner] = 168,
        }
        scores
    }
}

fn score(request: &Value) -> Result<Value, String> {
    let mut answer = Vec::new();
    Texas42::score_json(request.to_string().as_bytes(), &mut answer)
        .map_err(|fault| fault.code.to_owned())?;
    Ok(serde_json::from_slice(&answer).unwrap())
}

/// A possible bid in such a game, and a declaration that it allows.
fn random_bid(mode: Mode, rng: &mut Rng) -> (Bid, Declaration) {
    let bid = match (mode, rng.below(4)) {
        (_, 0 | 1) => Bid::Points(30 + rng.below(12) as u8),
        (Mode::Points, _) => Bid::Marks([1, 2, 4][rng.below(3) as usize]),
        (Mode::Marks, 2) => Bid::Marks(1 + rng.below(7) as u8),
        (Mode::Marks, _) if rng.below(2) == 0 => Bid::Plunge(4 + rng.below(4) as u8),
        (Mode::Marks, _) => Bid::Splash(2 + rng.below(2) as u8),
    };
    let n_names = if matches!(bid, Bid::Marks(_)) { 11 } else { 9 };
    (bid, Declaration::ALL[rng.below(n_names) as usize])
}

#[test]
fn a_hundred_thousand_hands_score_as_the_tables_say() {
    let mut rng = Rng::from_seed(42);
    let [mut n_made, mut n_set, mut n_open] = [0, 0, 0];
    for _ in 0..100_000 {
        let mode = [Mode::Marks, Mode::Points][rng.below(2) as usize];
        let (bid, declaration) = random_bid(mode, &mut rng);
        let bidder = rng.below(4) as usize;
        let partner_leads = matches!(bid, Bid::Plunge(_) | Bid::Splash(_));
        let leader = if partner_leads {
            (bidder + 2) % 4
        } else {
            bidder
        };
        let contract = Options::default().contract(declaration);
        let n_tricks = if rng.below(3) == 0 {
            rng.below(8) as usize
        } else {
            7
        };
        let played = Played::random(contract, bidder, leader, n_tricks, &mut rng);
        let (name, trump) = match declaration {
            Declaration::Trump(trump) => ("trump", Some(trump)),
            other => (other.name(), None),
        };
        let request = json!({
            "mode": mode, "bidder": Seat(bidder as u8), "bid": bid, "contract": name,
            "trump": trump, "tricks": played.tricks,
        });
        let must_be_whole = mode == Mode::Points && matches!(bid, Bid::Points(_));
        let made = played
            .made(bid, contract, bidder)
            .filter(|_| n_tricks == 7 || !must_be_whole);
        let Some(made) = made else {
            assert_eq!(score(&request), Err("unfinished".to_owned()), "{request}");
            n_open += 1;
            continue;
        };
        let answer = score(&request).unwrap();
        let pair = |name: &str| {
            [&answer[name]["northSouth"], &answer[name]["eastWest"]]
                .map(|n| n.as_i64().unwrap() as i32)
        };
        assert_eq!(answer["made"], made, "{request}");
        assert_eq!(answer["winners"], json!(played.winners), "{request}");
        assert_eq!(
            pair("points"),
            [played.points(0), played.points(1)],
            "{request}"
        );
        let scores = played.scores(mode, bid, contract, bidder, made);
        assert_eq!(pair("score"), scores, "{request}");
        assert_eq!(
            pair("marks"),
            if mode == Mode::Marks { scores } else { [0, 0] }
        );
        if made { n_made += 1 } else { n_set += 1 }
    }
    // Random play makes few bids, but each outcome must have been tried often.
    assert!(
        n_made > 1_000 && n_set > 10_000 && n_open > 5_000,
        "{n_made} {n_set} {n_open}"
    );
}

/// A random record in which one domino is swapped for another of the same hand is
/// refused exactly if the swap makes a seat fail to follow, as the plain rules see it.
#[test]
fn reneges_are_found_exactly() {
    let mut rng = Rng::from_seed(7);
    let mut n_reneges = 0;
    for n in 0..20_000 {
        let declaration = Declaration::ALL[n % 11];
        let contract = Options::default().contract(declaration);
        let mut played = Played::random(contract, 0, 0, 7, &mut rng);
        let seats = order(&played, contract);
        let (first, second) = (rng.below(7) as usize, rng.below(7) as usize);
        let seat = [0, 1, 3][rng.below(3) as usize];
        let place = |trick: usize| {
            seats[trick]
                .iter()
                .position(|&other| other == seat)
                .unwrap()
        };
        let (a, b) = (place(first), place(second));
        (played.tricks[first][a], played.tricks[second][b]) =
            (played.tricks[second][b], played.tricks[first][a]);
        // The swap may change who wins and who leads; such records mean something else.
        let same = played.tricks.iter().zip(&seats).zip(&played.winners);
        if same
            .clone()
            .any(|((trick, seats), winner)| seats[naive::winner(contract, trick)] != *winner)
        {
            continue;
        }
        let legal = follows_suit(&played, &seats, contract);
        let (name, trump) = match declaration {
            Declaration::Trump(trump) => ("trump", Some(trump)),
            other => (other.name(), None),
        };
        let request = json!({"bidder": 0, "bid": {"marks": 1}, "contract": name, "trump": trump, "tricks": played.tricks});
        match score(&request) {
            Ok(_) => assert!(legal, "{request}"),
            Err(code) => {
                assert!(
                    !legal && (code == "renege" || code == "not_nearest"),
                    "{code}: {request}"
                );
                n_reneges += 1;
            }
        }
    }
    assert!(n_reneges > 1_000, "{n_reneges}");
}

/// The seat that played each domino.
fn order(played: &Played, contract: Contract) -> Vec<Vec<usize>> {
    let sits_out = matches!(contract, Contract::Nello(_)).then_some(2);
    let mut leader = 0;
    let mut seats = Vec::new();
    for &winner in &played.winners {
        let order = (0..4)
            .map(|step| (leader + step) % 4)
            .filter(|seat| Some(*seat) != sits_out);
        seats.push(order.collect());
        leader = winner;
    }
    seats
}

/// Whether every play was legal, now that all hands are known.
fn follows_suit(played: &Played, seats: &[Vec<usize>], contract: Contract) -> bool {
    let mut hands: [Vec<Domino>; 4] = Default::default();
    for (trick, seats) in played.tricks.iter().zip(seats) {
        for (&domino, &seat) in trick.iter().zip(seats) {
            hands[seat].push(domino);
        }
    }
    for (trick, seats) in played.tricks.iter().zip(seats) {
        for (place, (&domino, &seat)) in trick.iter().zip(seats).enumerate() {
            let lead = (place > 0).then(|| trick[0]);
            if !naive::legal(contract, &hands[seat], lead).contains(&domino) {
                return false;
            }
            hands[seat].retain(|&other| other != domino);
        }
    }
    true
}
