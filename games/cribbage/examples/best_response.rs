//! Measures by how much a bot can be beaten in the play:
//! `cargo run --release -p cribbage --example best_response -- <deals> <seed> [bot] [challenger]`.
//!
//! The challenger sees what any player sees: its own cards, the starter and the cards played. But
//! it knows how the bot throws and plays. At each card it deals hands that the bot may hold, keeps
//! those from which the bot would have thrown and played as it did, and searches the rest of the
//! play against the bot's own answers, card by card; its later cards are the best over all hands
//! that still look alike. Hands are sampled and noise remains, so its winnings are a lower bound:
//! a perfect answer wins at least as much.
//!
//! Both sides throw as the bot does, and the score is 0-0. Each deal is played three times with the
//! same cards: the bot against itself, the challenger as pone, and the challenger as dealer. The
//! challenger's winnings are the difference of net points in the play. With the name of a bot as
//! `challenger`, that bot plays in its place.
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::collections::BTreeMap;
use std::env;
use std::fmt;

use cribbage::{Action, Chance, Cribbage, Event, Options, Phase, PublicTable};
use kernel::{Bot, BySeat, Game, Input, Key, Rng, Seat, Sight};
use pieces::{Card, CardSet, Rank};

/// The two seats: pone leads.
const PONE: Seat = Seat(0);
const DEALER: Seat = Seat(1);

/// The number of hands that the challenger weighs at each card.
const WORLDS: usize = 40;

/// The number of hands that it deals at most in order to find them.
const DEALT: usize = 240;

/// If fewer hands than this explain every card of the bot, others are weighed too.
const FEW: usize = 6;

/// The weight of a hand with which the bot should have played another card: the bot draws its
/// guesses, and now and then plays otherwise than imagined.
const SURPRISE: f64 = 0.02;

fn main() {
    let mut arguments = env::args().skip(1);
    let mut number = |default: u64| {
        let given = arguments.next().and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let (deals, seed) = (number(100), number(1));
    let name = arguments.next().unwrap_or_else(|| "expert".into());
    let bot = named(&name);
    let challenger = arguments.next().as_deref().map(named);
    let mut account = Account::default();
    for deal in 0..deals {
        let luck = Key::from_seed(seed << 32 | deal);
        account.add(&Deal::new(bot, &luck), bot, challenger, &luck);
        if deal % 100 == 99 {
            println!("after {} deals {}", deal + 1, account.both);
        }
    }
    let winner = challenger.map_or("a best response", Bot::name);
    println!("{winner} against {name} in the play, net points won a deal:");
    println!("  as pone    {}", account.seats[0]);
    println!("  as dealer  {}", account.seats[1]);
    println!("  in either  {} ({deals} deals, seed {seed})", account.both);
    println!("by the first card that differs, net points over all deals:");
    for (place, won) in &account.places {
        println!("  {place:28} {:5} deals {:+8.1}", won.count, won.sum);
    }
}

fn named(name: &str) -> &'static Bot<Cribbage> {
    kernel::bot(name).expect("the bot must be one that the arena knows")
}

/// The challenger's winnings so far.
#[derive(Default)]
struct Account {
    seats: [Winnings; 2],
    both: Winnings,
    places: BTreeMap<String, Winnings>,
}

impl Account {
    /// Plays a deal: the bot against itself, and the challenger in either seat.
    fn add(
        &mut self,
        deal: &Deal,
        bot: &Bot<Cribbage>,
        challenger: Option<&Bot<Cribbage>>,
        luck: &Key,
    ) {
        let answer = |bot: &Bot<Cribbage>, game: &Cribbage, seat| {
            let plays = game.table().plays.len();
            chosen(bot, game, seat, || luck.stream(&format!("bot/{plays}")))
        };
        let usual = deal.played(|game, seat| answer(bot, game, seat));
        let mut sum = 0.0;
        for me in [PONE, DEALER] {
            let mut rng = luck.stream("challenger");
            let other = deal.played(|game, seat| match challenger {
                _ if seat != me => answer(bot, game, seat),
                Some(challenger) => answer(challenger, game, seat),
                None => respond(bot, game, seat, answer(bot, game, seat), &mut rng),
            });
            let gain = f64::from(other.net(me) - usual.net(me));
            if let Some(place) = usual.parted(&other) {
                self.places.entry(place).or_default().add(gain);
            }
            self.seats[me.index()].add(gain);
            sum += gain;
        }
        self.both.add(sum / 2.0);
    }
}

/// Differences of net points, and the sums that give the error of their mean.
#[derive(Default, Clone, Copy)]
struct Winnings {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Winnings {
    fn add(&mut self, gain: f64) {
        self.count += 1;
        self.sum += gain;
        self.squares += gain * gain;
    }
}

impl fmt::Display for Winnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = f64::from(self.count.max(2));
        let mean = self.sum / n;
        let variance = (self.squares - n * mean * mean) / (n - 1.0);
        write!(f, "{mean:+.3}, standard error {:.3}", (variance / n).sqrt())
    }
}

/// The cards of a deal, by seat.
#[derive(Clone, Copy)]
struct Deal {
    sixes: [CardSet; 2],
    thrown: [CardSet; 2],
    starter: Card,
}

impl Deal {
    /// Any deal, thrown by the bot in both seats.
    fn new(bot: &Bot<Cribbage>, luck: &Key) -> Deal {
        let mut deck: Vec<Card> = Card::deck().collect();
        luck.stream("deal").shuffle(&mut deck);
        let sixes = [&deck[..6], &deck[6..12]].map(|cards| cards.iter().copied().collect());
        Deal {
            sixes,
            thrown: [PONE, DEALER].map(|seat| thrown(bot, sixes[seat.index()], seat)),
            starter: deck[12],
        }
    }

    /// The game at the first card of the play.
    fn begun(&self) -> Cribbage {
        let mut game = dealt(self.sixes);
        for seat in [PONE, DEALER] {
            let action = Action::Discard(self.thrown[seat.index()]);
            advance(&mut game, &Input::Act { seat, action });
        }
        advance(&mut game, &Input::Chance(Chance::Starter(self.starter)));
        game
    }

    /// Plays all cards as they are chosen.
    fn played(&self, mut choose: impl FnMut(&Cribbage, Seat) -> Card) -> Course {
        let mut game = self.begun();
        let mut course = Course::default();
        while let Phase::Playing(seat) = game.table().phase {
            let card = choose(&game, seat);
            let stack = game.table().stack.count();
            course.plays.push((seat, stack, card));
            let (points, over) = lay(&mut game, seat, card);
            course.pegged[seat.index()] += points;
            if over {
                break;
            }
        }
        course
    }
}

/// The cards of a play in order, each with its seat and the count before it, and the points.
#[derive(Default)]
struct Course {
    plays: Vec<(Seat, u8, Card)>,
    pegged: [i32; 2],
}

impl Course {
    /// The points of a seat minus the other's.
    fn net(&self, seat: Seat) -> i32 {
        self.pegged[seat.index()] - self.pegged[1 - seat.index()]
    }

    /// The kind of the first card that differs from another course.
    fn parted(&self, other: &Course) -> Option<String> {
        let place = (0..self.plays.len()).find(|&n| self.plays[n] != other.plays[n])?;
        let (seat, count, _) = self.plays[place];
        let before = self.plays[..place].iter();
        let number = 1 + before.filter(|play| play.0 == seat).count();
        let who = if seat == PONE { "pone" } else { "dealer" };
        let does = if count == 0 { "leads" } else { "answers" };
        Some(format!("{who} {does}, card {number}"))
    }
}

/// A game in which these cards are dealt; the seats have not thrown.
fn dealt(sixes: [CardSet; 2]) -> Cribbage {
    let options = Options {
        first_dealer: Some(DEALER),
        ..Options::default()
    };
    let mut game = Cribbage::new(options).expect("two players to 121");
    let hands = BySeat::from_fn(2, |seat: Seat| sixes[seat.index()]);
    let from_deck = CardSet::EMPTY;
    advance(&mut game, &Input::Chance(Chance::Deal { hands, from_deck }));
    game
}

fn advance(game: &mut Cribbage, input: &Input<Cribbage>) -> Vec<Event> {
    let events = game.decide(input).expect("the cards are those of a deal");
    for event in &events {
        game.evolve(event);
    }
    events
}

/// Plays a card: its points, and whether it was the last of the play.
fn lay(game: &mut Cribbage, seat: Seat, card: Card) -> (i32, bool) {
    let action = Action::Play(card);
    let (mut points, mut over) = (0, false);
    for event in advance(game, &Input::Act { seat, action }) {
        match event {
            Event::Played { tally, .. } => points += tally.total(),
            Event::PlayFinished => over = true,
            _ => {}
        }
    }
    (points, over)
}

/// The throw of a bot from these six cards.
fn thrown(bot: &Bot<Cribbage>, six: CardSet, seat: Seat) -> CardSet {
    let others = (CardSet::FULL - six).iter().take(6).collect();
    let mut sixes = [others; 2];
    sixes[seat.index()] = six;
    let action = Sight::show(&dealt(sixes), seat, |sight| {
        (bot.choose)(sight, &mut Rng::from_seed(0))
    });
    match action {
        Action::Discard(cards) => cards,
        other => unreachable!("{other:?} is no throw"),
    }
}

/// The card of a bot.
fn chosen(bot: &Bot<Cribbage>, game: &Cribbage, seat: Seat, luck: impl Fn() -> Rng) -> Card {
    let action = Sight::show(game, seat, |sight| match sight.legal {
        [only] => only.clone(),
        _ => (bot.choose)(sight, &mut luck()),
    });
    match action {
        Action::Play(card) => card,
        other => unreachable!("{other:?} is no card"),
    }
}

/// The card of a challenger who knows the bot: best on average against the bot's own answers, over
/// hands that explain what the bot has thrown and played. It plays as the bot would itself unless
/// another card is better by more than the error of the sample.
fn respond(bot: &Bot<Cribbage>, game: &Cribbage, me: Seat, usual: Card, rng: &mut Rng) -> Card {
    let cards = playable(&game.legal_actions(me));
    if cards.len() == 1 {
        return usual;
    }
    let search = Search { bot, me };
    let worlds = Sight::show(game, me, |sight| search.worlds(sight, rng));
    let expected = search.laid(usual, &worlds);
    let mut best = (usual, 0.0);
    for card in cards.into_iter().filter(|card| card.rank() != usual.rank()) {
        let gains = Gains::over(&worlds, &search.laid(card, &worlds), &expected);
        if gains.mean > best.1 && gains.mean > gains.error {
            best = (card, gains.mean);
        }
    }
    best.0
}

/// The gain of a card over another in the same worlds: the weighted mean and its standard error.
struct Gains {
    mean: f64,
    error: f64,
}

impl Gains {
    fn over(worlds: &[World], one: &[f64], other: &[f64]) -> Gains {
        let weights: f64 = worlds.iter().map(|world| world.weight).sum();
        let mean = (one.iter().sum::<f64>() - other.iter().sum::<f64>()) / weights;
        let squares: f64 = worlds
            .iter()
            .zip(one.iter().zip(other))
            .map(|(world, (one, other))| (one - other - mean * world.weight).powi(2))
            .sum();
        Gains {
            mean,
            error: squares.sqrt() / weights,
        }
    }
}

/// One card of each rank that may be played.
fn playable(legal: &[Action]) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for action in legal {
        if let Action::Play(card) = action
            && cards.iter().all(|other| other.rank() != card.rank())
        {
            cards.push(*card);
        }
    }
    cards
}

/// The search of one seat's best card against a bot.
struct Search<'a> {
    bot: &'a Bot<Cribbage>,
    me: Seat,
}

/// A hand that the bot may hold, and the play with it so far.
#[derive(Clone)]
struct World {
    game: Cribbage,
    weight: f64,
    /// Net points since the search began.
    net: i32,
    /// The cards of the bot since one's own last card. They tell worlds apart.
    replies: Vec<Rank>,
}

impl Search<'_> {
    /// Games that look like this one to the challenger.
    fn worlds(&self, sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Vec<World> {
        let mut likely = Vec::new();
        let mut others = Vec::new();
        for _ in 0..DEALT {
            let Some(world) = self.imagined(sight, rng) else {
                continue;
            };
            if world.weight < 1.0 {
                others.push(world);
            } else {
                likely.push(world);
            }
            if likely.len() == WORLDS {
                break;
            }
        }
        if likely.len() < FEW {
            likely.append(&mut others);
        }
        likely
    }

    /// A game with any six cards for the bot; `None` if it cannot have come to this.
    fn imagined(&self, sight: &Sight<'_, Cribbage>, rng: &mut Rng) -> Option<World> {
        let table = &sight.view.value().table;
        let own = sight.view.value().own.as_ref()?;
        let starter = table.starter?;
        let other = self.me.left(2);
        let kept = own.hand | table.played_by(self.me);
        let played = table.played_by(other);
        let unseen = CardSet::FULL - kept - own.thrown - played - CardSet::only(starter);
        let mut unseen: Vec<Card> = unseen.iter().collect();
        rng.shuffle(&mut unseen);
        let more: CardSet = unseen.into_iter().take(6 - played.len()).collect();
        let mut deal = Deal {
            sixes: [kept | own.thrown; 2],
            thrown: [own.thrown; 2],
            starter,
        };
        deal.sixes[other.index()] = played | more;
        let thrown = thrown(self.bot, played | more, other);
        if !(thrown & played).is_empty() {
            return None;
        }
        deal.thrown[other.index()] = thrown;
        self.replayed(table, deal.begun())
    }

    /// Plays the cards of the table in an imagined game, and weighs the bot's choices.
    fn replayed(&self, table: &PublicTable, mut game: Cribbage) -> Option<World> {
        let mut weight = 1.0;
        for play in &table.plays {
            // With these cards somebody else might have had to play, or the count go on.
            let table = game.table();
            if table.phase != Phase::Playing(play.seat) || !table.stack.fits(play.card) {
                return None;
            }
            if play.seat != self.me {
                let expected = self.reply(&game, play.seat);
                if expected.rank() != play.card.rank() {
                    weight *= SURPRISE;
                }
            }
            lay(&mut game, play.seat, play.card);
        }
        (game.table().phase == Phase::Playing(self.me)).then(|| World {
            game,
            weight,
            net: 0,
            replies: Vec::new(),
        })
    }

    /// The card that the bot would play.
    fn reply(&self, game: &Cribbage, seat: Seat) -> Card {
        chosen(self.bot, game, seat, || Rng::from_seed(0))
    }

    /// The weighted net points in each of these worlds, which look alike, if this card is played
    /// in all of them.
    fn laid(&self, card: Card, worlds: &[World]) -> Vec<f64> {
        let mut net = vec![0.0; worlds.len()];
        let mut open: Vec<(usize, World)> = Vec::with_capacity(worlds.len());
        for (number, world) in worlds.iter().enumerate() {
            let mut world = world.clone();
            if self.until_own_turn(&mut world, card) {
                net[number] = world.weight * f64::from(world.net);
            } else {
                open.push((number, world));
            }
        }
        open.sort_by(|one, other| one.1.replies.cmp(&other.1.replies));
        for alike in open.chunk_by(|one, next| one.1.replies == next.1.replies) {
            let (numbers, alike): (Vec<usize>, Vec<World>) = alike.iter().cloned().unzip();
            for (number, value) in numbers.into_iter().zip(self.best(&alike)) {
                net[number] = value;
            }
        }
        net
    }

    /// The same with the card that is best for all of them together.
    fn best(&self, alike: &[World]) -> Vec<f64> {
        let cards = playable(&alike[0].game.legal_actions(self.me));
        let all = cards.iter().map(|&card| self.laid(card, alike));
        let best = all.max_by(|one, other| {
            let sum = |values: &[f64]| values.iter().sum::<f64>();
            sum(one).total_cmp(&sum(other))
        });
        best.unwrap_or_default()
    }

    /// Plays a card and the bot's answers; whether the play is over.
    fn until_own_turn(&self, world: &mut World, card: Card) -> bool {
        world.replies.clear();
        let (mut seat, mut card) = (self.me, card);
        loop {
            let (points, over) = lay(&mut world.game, seat, card);
            world.net += if seat == self.me { points } else { -points };
            if over {
                return true;
            }
            match world.game.table().phase {
                Phase::Playing(next) if next != self.me => {
                    seat = next;
                    card = self.reply(&world.game, seat);
                    // Suits say nothing in the play.
                    world.replies.push(card.rank());
                }
                _ => return false,
            }
        }
    }
}
