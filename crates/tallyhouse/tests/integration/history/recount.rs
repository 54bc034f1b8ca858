//! A second, naive count of everybody's games: from the text of the journals alone, with no code
//! of the games or of the house.

use std::collections::BTreeMap;

use serde_json::Value;
use store::{StoredTable, Sum};
use table::{Day, Millis};

/// The player, the opponent, the month, the game and the measure.
type Key = (String, String, u32, String, String);

/// The results of the seats of reviewed games, by table and number of the game: seat, skill and
/// luck.
pub(crate) type Reviews = BTreeMap<(String, u32), Vec<(u8, i64, i64)>>;

/// All samples so far.
#[derive(Default)]
pub(crate) struct Recount {
    pub(crate) games: u32,
    reviews: Reviews,
    samples: BTreeMap<Key, Vec<i64>>,
}

/// The player or the bot on a chair.
struct Chair {
    player: String,
    bot: Option<String>,
    left: bool,
}

impl Recount {
    /// A recount of nothing yet, with these reviews.
    pub(crate) fn with(reviews: &Reviews) -> Recount {
        Recount {
            reviews: reviews.clone(),
            ..Recount::default()
        }
    }

    /// The sum of somebody's samples.
    pub(crate) fn lines_of(
        &self,
        who: &str,
    ) -> impl Iterator<Item = ((String, u32, String, String), Sum)> {
        let theirs = self.samples.iter().filter(move |(key, _)| key.0 == who);
        theirs.map(|((_, opponent, month, game, measure), samples)| {
            let sum = Sum {
                n: samples.len() as i64,
                sum: samples.iter().sum(),
                squares: samples.iter().map(|sample| sample * sample).sum(),
                most: *samples.iter().max().unwrap(),
            };
            let key = (opponent.clone(), *month, game.clone(), measure.clone());
            (key, sum)
        })
    }

    /// Counts all games of a table.
    pub(crate) fn read(&mut self, record: &StoredTable) {
        let mut chairs: BTreeMap<u64, Chair> = BTreeMap::new();
        let (mut options, mut events) = (Value::Null, Vec::new());
        let mut fared = Vec::new();
        for entry in &record.entries {
            let fact: Value = serde_json::from_str(&entry.body).unwrap();
            if let Some(seated) = fact.get("seated") {
                let chair = Chair {
                    player: seated["player"].as_str().unwrap().to_owned(),
                    bot: seated["bot"].as_str().map(str::to_owned),
                    left: false,
                };
                chairs.insert(seated["seat"].as_u64().unwrap(), chair);
            } else if let Some(left) = fact.get("left") {
                let seat = left["seat"].as_u64().unwrap();
                chairs.get_mut(&seat).unwrap().left = true;
            } else if let Some(started) = fact.get("started") {
                (options, events) = (started["options"].clone(), Vec::new());
                let number = started["number"].as_u64().unwrap() as u32;
                let review = self.reviews.get(&(record.table.code.to_string(), number));
                fared = review.cloned().unwrap_or_default();
            }
            let deed = fact.get("started").or_else(|| fact.get("decided"));
            let Some(run) = deed.map(|deed| &deed["run"]) else {
                continue;
            };
            for step in run["steps"].as_array().unwrap() {
                events.extend(step["events"].as_array().unwrap().iter().cloned());
            }
            if run.get("end").is_some() {
                self.games += 1;
                let day = Day::of(Millis(entry.at)).to_string();
                let month = day[..7].replace('-', "").parse().unwrap();
                let of = (&*record.table.game, month);
                self.count(of, &options, &chairs, &events, &fared);
            }
        }
    }

    /// Counts a game for everybody who played it to its end.
    fn count(
        &mut self,
        (game, month): (&str, u32),
        options: &Value,
        chairs: &BTreeMap<u64, Chair>,
        events: &[Value],
        fared: &[(u8, i64, i64)],
    ) {
        let side = |seat: u64| side(game, options, seat);
        for (&seat, chair) in chairs {
            if chair.bot.is_some() || chair.left {
                continue;
            }
            let others = chairs
                .iter()
                .filter(|(other, _)| side(**other) != side(seat));
            let mut opponents: Vec<String> = others
                .map(|(_, other)| match &other.bot {
                    Some(level) => format!("bot {level}"),
                    None => other.player.clone(),
                })
                .collect();
            opponents.sort();
            opponents.dedup();
            let mut lists = vec![(String::new(), 0), (String::new(), month)];
            lists.extend(opponents.into_iter().map(|opponent| (opponent, 0)));
            let other = if is_usual(game, options) {
                ""
            } else {
                "other_"
            };
            let figures = figures(events, seat).into_iter();
            let figures = figures.map(|(measure, value)| (format!("{other}{measure}"), value));
            let mut samples: Vec<(String, i64)> = figures.collect();
            let mut add = |measure: &str, value| samples.push((measure.to_owned(), value));
            add("won", i64::from(won(events, side(seat))));
            add("score", score(game, options, events, &side, side(seat)));
            for (_, skill, luck) in fared.iter().filter(|(place, ..)| u64::from(*place) == seat) {
                add("skill", *skill);
                add("luck", *luck);
            }
            for (measure, value) in &samples {
                for (opponent, month) in &lists {
                    let (player, game) = (chair.player.clone(), game.to_owned());
                    let key = (player, opponent.clone(), *month, game, measure.clone());
                    self.samples.entry(key).or_default().push(*value);
                }
            }
        }
    }
}

/// Whether a table is like the tables from which par was made. The figures of dice have no par.
fn is_usual(game: &str, options: &Value) -> bool {
    let is_off = |key: &&str| options[*key] == false;
    match game {
        "cribbage" => {
            let start = options["head_start"].as_array().unwrap();
            let is_even = start.iter().all(|points| points == 0);
            options["seats"] == 2 && options["target"] == 121 && is_even
        }
        "texas42" => {
            let house_rules = ["nello", "plunge", "splash", "sevens", "play_out"];
            options["mode"] == "marks"
                && (options["target"].is_null() || options["target"] == 7)
                && options["forced_bid"] == "off"
                && options["follow_me_doubles"] == "high"
                && house_rules.iter().all(is_off)
        }
        _ => true,
    }
}

/// Partners sit across the table, at four seats of cribbage and at Texas 42.
fn side(game: &str, options: &Value, seat: u64) -> u64 {
    let of_partners = match game {
        "cribbage" => options["seats"] == 4 && options["alone"] == false,
        "texas42" => true,
        _ => false,
    };
    if of_partners { seat % 2 } else { seat }
}

/// Whether a side won.
fn won(events: &[Value], side: u64) -> bool {
    let last = events.last().unwrap();
    match last.get("won") {
        Some(won) => won["winner"] == side || won["side"] == side,
        None => last["ended"]["winners"]
            .as_array()
            .unwrap()
            .contains(&side.into()),
    }
}

/// The score of a side at the end.
fn score(
    game: &str,
    options: &Value,
    events: &[Value],
    side: &dyn Fn(u64) -> u64,
    own: u64,
) -> i64 {
    let place = own as usize;
    let mut score = options["head_start"][place].as_i64().unwrap_or(0);
    let mut dealer = 0;
    for event in events {
        let (name, event) = named(event);
        let seat = event["seat"].as_u64().unwrap_or(dealer);
        let is_own = side(seat) == own;
        match name {
            "dealt" => dealer = event["dealer"].as_u64().unwrap_or(0),
            "hand_scored" => score += points(&event["awards"][place]),
            "starter_cut" | "played" if is_own => score += points(&event["tally"]),
            // A player who counts their own hand has pegged their count before.
            "counted" if is_own && event["stated"].is_null() => score += points(&event["tally"]),
            "count_claimed" | "muggins_claimed" if is_own => {
                score += event["pegged"].as_i64().unwrap();
            }
            "step" if is_own => score += points(&event["step"]["scored"]["tally"]),
            _ => {}
        }
    }
    // Nobody pegs or marks beyond the target; without one it is seven marks.
    match (game, options["target"].as_i64()) {
        ("cribbage", Some(target)) => score.min(target),
        ("texas42", target) if options["mode"] == "marks" => score.min(target.unwrap_or(7)),
        _ => score,
    }
}

/// An event's name and fields.
fn named(event: &Value) -> (&str, &Value) {
    match event.as_object().and_then(|event| event.iter().next()) {
        Some((name, fields)) => (name, fields),
        None => (event.as_str().unwrap(), &Value::Null),
    }
}

fn points(tally: &Value) -> i64 {
    let items = tally.as_array().or_else(|| tally["items"].as_array());
    let items = items.into_iter().flatten();
    items.map(|item| item["points"].as_i64().unwrap()).sum()
}

/// The other figures of a seat.
fn figures(events: &[Value], seat: u64) -> Vec<(&'static str, i64)> {
    let mut samples = Vec::new();
    let (mut dealer, mut pegged, mut bidder) = (Value::Null, 0, 0);
    for event in events {
        let (name, event) = named(event);
        let (is_own, is_dealer) = (event["seat"] == seat, dealer == seat);
        match name {
            "dealt" => (dealer, pegged) = (event["dealer"].clone(), 0),
            "played" if is_own => pegged += points(&event["tally"]),
            "play_finished" if is_dealer => samples.push(("pegs_dealer", pegged)),
            "play_finished" => samples.push(("pegs_pone", pegged)),
            "counted" if is_own => {
                let measure = match (event["kind"] == "crib", is_dealer) {
                    (true, _) => "crib",
                    (false, true) => "hand_dealer",
                    (false, false) => "hand_pone",
                };
                samples.push((measure, points(&event["tally"])));
            }
            "bidding_won" => bidder = event["seat"].as_u64().unwrap(),
            "hand_scored" => {
                let of = |side: u64| points(&event["awards"][(side % 2) as usize]);
                // A side that is set scores nothing.
                let made = i64::from(of(bidder) > of(bidder + 1));
                samples.push(match seat {
                    seat if seat == bidder => ("bid_made", made),
                    seat if seat % 2 == bidder % 2 => ("partner_made", made),
                    _ => ("set_them", 1 - made),
                });
            }
            "step" if is_own => {
                if let Some(scored) = event["step"].get("scored") {
                    samples.push(("hand", points(&scored["tally"])));
                    samples.push(("passed", i64::from(scored["passed"] == true)));
                }
            }
            _ => {}
        }
    }
    samples
}
