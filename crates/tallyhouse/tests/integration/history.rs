//! What is told of players' games, after ten thousand of them: their statistics are what somebody
//! counts who reads the journals.

mod recount;
mod sitting;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kernel::Key;
use store::{
    Code, Counted, Filter, Journal, Opponent, PlayerId, Receipt, SqliteJournal, Sum, SumLine,
    TokenHash, Write,
};
use table::{Durable, Millis};

use crate::binary::run;
use recount::Recount;
use sitting::{LEVELS, PEOPLE, Plan, Sitting, kinds};

const GAMES: u32 = 10_000;

/// So many games in a row have the people of a table at most.
const GAMES_OF_TABLE: u32 = 100;

/// 2025-10-01. With four days between the tables, the games are of more than a year.
const BEGIN: u64 = 1_759_276_800_000;
const BETWEEN: u64 = 4 * 24 * 60 * 60 * 1_000;

/// One house remembers each game with the entry that ends it, as a house does. Another has the
/// same journals and remembers nothing until they are read again.
#[test]
fn statistics_of_ten_thousand_games_are_what_a_naive_recount_of_the_journals_finds() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["added.db", "rebuilt.db"].map(|name| folder.path().join(name));
    play(&files);
    let rebuilt = run(&["rebuild-history", files[1].to_str().unwrap()]);
    assert_eq!((rebuilt.status, &*rebuilt.err), (Some(0), ""));
    for file in &files {
        let journal = SqliteJournal::open(file).unwrap();
        let recount = read_all(&journal);
        assert_eq!(recount.games, GAMES);
        for who in PEOPLE {
            compare(&journal, &recount, who);
        }
    }
}

/// Plays all games and writes them into two houses, with and without what is remembered of them.
fn play(files: &[impl AsRef<Path>; 2]) {
    let houses = files
        .each_ref()
        .map(|file| SqliteJournal::open(file).unwrap());
    let mut receipts = Vec::new();
    for who in PEOPLE {
        let (player, token) = (who.parse::<PlayerId>().unwrap(), TokenHash::of(who));
        for house in &houses {
            let player = player.clone();
            receipts.push(house.write(Write::Enroll {
                player,
                token,
                at: 0,
            }));
        }
    }
    let key = Key::from_seed(17);
    let (mut left, mut at) = (GAMES, BEGIN);
    for (n, plan) in Plan::all(key.stream("plans")).enumerate() {
        let rng = key.stream(&format!("table/{n}"));
        let (table, mut sitting) = Sitting::open(&plan, Millis(at), rng);
        at += BETWEEN;
        let code = table.code.clone();
        let durable = sitting.take();
        for house in &houses {
            let entries = durable.entries.iter().map(server::to_store).collect();
            receipts.push(house.create(table.clone(), entries));
        }
        let games = plan.games.min(GAMES_OF_TABLE).min(left);
        for number in 1..=games {
            sitting.play(number == games);
            append(&houses, &code, &sitting.take(), &mut receipts);
        }
        left -= games;
        if left == 0 {
            break;
        }
    }
    for receipt in receipts {
        receipt.wait().unwrap();
    }
}

fn append(
    houses: &[SqliteJournal; 2],
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
fn read_all(journal: &SqliteJournal) -> Recount {
    let mut recount = Recount::default();
    let tables = journal.list(&Filter::default()).unwrap();
    assert!(tables.len() < Filter::MOST, "one page has all tables");
    for table in tables {
        recount.read(&journal.load(&table.code).unwrap());
    }
    recount
}

/// Sums by opponent, month, game and measure.
type Lines = BTreeMap<(String, u32, String, String), Sum>;

/// Compares every number that is told of somebody.
fn compare(journal: &SqliteJournal, recount: &Recount, who: &str) {
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

    // Nothing is missing: everybody played everything against everybody else.
    assert_eq!(opponents.len(), PEOPLE.len() + LEVELS.len());
    for (game, kind) in kinds() {
        for measure in kind.measures() {
            let key = (String::new(), 0, game.to_owned(), measure.key.to_owned());
            assert!(counted.contains_key(&key), "{who} has no {key:?}");
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
