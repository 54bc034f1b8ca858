//! The game checked against its contract, its rulings and its playthroughs.

use kernel::{Game, Rng, Seat, Turn, Viewer};
use pieces::{Card, CardSet};
use proptest::prelude::*;
use testkit::{Secrets, events_before_last_line, faults, names_unreadable_tags, random_record};

use crate::score::{Four, HandOrCrib, Show, Stack, Tally, explain};
use crate::state::{CutResult, Phase};
use crate::{Action, Cribbage, Event, Options, Record, RecordError};

mod version_1;

const RULINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/rulings");
const PLAYTHROUGHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/playthroughs");

#[test]
fn conforms() {
    let report = testkit::conforms::<Cribbage>();
    assert_eq!(report.unlisted, [""; 0], "every legal action is listed");
}

#[test]
fn keeps_secrets() {
    let report = testkit::keeps_secrets::<Cribbage>();
    let anew = report.differed > report.hiding / 2;
    assert!(
        anew,
        "imagining must deal the unseen cards anew: {report:?}"
    );
}

#[test]
fn planted_flaws_are_found() {
    testkit::finds_planted_flaws::<Cribbage>();
}

#[test]
fn rulings_hold() {
    assert!(testkit::rulings(RULINGS, ruling) >= 60);
}

#[test]
fn playthroughs_replay() {
    assert!(testkit::playthroughs::<Cribbage>(PLAYTHROUGHS) >= 4);
}

impl Secrets for Cribbage {
    /// Deals every card anew that neither lies open nor is the viewer's own.
    fn swap_hidden(&mut self, viewer: Viewer, rng: &mut Rng) {
        let mut open: CardSet = self.table.plays.iter().map(|play| play.card).collect();
        open.extend(self.table.starter);
        if let Phase::Counting(Some(count)) = &self.table.phase {
            open |= count.cards;
        }
        let hidden = &mut self.hidden;
        let own = viewer.seat().map_or(CardSet::EMPTY, |seat| {
            hidden.hands[seat] | hidden.thrown[seat]
        });
        let mut deck: Vec<Card> = (CardSet::FULL - open - own).iter().collect();
        rng.shuffle(&mut deck);
        let mut swap = |cards: &mut CardSet| {
            let seen = *cards & open;
            let unseen = cards.len() - seen.len();
            *cards = seen | deck.drain(..unseen).collect::<CardSet>();
        };
        for seat in Seat::all(self.table.options.seats).filter(|&seat| !viewer.is(seat)) {
            swap(&mut hidden.hands[seat]);
            swap(&mut hidden.thrown[seat]);
        }
        swap(&mut hidden.from_deck);
    }
}

// Rulings.

/// The result of a ruling's `given`: a hand, crib or play to count, options to check, or a record
/// to play.
fn ruling(given: &str) -> String {
    let (word, rest) = given.split_once(' ').unwrap_or((given, ""));
    match word {
        "hand" => items(&show(rest, HandOrCrib::Hand)),
        "crib" => items(&show(rest, HandOrCrib::Crib)),
        "explain" => items(&explain(&show(rest, HandOrCrib::Hand))),
        "play" => items(&play(rest)),
        "options" => faults::<Cribbage>(rest),
        _ => match given.parse::<Record>() {
            Ok(record) => story(&record, events_before_last_line::<Cribbage>(given)),
            Err(RecordError { line, message }) => {
                let refused = given.lines().nth(line - 1).unwrap_or_default();
                format!("{refused}\nrefused: {message}\n")
            }
        },
    }
}

fn show(text: &str, kind: HandOrCrib) -> Tally {
    let (four, starter) = match text.split_once(", starter ") {
        Some((four, starter)) => (four, Some(starter.trim().parse().unwrap())),
        None => (text, None),
    };
    let four = Four::new(four.parse().unwrap()).unwrap();
    Show::new(four, starter, kind).unwrap().tally()
}

fn play(text: &str) -> Tally {
    let cards = pieces::parse_cards(text).unwrap();
    Stack::try_from(&cards[..]).unwrap().tally()
}

fn items(tally: &Tally) -> String {
    let mut lines: String = tally
        .items()
        .iter()
        .map(|item| format!("{}\n", line(item)))
        .collect();
    lines += &format!("total {}\n", tally.total());
    lines
}

fn line(item: &crate::score::Item) -> String {
    let cards: Vec<String> = item.pieces.iter().map(ToString::to_string).collect();
    format!("{} {}: {}", item.rule.name(), item.points, cards.join(" "))
}

/// The events from `from` on, as the table would tell them; cards in hands are left out.
fn story(record: &Record, from: usize) -> String {
    let mut text = String::new();
    let mut game = Cribbage::new(record.options().clone()).unwrap();
    for (place, event) in record.events().iter().enumerate() {
        game.evolve(event);
        if place >= from {
            text += &line_of(event, game.table.stack.count());
        }
    }
    let game = record.game();
    text += &format!("scores {:?}\n", game.scores().values().collect::<Vec<_>>());
    if let Some(next) = game.rematch() {
        let matched: Vec<&u32> = next.match_score.values().collect();
        text += &format!(
            "match {matched:?}, rematch dealt by {}\n",
            next.first_dealer.unwrap()
        );
    }
    text
}

/// The line for an event after which the play counts this much.
fn line_of(event: &Event, count: u8) -> String {
    match event {
        Event::DealerCut { result, .. } => match result {
            CutResult::Dealer(seat) => format!("{seat} deals first\n"),
            CutResult::Again(seats) => format!("{seats:?} tie and cut again\n"),
        },
        Event::Dealt { .. } | Event::Discarded { .. } | Event::AllDiscarded { .. } => String::new(),
        Event::StarterCut { card, tally } => told(&format!("starter {card}"), tally),
        Event::PlayStarted { leader } => format!("{leader} leads\n"),
        Event::Played {
            seat, card, tally, ..
        } => told(&format!("{seat} plays {card}, {count}"), tally),
        Event::WentGo { seat } => format!("{seat} says go\n"),
        Event::CountReset { leader } => format!("the count starts again, {leader} leads\n"),
        Event::PlayFinished => "all cards are played\n".to_owned(),
        Event::Shown { seat, kind, .. } => format!("{seat} is to count a {}\n", name(*kind)),
        Event::CountClaimed {
            seat,
            stated,
            pegged,
            asked,
            ..
        } => format!(
            "{seat} counts {stated} and pegs {pegged}\n{}",
            asking(*asked)
        ),
        Event::MugginsClaimed {
            seat,
            points,
            pegged,
            asked,
        } => format!(
            "{seat} claims {points} and pegs {pegged}\n{}",
            asking(*asked)
        ),
        Event::Counted {
            seat, kind, tally, ..
        } => {
            let worth = format!("the {} of {seat} is worth {}", name(*kind), tally.total());
            told(&worth, tally)
        }
        Event::Won(outcome) => {
            format!("side {} wins, losses {}\n", outcome.winner, losses(outcome))
        }
    }
}

fn asking(asked: Option<Seat>) -> String {
    asked.map_or(String::new(), |seat| {
        format!("{seat} is asked what was missed\n")
    })
}

fn told(what: &str, tally: &Tally) -> String {
    let items: String = tally
        .items()
        .iter()
        .map(|item| format!("  {}\n", line(item)))
        .collect();
    format!("{what}\n{items}")
}

fn name(kind: HandOrCrib) -> &'static str {
    match kind {
        HandOrCrib::Hand => "hand",
        HandOrCrib::Crib => "crib",
    }
}

fn losses(outcome: &crate::Outcome) -> String {
    let each: Vec<String> = outcome
        .losses
        .iter()
        .filter_map(|(side, loss)| loss.map(|loss| format!("{side} {loss:?}")))
        .collect();
    each.join(", ")
}

// Records.

#[test]
fn records_of_whole_games_parse_back_to_the_same_events() {
    for preset in Cribbage::presets() {
        for seed in 0..20 {
            let record = random_record::<Cribbage>(preset.options.clone(), seed, usize::MAX);
            assert_eq!(record.game().turn(), Turn::Over, "{} {seed}", preset.name);
            let parsed: Record = record.to_string().parse().unwrap();
            assert!(parsed == record, "{} {seed}", preset.name);
        }
    }
}

/// The example in the notation's documentation is a record, written as it would be.
#[test]
fn the_documented_record_is_real() {
    let source = include_str!("notation.rs");
    let example = source
        .split("```")
        .nth(1)
        .unwrap()
        .trim_start_matches("text\n");
    let lines = example.lines().filter_map(|line| line.strip_prefix("//!"));
    let text: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    let record: Record = text.trim_end().parse().unwrap();
    assert_eq!(record.to_string().trim_end(), text.trim_end());
}

#[test]
fn a_record_without_annotations_is_the_same_record() {
    let record = random_record::<Cribbage>(Options::default(), 5, usize::MAX);
    let bare: String = record
        .to_string()
        .lines()
        .filter(|line| {
            !["show", "crib", "won"]
                .iter()
                .any(|word| line.starts_with(word))
        })
        .map(|line| {
            let words = line.split(' ').filter(|word| !word.ends_with(":go"));
            let bare = words.map(|word| word.split(['=', '+']).next().unwrap());
            bare.collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    assert_eq!(bare.parse::<Record>().unwrap(), record);
}

#[test]
fn tags_for_people_survive_and_cannot_be_options() {
    let mut record = Record::new(Options::default()).unwrap();
    assert!(record.tag("Where", "the kitchen table, #1"));
    assert!(!record.tag("Seats", "4"));
    assert!(!record.tag("Where", "a \"quoted\" place"));
    assert!(!record.tag("two words", "x"));
    assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
}

/// A misread tag would silently make another game.
#[test]
fn a_tag_that_cannot_be_read_is_named() {
    let alone = |value: &str| {
        let text = format!("[Seats \"4\"]\n[Alone \"{value}\"]\n");
        text.parse::<Record>().map(|record| record.options().alone)
    };
    assert_eq!(alone("yes"), Ok(true));
    assert_eq!(alone("no"), Ok(false));
    assert_eq!(
        alone("true").unwrap_err().to_string(),
        "line 2: Alone: \"true\" is neither yes nor no"
    );
    names_unreadable_tags::<Cribbage>(&[
        "Seats",
        "Target",
        "Alone",
        "Counting",
        "HeadStart",
        "Match",
        "FirstDealer",
    ]);
}

#[test]
fn a_wrong_annotation_names_its_line() {
    let text = random_record::<Cribbage>(Options::default(), 5, usize::MAX).to_string();
    let (line, show) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.starts_with("show"))
        .unwrap();
    let (start, points) = show.rsplit_once(' ').unwrap();
    let wrong = text.replacen(show, &format!("{start} 27"), 1);
    let error = wrong.parse::<Record>().unwrap_err();
    assert_eq!(error.line, line + 1);
    assert_eq!(error.message, format!("this counts {points}, not 27"));
}

proptest! {
    #[test]
    fn any_text_is_a_record_or_an_error(text in "\\PC{0,200}") {
        let _ = text.parse::<Record>();
    }

    /// A record with one changed byte is refused or is another game, but never panics.
    #[test]
    fn a_damaged_record_is_a_record_or_an_error(seed in 0_u64..8, place in any::<usize>(), byte in 32_u8..127) {
        let mut text = random_record::<Cribbage>(Options::default(), seed, 60).to_string().into_bytes();
        let place = place % text.len();
        text[place] = byte;
        let text = String::from_utf8(text).unwrap();
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
        }
    }

    #[test]
    fn a_record_stopped_anywhere_parses_back(seed in any::<u64>(), most in 0_usize..120, preset in 0_usize..7) {
        let options = Cribbage::presets().swap_remove(preset).options;
        let record = random_record::<Cribbage>(options, seed, most);
        prop_assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
    }
}

// Imagining.

/// A seat that said go holds nothing playable at that count, in every imagined world.
#[test]
fn imagined_hands_respect_every_go() {
    let mut n_bounded = 0;
    for seed in 0..200 {
        let options = Cribbage::presets().swap_remove(seed as usize % 4).options;
        let record = random_record::<Cribbage>(options.clone(), seed, 40 + seed as usize % 40);
        let mut rng = Rng::from_seed(seed);
        let view = record.game().view(Viewer::Spectator);
        for _ in 0..20 {
            let world = <Cribbage as kernel::Imagine>::imagine(&view, Viewer::Spectator, &mut rng);
            for seat in Seat::all(options.seats) {
                let least = view.table.holds_at_least[seat];
                n_bounded += u32::from(least > 1 && !world.hand(seat).is_empty());
                assert!(
                    world
                        .hand(seat)
                        .iter()
                        .all(|card| crate::score::peg_value(card.rank()) >= least)
                );
                assert_eq!(world.hand(seat).len(), usize::from(view.table.held[seat]));
            }
        }
    }
    assert!(
        n_bounded > 1_000,
        "{n_bounded} hands were bounded by a go: too few to prove anything"
    );
}

/// The evidence is not too strong either: the real hand of a seat always agrees with it.
#[test]
fn the_truth_agrees_with_the_evidence() {
    for seed in 0..300 {
        let options = Cribbage::presets().swap_remove(seed as usize % 4).options;
        let mut game = Cribbage::new(options.clone()).unwrap();
        for input in random_record::<Cribbage>(options, seed, 200).inputs() {
            for event in game.decide(input).unwrap() {
                game.evolve(&event);
            }
            for seat in Seat::all(game.n_seats()) {
                let least = game.table.holds_at_least[seat];
                assert!(
                    game.hand(seat)
                        .iter()
                        .all(|card| crate::score::peg_value(card.rank()) >= least)
                );
            }
        }
    }
}

/// Unseen cards are equally likely: over many worlds each turns up as often as any other.
#[test]
fn imagined_worlds_are_uniform() {
    let record = random_record::<Cribbage>(
        Options {
            first_dealer: Some(Seat(0)),
            ..Options::default()
        },
        3,
        4,
    );
    assert!(
        matches!(record.game().table.phase, Phase::Playing(_)),
        "the play has begun"
    );
    let viewer = Viewer::Seat(Seat(0));
    let view = record.game().view(viewer);
    let own = view.own.clone().unwrap();
    let known: CardSet = own.hand | own.thrown | view.table.starter.into_iter().collect();
    let mut rng = Rng::from_seed(11);
    let mut held = [0_u32; 52];
    for _ in 0..45_000 {
        let world = <Cribbage as kernel::Imagine>::imagine(&view, viewer, &mut rng);
        for card in world.hand(Seat(1)) {
            held[card.index()] += 1;
        }
    }
    for card in Card::deck() {
        let times = held[card.index()];
        if known.contains(card) {
            assert_eq!(times, 0, "{card} is known");
        } else {
            // 4 of 45 unseen cards: 4,000 times with a standard deviation of about 60.
            assert!((3_700..4_300).contains(&times), "{card} {times}");
        }
    }
}

#[test]
fn legal_throws_are_all_pairs_or_all_singles() {
    for (seats, n_throws) in [(2, 15), (3, 5), (4, 5)] {
        let options = Options {
            seats,
            first_dealer: Some(Seat(0)),
            ..Options::default()
        };
        let record = random_record::<Cribbage>(options, 1, 1);
        let throws = record.game().legal_actions(Seat(0));
        assert_eq!(throws.len(), n_throws);
        assert!(
            throws
                .iter()
                .all(|throw| matches!(throw, Action::Discard(_)))
        );
    }
}
