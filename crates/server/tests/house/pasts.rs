//! The cost of a player's history for a house, after a hundred games and after ten thousand.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::Postgres;
use serde_json::Value;
use server::Config;
use store::{
    Code, Ended, EndedSeat, Fared, Journal, NewTable, PlayerId, PostgresJournal, SqliteJournal,
    StoredEntry, Sum, Write,
};
use tokio::task::spawn_blocking;

use crate::player::Player;
use crate::support::{House, StillWorld, unlimited};

/// Each page is asked for this many times, and the median of the times is printed.
const TIMES: usize = 9;

/// The number of games on a page by default.
const PAGE: usize = 50;

/// Some day in 2026; all games are of the year before.
const NOW: u64 = 1_780_000_000_000;

/// A game of a year of cribbage and dice, against a bot and many friends; some were reviewed.
fn game(n: u32, player: &PlayerId) -> Ended {
    let other = match n % 3 {
        0 => None,
        _ => Some(format!("friend{}", n % 40).parse().unwrap()),
    };
    let seat = |seat: u8, player: Option<PlayerId>, score: i32| EndedSeat {
        seat,
        side: seat,
        bot: player.is_none().then(|| "expert".to_owned()),
        name: player.as_ref().map_or("Bot", PlayerId::as_str).to_owned(),
        player,
        won: score > 100,
        score,
        figures: [
            "crib",
            "hand_dealer",
            "hand_pone",
            "pegs_dealer",
            "pegs_pone",
        ]
        .map(|measure| (measure.to_owned(), Sum::of(i64::from(score) % 9)))
        .to_vec(),
        fared: n.is_multiple_of(10).then(|| Fared {
            skill: -i64::from(score) * 100,
            luck: 1_000,
        }),
    };
    Ended {
        number: n,
        game: ["cribbage", "dice"][(n % 2) as usize].to_owned(),
        seq: u64::from(n),
        at: NOW - u64::from(n * 7_919 % 365) * 86_400_000,
        deal: None,
        claimed: false,
        seats: vec![
            seat(0, Some(player.clone()), (n * 37 % 200) as i32),
            seat(1, other, (n * 53 % 200) as i32),
        ],
    }
}

/// Enters this many games of a player at one table.
fn remember(journal: &dyn Journal, code: &str, player: &PlayerId, n_games: u32) {
    let code: Code = code.parse().unwrap();
    let table = NewTable {
        code: code.clone(),
        game: "cribbage".to_owned(),
        rules_version: 1,
        options: String::new(),
        commitment: [0; 32],
        creator: player.clone(),
        command_id: None,
        at: 0,
    };
    let entry = StoredEntry {
        seq: 1,
        at: 0,
        player: None,
        command_id: None,
        body: String::new(),
    };
    let writes = [
        Write::Create {
            table,
            entries: vec![entry],
        },
        Write::Remember {
            table: code,
            expect: 1,
            games: (1..=n_games).map(|n| game(n, player)).collect(),
        },
        Write::Recount {
            player: player.clone(),
        },
    ];
    for write in writes {
        journal.write(write).wait().unwrap();
    }
}

/// The answer and its time, from the first byte of the request to the last of the answer.
async fn ask(house: &House, player: &Player, path: &str) -> (String, Duration) {
    let bearer = format!("Authorization: Bearer {}\r\n", player.token);
    let mut took = Vec::new();
    let mut answer = String::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        let (status, text) = house.request_text("GET", path, &bearer, "").await;
        took.push(began.elapsed());
        assert_eq!(status, 200, "{text}");
        answer = text;
    }
    took.sort_unstable();
    (answer, took[TIMES / 2])
}

/// Times are printed and never asserted: a busy machine is not a bug. The tests of the same name in
/// `store` count the work of the databases for these pages; here the size of the answers is
/// compared, because a house that sent more would also work more.
#[expect(clippy::print_stdout, reason = "the measured times are printed")]
async fn compare(store: &str, journal: Arc<dyn Journal>) {
    let config = Config {
        world: Arc::new(StillWorld::at(NOW)),
        ..unlimited()
    };
    let house = House::open_with(config, journal).await;
    let mut sizes: Vec<[usize; 2]> = Vec::new();
    for (code, n_games) in [("FEW", 100), ("MANY", 10_000)] {
        let player = Player::connect(&house, None).await;
        let (journal, id) = (house.journal.clone(), player.uuid.parse().unwrap());
        spawn_blocking(move || remember(&*journal, code, &id, n_games))
            .await
            .unwrap();
        let (games, listed) = ask(&house, &player, "/api/me/games").await;
        let (statistics, counted) = ask(&house, &player, "/api/me/statistics").await;
        println!("{store}, {n_games} games: history {listed:?}, statistics {counted:?}");
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(read(&games)["games"].as_array().unwrap().len(), PAGE);
        let sums = read(&statistics)["games"][0]["sums"]["won"]["n"].as_u64();
        assert_eq!(sums, Some(u64::from(n_games) / 2));
        sizes.push([games.len(), statistics.len()]);
    }
    for (few, many) in sizes[0].iter().zip(sizes[1]) {
        assert!(many <= 2 * few, "{store}: {sizes:?} bytes");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_games_cost_a_house_as_much_as_a_hundred() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = SqliteJournal::open(folder.path().join("house.db")).unwrap();
    compare("SQLite", Arc::new(sqlite)).await;
    let postgres = spawn_blocking(Postgres::start_hasty).await.unwrap();
    let url = postgres.database();
    let journal = spawn_blocking(move || PostgresJournal::open(&url).unwrap());
    compare("PostgreSQL", Arc::new(journal.await.unwrap())).await;
}

/// More games than one copy may hold: the copy names the beginning of the next one, and nothing is
/// lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_many_games_leads_to_the_rest() {
    const MOST: usize = 250;
    const REST: usize = 40;
    let house = House::open().await;
    let player = Player::connect(&house, None).await;
    let (journal, id) = (house.journal.clone(), player.uuid.parse().unwrap());
    spawn_blocking(move || remember(&*journal, "MANY", &id, (MOST + REST) as u32))
        .await
        .unwrap();
    let bearer = format!("Authorization: Bearer {}\r\n", player.token);
    for format in ["json", "csv"] {
        let mut path = format!("/api/me/export?format={format}&limit={MOST}");
        let mut copied = Vec::new();
        for most in [MOST, REST] {
            let (status, head, body) = house.answer("GET", &path, &bearer, "").await;
            assert_eq!(status, 200, "{body}");
            let numbers: Vec<u64> = match format {
                "json" => {
                    let read: Value = serde_json::from_str(&body).unwrap();
                    let games = read["games"].as_array().unwrap().iter();
                    games.map(|game| game["number"].as_u64().unwrap()).collect()
                }
                _ => {
                    let lines = body.lines();
                    let cells = lines.map(|line| line.split(',').collect::<Vec<_>>());
                    let cells: Vec<Vec<&str>> = cells.collect();
                    let crib = cells[0].iter().position(|name| *name == "crib_n").unwrap();
                    assert!(cells.iter().all(|line| line.len() == cells[0].len()));
                    assert_eq!(cells[1][crib], "1");
                    cells[1..]
                        .iter()
                        .map(|line| line[3].parse().unwrap())
                        .collect()
                }
            };
            assert_eq!(numbers.len(), most, "{format}");
            copied.extend(numbers);
            let link = head.lines().find_map(|line| line.strip_prefix("link: <"));
            let next = link.and_then(|link| link.strip_suffix(">; rel=\"next\""));
            assert_eq!(next.is_some(), most == MOST, "{head}");
            path = next.unwrap_or_default().to_owned();
        }
        copied.sort_unstable();
        assert!(
            (1..).zip(&copied).all(|(n, number)| n == *number),
            "{format}"
        );
    }
}
