//! The history of players after ten thousand games: their statistics equal those that are counted
//! from the journals.

mod recount;
mod sitting;

use std::collections::{BTreeMap, BTreeSet};

use engines::Postgres;
use kernel::Key;
use store::{
    Code, Counted, Fared, Filter, Journal, Opponent, PlayerId, PostgresJournal, Receipt,
    SqliteJournal, Sum, SumLine, TokenHash, Write,
};
use table::{Durable, Millis};

use crate::binary::run;
use recount::{Recount, Reviews};
use sitting::{LEVELS, PEOPLE, Plan, Sitting, kinds};

const GAMES: u32 = 10_000;

/// The most games in a row of the people of a table.
const GAMES_OF_TABLE: u32 = 100;

/// 2025-10-01. With four days between the tables, the games are of more than a year.
const BEGIN: u64 = 1_759_276_800_000;
const BETWEEN: u64 = 4 * 24 * 60 * 60 * 1_000;

/// Every tenth game is reviewed.
const REVIEWED: u32 = 10;

/// One house remembers each game with the entry that ends it, and its review when it comes, as a
/// house does. Another has the same journals and remembers nothing until they are read again.
#[test]
fn statistics_of_ten_thousand_games_are_what_a_naive_recount_of_the_journals_finds() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["added.db", "rebuilt.db"].map(|name| folder.path().join(name));
    let open = |file: &str| -> Box<dyn Journal> { Box::new(SqliteJournal::open(file).unwrap()) };
    check(
        GAMES,
        files.each_ref().map(|file| file.to_str().unwrap()),
        open,
    );
}

/// The same on PostgreSQL, with fewer games.
#[test]
fn statistics_on_postgresql_are_what_a_naive_recount_finds() {
    let postgres = Postgres::start_hasty();
    let databases = [postgres.database(), postgres.database()];
    let open = |url: &str| -> Box<dyn Journal> { Box::new(PostgresJournal::open(url).unwrap()) };
    check(1_000, databases.each_ref().map(|url| &**url), open);
}

/// Plays games in two houses, the first of which remembers them as they end, and compares.
fn check(games: u32, houses: [&str; 2], open: impl Fn(&str) -> Box<dyn Journal>) {
    let reviews = play(&houses.map(&open), games);
    assert_eq!(reviews.len(), (games / REVIEWED) as usize);
    let compare = |house: &str, reviews: &Reviews| {
        let journal = open(house);
        let recount = read_all(&*journal, reviews);
        assert_eq!(recount.games, games);
        for who in PEOPLE {
            compare(&*journal, &recount, who);
        }
    };
    let rebuild = |house: &str| {
        let rebuilt = run(&["rebuild-history", house]);
        assert_eq!((rebuilt.status, &*rebuilt.err), (Some(0), ""));
    };
    let [added, rebuilt] = houses;
    compare(added, &reviews);
    nothing_is_missing(&read_all(&*open(added), &reviews));
    // Reviews stay when all else is rebuilt.
    rebuild(added);
    compare(added, &reviews);
    // There is nothing yet that a review could belong to.
    rebuild(rebuilt);
    compare(rebuilt, &Reviews::new());
}

/// Plays games and writes them into two houses, with and without the remembered results; returns
/// the reviews.
fn play(houses: &[Box<dyn Journal>; 2], games: u32) -> Reviews {
    let mut receipts = Vec::new();
    for who in PEOPLE {
        let (player, token) = (who.parse::<PlayerId>().unwrap(), TokenHash::of(who));
        for house in houses {
            let player = player.clone();
            receipts.push(house.write(Write::Enroll {
                player,
                token,
                at: 0,
            }));
        }
    }
    let key = Key::from_seed(17);
    let (mut left, mut at) = (games, BEGIN);
    let mut reviews = Reviews::new();
    for (n, plan) in Plan::all(key.stream("plans")).enumerate() {
        let rng = key.stream(&format!("table/{n}"));
        let (table, mut sitting) = Sitting::open(&plan, Millis(at), rng);
        at += BETWEEN;
        let code = table.code.clone();
        let durable = sitting.take();
        for house in houses {
            let entries = durable.entries.iter().map(server::to_store).collect();
            receipts.push(house.create(table.clone(), entries));
        }
        let here = plan.games.min(GAMES_OF_TABLE).min(left);
        for number in 1..=here {
            sitting.play(number == here);
            let durable = sitting.take();
            append(houses, &code, &durable, &mut receipts);
            left -= 1;
            if left.is_multiple_of(REVIEWED) {
                let seats = reviewed(&durable.ended[0], u64::from(left));
                receipts.extend(review(houses, &code, number, &seats));
                reviews.insert((code.to_string(), number), seats);
            }
        }
        if left == 0 {
            break;
        }
    }
    for receipt in receipts {
        receipt.wait().unwrap();
    }
    reviews
}

/// A possible result of a review for each seat: skill and luck in millionths of a game.
fn reviewed(ended: &table::Ended, n: u64) -> Vec<(u8, i64, i64)> {
    let mut rng = Key::from_seed(n).stream("review");
    let mut below = |most| i64::from(rng.below(most));
    let seats = ended.seats.iter();
    seats
        .map(|seat| (seat.seat.0, -below(300_000), below(1_000_000) - 500_000))
        .collect()
}

fn review<'a>(
    houses: &'a [Box<dyn Journal>; 2],
    table: &'a Code,
    number: u32,
    seats: &'a [(u8, i64, i64)],
) -> impl Iterator<Item = Receipt> + 'a {
    houses.iter().map(move |house| {
        let seats = seats.iter();
        house.write(Write::Review {
            table: table.clone(),
            number,
            seats: seats
                .map(|&(seat, skill, luck)| (seat, Fared { skill, luck }))
                .collect(),
        })
    })
}

fn append(
    houses: &[Box<dyn Journal>; 2],
    table: &Code,
    durable: &Durable,
    receipts: &mut Vec<Receipt>,
) {
    let ended: Vec<store::Ended> = durable.ended.iter().map(server::remembered).collect();
    for (house, ended) in houses.iter().zip([ended, Vec::new()]) {
        receipts.push(house.write(Write::Append {
            table: table.clone(),
            epoch: 0,
            expect: durable.entries[0].seq - 1,
            entries: durable.entries.iter().map(server::to_store).collect(),
            ended,
        }));
    }
}

/// Reads the text of every entry of the house.
fn read_all(journal: &dyn Journal, reviews: &Reviews) -> Recount {
    let mut recount = Recount::with(reviews);
    let tables = journal.list(&Filter::default()).unwrap();
    assert!(tables.len() < Filter::MOST, "one page has all tables");
    for table in tables {
        recount.read(&journal.load(&table.code).unwrap());
    }
    recount
}

/// Sums by opponent, month, game and measure.
type Lines = BTreeMap<(String, u32, String, String), Sum>;

/// Compares every number of a player's history.
fn compare(journal: &dyn Journal, recount: &Recount, who: &str) {
    let player: PlayerId = who.parse().unwrap();
    let told = |opponent| {
        let since_month = 0;
        let counted = Counted {
            opponent,
            since_month,
        };
        journal.statistics(&player, &counted).unwrap()
    };
    let counted: Lines = recount.lines_of(who).collect();
    let only = |is_wanted: &dyn Fn(&str, u32) -> bool| {
        let mut lines = counted.clone();
        lines.retain(|(opponent, month, ..), _| is_wanted(opponent, *month));
        lines
    };
    let all = told(None);
    let of_all = only(&|opponent, month| opponent.is_empty() && month == 0);
    assert_eq!(lines(&all.sums), of_all, "{who}");
    let of_months = only(&|opponent, month| opponent.is_empty() && month != 0);
    assert_eq!(lines(&all.months), of_months, "{who} by month");
    let opponents: BTreeSet<&String> = counted.keys().map(|(opponent, ..)| opponent).collect();
    for key in opponents.iter().filter(|key| !key.is_empty()) {
        let told = told(Opponent::from_key(key));
        let against = only(&|opponent, _| opponent == **key);
        assert_eq!(lines(&told.sums), against, "{who} against {key}");
    }
    let mut won = only(&|opponent, _| !opponent.is_empty());
    won.retain(|(.., measure), _| measure == "won");
    let met = all.opponents.iter().map(|met| {
        let key = (met.opponent.key(), 0, met.game.clone(), "won".to_owned());
        (key, met.won)
    });
    assert_eq!(met.collect::<Lines>(), won, "{who} and whom they met");
    if recount.games == GAMES {
        let all = PEOPLE.len() + LEVELS.len();
        assert_eq!(opponents.len(), all, "{who} met everybody");
    }
}

/// Everything that a game counts was counted for somebody.
fn nothing_is_missing(recount: &Recount) {
    let lines = PEOPLE.into_iter().flat_map(|who| recount.lines_of(who));
    let counted: BTreeSet<(String, String)> = lines
        .map(|((_, _, game, measure), _)| (game, measure))
        .collect();
    for (game, kind) in kinds() {
        let measures = kind.measures().iter().map(|measure| measure.key);
        for measure in measures.chain(["won", "score", "skill", "luck"]) {
            let key = (game.to_owned(), measure.to_owned());
            assert!(counted.contains(&key), "{key:?}");
        }
    }
}

fn lines(lines: &[SumLine]) -> Lines {
    let line = |line: &SumLine| {
        let key = &line.key;
        let opponent = key.opponent.as_ref().map(Opponent::key).unwrap_or_default();
        let key = (opponent, key.month, key.game.clone(), key.measure.clone());
        (key, line.sum)
    };
    lines.iter().map(line).collect()
}
