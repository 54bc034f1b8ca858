//! The result of a ruling's `given`.

use crate::score::HandResult;
use crate::{
    Auction, Call, Contract, Event, GameScore, Options, Phase, PublicTable, Record, Sides, Texas42,
    side_name, trick_tally,
};
use kernel::{Facade, Game, Seat, Side};
use pieces::{Domino, DominoSet, parse_dominoes};
use serde_json::Value;

#[test]
fn rulings_hold() {
    assert!(testkit::rulings(env!("CARGO_MANIFEST_DIR"), ruling) >= 60);
}

/// The result of a ruling's `given`. Its first word names the subject: options, an auction,
/// following a lead, winning a trick, or a hand to be scored; anything else is a record.
fn ruling(given: &str) -> String {
    let (word, rest) = given.split_once(char::is_whitespace).unwrap_or((given, ""));
    match word {
        "options" => faults(rest),
        "auction" => auction(rest),
        "follow" => follow(rest),
        "trick" => trick(rest),
        "score" => score(rest, false),
        "game" => game(rest),
        "explain" => score(rest, true),
        _ => testkit::record_story(given, story),
    }
}

/// Options on the first line, then calls from the shaker's left, such as `31`, or `plunge-4/5` from
/// a hand with five doubles; `?` lists the legal calls.
fn auction(text: &str) -> String {
    let (options, calls) = text.split_once('\n').unwrap();
    let options: Options = serde_json::from_str(options).unwrap();
    let mut auction = Auction::new(Seat(3));
    let mut story = String::new();
    for token in calls.split_whitespace() {
        let (call, doubles) = token.split_once('/').unwrap_or((token, "0"));
        let doubles: u8 = doubles.parse().unwrap();
        let seat = auction.speaker().unwrap();
        if call == "?" {
            let calls = auction.legal_calls(&options, doubles);
            let calls: Vec<String> = calls.iter().map(ToString::to_string).collect();
            story += &format!("seat {seat} may say {}\n", calls.join(", "));
            continue;
        }
        let call: Call = call.parse().unwrap();
        match auction.check(&options, doubles, call) {
            Ok(()) => story += &format!("seat {seat} says {call}\n"),
            Err(fault) => return format!("{story}seat {seat} is refused: {fault}\n"),
        }
        auction.push(call);
    }
    story
}

/// `follow sixes: 6-4 led, holding 6-5 6-2`.
fn follow(text: &str) -> String {
    let (contract, rest) = text.split_once(": ").unwrap();
    let (lead, hand) = match rest.split_once(" led, holding ") {
        Some((lead, hand)) => (Some(lead.parse::<Domino>().unwrap()), hand),
        None => (None, rest.strip_prefix("leading from ").unwrap()),
    };
    let contract = contract_named(contract);
    let hand: DominoSet = hand.parse().unwrap();
    let legal = contract.legal_plays(hand, lead);
    match lead.and_then(|lead| contract.led_suit(lead)) {
        Some(suit) => format!("{suit} are led: may play {legal}\n"),
        None => format!("may play {legal}\n"),
    }
}

/// `trick sixes: 6-4 6-6 5-5 1-0`.
fn trick(text: &str) -> String {
    let (contract, dominoes) = text.split_once(": ").unwrap();
    let trick = parse_dominoes(dominoes).unwrap();
    let winner = contract_named(contract).winner(&trick).unwrap();
    let mut story = format!("{} wins\n", trick[winner]);
    for item in trick_tally(&trick).items() {
        let pieces: Vec<String> = item.pieces.iter().map(ToString::to_string).collect();
        story += &format!("{:?} {}: {}\n", item.rule, item.points, pieces.join(" "));
    }
    story
}

fn contract_named(name: &str) -> Contract {
    let (name, doubles) = name.split_once(' ').unwrap_or((name, ""));
    let options = match (name, doubles) {
        (_, "") => Options::default(),
        ("nello", doubles) => Options {
            nello_doubles: serde_json::from_value(doubles.into()).unwrap(),
            ..Options::default()
        },
        (_, doubles) => Options {
            follow_me_doubles: serde_json::from_value(doubles.into()).unwrap(),
            ..Options::default()
        },
    };
    options.contract(name.parse().unwrap())
}

/// A request and its answer, with the tricks' lines if they are wanted.
fn score(request: &str, tricks: bool) -> String {
    let mut answer = Vec::new();
    if let Err(refusal) = Texas42::score_json(request.as_bytes(), &mut answer) {
        return format!("{}: {}\n", refusal.code, refusal.message);
    }
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let takes = answer["takes"].as_str();
    let mut story = match takes {
        Some(domino) => format!("takes {domino}\n"),
        None => format!("winners {}\n", answer["winners"]),
    };
    for line in answer["breakdown"].as_array().unwrap() {
        if tricks || takes.is_some() || line["trick"].is_null() {
            let points = match &line["points"] {
                Value::Number(points) if points.as_i64() != Some(0) => format!(" {points}"),
                _ => String::new(),
            };
            let (kind, description) = (&line["type"], &line["description"]);
            let [kind, description] = [kind, description].map(|text| text.as_str().unwrap());
            story += &format!("{kind}{points}: {description}\n");
        }
    }
    story
}

/// `{"mode":"points"} at 230-240, then 35-7, made by 0`: the effect of a hand on a score.
fn game(text: &str) -> String {
    let (options, rest) = text.split_once(" at ").unwrap();
    let options: Options = serde_json::from_str(options).unwrap();
    let mut score = GameScore::default();
    let (before, rest) = rest.split_once(", then ").unwrap();
    let (after, made) = rest.split_once(", made by ").unwrap_or((rest, ""));
    for scores in [before, after] {
        let (north_south, east_west) = scores.split_once('-').unwrap();
        let awards = Sides {
            north_south: north_south.parse().unwrap(),
            east_west: east_west.parse().unwrap(),
        };
        score.add(&options, awards);
    }
    let winner = score.winner(&options, made.parse().ok().map(Side));
    let won = winner.map_or("nobody", side_name);
    let mut story = format!("{}\n", serde_json::to_string(&score).unwrap());
    story += &format!(
        "{}\n",
        serde_json::to_string(&score.strokes(options.mode)).unwrap()
    );
    story + &format!("{won} has won\n")
}

/// The events from `from` on, as the table would tell them.
fn story(record: &Record, from: usize) -> String {
    let mut story = String::new();
    let start = Record::new(record.options().clone()).unwrap();
    let mut game = start.game().clone();
    for (place, event) in record.events().iter().enumerate() {
        game.evolve(event);
        if place >= from {
            story += &format!("{}\n", told(event, game.table()));
        }
    }
    let table = record.game().table();
    let score = table.score;
    let next = match table.phase {
        Phase::Drawing => "the shaker is to be drawn".to_owned(),
        Phase::Dealing => "the next hand is to be dealt".to_owned(),
        Phase::Bidding(seat) => format!("seat {seat} is to bid"),
        Phase::Naming(seat) => format!("seat {seat} is to name trump"),
        Phase::Playing(seat) => format!("seat {seat} is to play"),
        Phase::Over => "the game is over".to_owned(),
    };
    story += &format!("{} to {}, {next}\n", score.north_south, score.east_west);
    story
}

/// An event, and the table after it.
fn told(event: &Event, table: &PublicTable) -> String {
    match event {
        Event::ShakerDrawn { seat } => format!("seat {seat} shakes first"),
        Event::Dealt { shaker, .. } => format!("seat {shaker} has shaken"),
        Event::BidPlaced { seat, call, .. } => format!("seat {seat} says {call}"),
        Event::ThrownIn => "the hand is thrown in".to_owned(),
        Event::BiddingWon { seat, bid, namer } => {
            format!("seat {seat} has it for {bid}, seat {namer} names trump")
        }
        Event::TrumpNamed {
            seat,
            declaration,
            leader,
        } => format!("seat {seat} names {declaration}, seat {leader} leads"),
        Event::DominoPlayed { seat, domino, .. } => format!("seat {seat} plays {domino}"),
        Event::TrickWon { seat } => {
            let number = table.hand.as_ref().unwrap().tricks.len();
            let points = table.last_trick().unwrap().points();
            format!("seat {seat} wins trick {number}: {points}")
        }
        Event::LaidDown { seat, dominoes } => format!("seat {seat} lays down {dominoes}"),
        Event::HandScored { .. } => result(&table.last_score().unwrap().result),
        Event::Won { side } => format!("{} has won", side_name(*side)),
    }
}

fn result(result: &HandResult) -> String {
    let (points, score) = (result.points, result.score);
    format!(
        "{}\npoints {} to {}, scoring {} to {}",
        result.sentence(),
        points.north_south,
        points.east_west,
        score.north_south,
        score.east_west
    )
}

fn faults(json: &str) -> String {
    let kind = kernel::KindOf::<Texas42>::new();
    let options: Value = serde_json::from_str(json).unwrap();
    match kernel::Kind::start(&kind, &options) {
        Ok(_) => "accepted\n".to_owned(),
        Err(faults) => faults.iter().map(|fault| format!("{fault}\n")).collect(),
    }
}
