//! Remembered games, and the sums over them.

use crate::common::{code, ended, entry, player, table};
use crate::operator::operate;
use crate::tokens::Tokens;
use crate::{holds, open};
use store::{
    Counted, DealResult, Deed, Ended, Error, Fared, Journal, NewTable, Opponent, Past, Pruned,
    Statistics, Sum, Write, month_of,
};

/// Adds an entry that ends games to a table.
pub(crate) fn end(
    journal: &dyn Journal,
    text: &str,
    seq: u64,
    ended: Vec<Ended>,
) -> Result<(), Error> {
    let append = Write::Append {
        table: code(text),
        epoch: 0,
        expect: seq - 1,
        entries: vec![entry(seq)],
        ended,
    };
    journal.write(append).wait()
}

/// The tables and numbers of a player's games.
pub(crate) fn past(journal: &dyn Journal, name: &str, past: &Past) -> Vec<String> {
    let games = journal.history(&player(name), past).unwrap();
    let name = |game: store::Remembered| format!("{}{}", game.table, game.ended.number);
    games.into_iter().map(name).collect()
}

pub(crate) fn whole_page() -> Past {
    Past {
        limit: Past::MOST,
        ..Past::default()
    }
}

pub(crate) fn statistics(journal: &dyn Journal, name: &str) -> Statistics {
    let counted = Counted::default();
    journal.statistics(&player(name), &counted).unwrap()
}

/// The sum of a measure of one game, against everybody or against one opponent.
fn counted(journal: &dyn Journal, name: &str, opponent: &str, measure: &str) -> Option<Sum> {
    let counted = Counted {
        opponent: Opponent::from_key(opponent),
        ..Counted::default()
    };
    let statistics = journal.statistics(&player(name), &counted).unwrap();
    let lines = statistics.sums.into_iter();
    let mut of = lines.filter(|line| line.key.game == "cribbage" && line.key.measure == measure);
    of.next().map(|line| line.sum)
}

fn sum(samples: &[i64]) -> Option<Sum> {
    let sums = samples.iter().copied().map(Sum::of);
    sums.reduce(Sum::plus)
}

pub(crate) fn a_game_is_remembered_with_the_entry_that_ends_it(journal: &dyn Journal) {
    open(journal, "A", 2);
    let game = ended(3, "cribbage", &[("ann", 121), ("bob", 90)]);
    // A refused append stores no game.
    let conflict = end(journal, "A", 5, vec![game.clone()]);
    assert!(matches!(conflict, Err(Error::Conflict { .. })));
    let nowhere = end(journal, "B", 1, vec![game.clone()]);
    assert!(matches!(nowhere, Err(Error::NotFound { .. })));
    assert_eq!(past(journal, "ann", &whole_page()), [""; 0]);
    assert_eq!(end(journal, "A", 3, vec![game.clone()]), Ok(()));
    holds(journal, "A", 3);
    for name in ["ann", "bob"] {
        let games = journal.history(&player(name), &whole_page()).unwrap();
        let [found] = &games[..] else {
            panic!("{games:?}")
        };
        assert_eq!((&found.table, &found.ended), (&code("A"), &game));
        assert!(found.is_kept);
    }
    // Two games in one append; the second is sent again later.
    let more = vec![
        ended(4, "dice", &[("ann", 1), ("easy", 2)]),
        ended(3, "cribbage", &[("ann", 121), ("bob", 90)]),
    ];
    assert_eq!(end(journal, "A", 4, more), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()), ["A4", "A3"]);
    assert_eq!(past(journal, "bob", &whole_page()), ["A3"]);
    assert_eq!(counted(journal, "bob", "", "won"), sum(&[0]));
    assert_eq!(past(journal, "easy", &whole_page()), [""; 0]);
}

#[expect(clippy::too_many_lines, reason = "a list of cases")]
pub(crate) fn games_are_listed_by_filter_and_page(journal: &dyn Journal) {
    open(journal, "A", 0);
    open(journal, "B", 0);
    for seq in 1..=6 {
        let game = if seq % 3 == 0 { "dice" } else { "cribbage" };
        let other = if seq % 2 == 0 { "bob" } else { "expert" };
        let score = i32::from(seq > 3);
        let game = |by| ended(seq, game, &[("ann", score + by), (other, 1)]);
        assert_eq!(end(journal, "A", seq, vec![game(0)]), Ok(()));
        assert_eq!(end(journal, "B", seq, vec![game(1)]), Ok(()));
    }
    let check = |filter: Past, expected: &[&str]| {
        assert_eq!(past(journal, "ann", &filter), expected, "{filter:?}");
    };
    let all = whole_page;
    check(
        all(),
        &[
            "B6", "A6", "B5", "A5", "B4", "A4", "B3", "A3", "B2", "A2", "B1", "A1",
        ],
    );
    let game = Some("dice".to_owned());
    check(
        Past {
            game: game.clone(),
            ..all()
        },
        &["B6", "A6", "B3", "A3"],
    );
    let opponent = Opponent::from_key("bob");
    check(
        Past {
            opponent: opponent.clone(),
            ..all()
        },
        &["B6", "A6", "B4", "A4", "B2", "A2"],
    );
    let bot = Some(Opponent::Bot("expert".to_owned()));
    check(
        Past {
            opponent: bot,
            game: game.clone(),
            ..all()
        },
        &["B3", "A3"],
    );
    check(
        Past {
            won: Some(false),
            ..all()
        },
        &["A3", "A2", "A1"],
    );
    check(
        Past {
            won: Some(true),
            opponent,
            game,
            ..all()
        },
        &["B6", "A6"],
    );
    check(
        Past {
            since: Some(1_003),
            until: Some(1_004),
            ..all()
        },
        &["B4", "A4", "B3", "A3"],
    );
    let stranger = Some(Opponent::Player(player("eve")));
    check(
        Past {
            opponent: stranger,
            ..all()
        },
        &[],
    );
    // The pages together are the whole list, however long each page is.
    let whole = past(journal, "ann", &all());
    for limit in 1..=5 {
        let (mut found, mut before) = (Vec::new(), None);
        loop {
            let page = Past {
                before,
                limit,
                ..Past::default()
            };
            let games = journal.history(&player("ann"), &page).unwrap();
            let Some(last) = games.last() else { break };
            before = Some(last.place());
            found.extend(
                games
                    .iter()
                    .map(|game| format!("{}{}", game.table, game.ended.number)),
            );
        }
        assert_eq!(found, whole);
    }
}

pub(crate) fn what_is_counted_follows_from_the_games(journal: &dyn Journal) {
    open(journal, "A", 0);
    let month = 31 * 24 * 60 * 60 * 1_000;
    let games = [
        ("bob", 121, 90),
        ("expert", 60, 121),
        ("bob", 121, 120),
        ("bob", 100, 121),
    ];
    for (seq, (other, one, two)) in (1..).zip(games) {
        let game = Ended {
            at: seq * month,
            ..ended(seq, "cribbage", &[("ann", one), (other, two)])
        };
        assert_eq!(end(journal, "A", seq, vec![game]), Ok(()));
    }
    // A bot ended this game for ann; it is listed but not counted.
    let mut left = ended(5, "cribbage", &[("ann", 3), ("bob", 121)]);
    left.seats[0].bot = Some("medium".to_owned());
    assert_eq!(end(journal, "A", 5, vec![left]), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()).len(), 5);
    assert_eq!(counted(journal, "ann", "", "won"), sum(&[1, 0, 1, 0]));
    assert_eq!(
        counted(journal, "ann", "", "score"),
        sum(&[121, 60, 121, 100])
    );
    assert_eq!(counted(journal, "ann", "bob", "won"), sum(&[1, 1, 0]));
    assert_eq!(counted(journal, "ann", "bot expert", "score"), sum(&[60]));
    let hands = sum(&[3, 121, 3, 60, 3, 121, 3, 100]);
    assert_eq!(counted(journal, "ann", "", "hand"), hands);
    assert_eq!(counted(journal, "bob", "ann", "won"), sum(&[0, 0, 1, 1]));
    assert_eq!(counted(journal, "ann", "bob", "nothing"), None);
    let found = statistics(journal, "ann");
    let won = |month: u32| {
        let mut lines = found.months.iter();
        let of = lines.find(|line| line.key.month == month && line.key.measure == "won");
        of.map(|line| line.sum)
    };
    for (seq, won_then) in (1..).zip([1, 0, 1, 0]) {
        assert_eq!(won(month_of(seq * month)), sum(&[won_then]));
    }
    let met: Vec<(String, Option<&str>, i64)> = found
        .opponents
        .iter()
        .map(|met| (met.opponent.key(), met.name.as_deref(), met.won.n))
        .collect();
    let bot = ("bot expert".to_owned(), None, 1);
    assert_eq!(met, [("bob".to_owned(), Some("BOB"), 3), bot]);
    // Only the later months.
    let later = Counted {
        since_month: month_of(3 * month),
        ..Counted::default()
    };
    let later = journal.statistics(&player("ann"), &later).unwrap();
    assert!(later.months.len() < found.months.len() && !later.months.is_empty());
    assert_eq!(later.sums, found.sums);
}

pub(crate) fn a_review_is_kept_once(journal: &dyn Journal) {
    open(journal, "A", 0);
    let game = ended(1, "cribbage", &[("ann", 121), ("bob", 90)]);
    assert_eq!(end(journal, "A", 1, vec![game]), Ok(()));
    let review = |number, skill| {
        let fared = Fared { skill, luck: 7 };
        let seats = vec![(0, fared), (9, fared)];
        let table = code("A");
        let review = Write::Review {
            table,
            number,
            seats,
        };
        journal.write(review).wait()
    };
    assert_eq!(counted(journal, "ann", "", "skill"), None);
    assert_eq!(review(1, -120), Ok(()));
    assert_eq!(review(1, -999), Ok(()));
    assert_eq!(review(2, -999), Ok(()));
    assert_eq!(counted(journal, "ann", "", "skill"), sum(&[-120]));
    assert_eq!(counted(journal, "ann", "bob", "luck"), sum(&[7]));
    assert_eq!(counted(journal, "bob", "", "skill"), None);
    let games = journal.history(&player("ann"), &whole_page()).unwrap();
    let fared: Vec<Option<i64>> = games[0]
        .ended
        .seats
        .iter()
        .map(|seat| seat.fared.map(|fared| fared.skill))
        .collect();
    assert_eq!(fared, [Some(-120), None]);
}

pub(crate) fn what_is_remembered_is_written_anew(journal: &dyn Journal) {
    open(journal, "A", 0);
    let games =
        [1, 2, 3].map(|seq| ended(seq, "cribbage", &[("ann", 100 + seq as i32), ("bob", 102)]));
    for (seq, game) in (1..).zip(&games) {
        assert_eq!(end(journal, "A", seq, vec![game.clone()]), Ok(()));
    }
    let fared = Fared { skill: -5, luck: 5 };
    let review = Write::Review {
        table: code("A"),
        number: 2,
        seats: vec![(0, fared)],
    };
    assert_eq!(journal.write(review).wait(), Ok(()));
    let all = || {
        (
            statistics(journal, "ann"),
            journal.history(&player("ann"), &whole_page()),
        )
    };
    let before = all();
    let remember = |expect, games: &[Ended]| {
        let table = code("A");
        let remember = Write::Remember {
            table,
            expect,
            games: games.to_vec(),
        };
        journal.write(remember).wait()
    };
    let recount = |name| {
        journal
            .write(Write::Recount {
                player: player(name),
            })
            .wait()
    };
    assert!(matches!(remember(2, &[]), Err(Error::Conflict { .. })));
    assert_eq!(remember(3, &games), Ok(()));
    assert_eq!(recount("ann"), Ok(()));
    assert_eq!(all(), before);
    // The table is rebuilt without the last game, and then with it.
    assert_eq!(remember(3, &games[..2]), Ok(()));
    assert_eq!(recount("ann"), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()), ["A2", "A1"]);
    assert_eq!(counted(journal, "ann", "bob", "won"), sum(&[0, 1]));
    assert_eq!(counted(journal, "ann", "", "skill"), sum(&[-5]));
    assert_eq!(remember(3, &games), Ok(()));
    assert_eq!(recount("ann"), Ok(()));
    assert_eq!(all(), before);
    assert_eq!(recount("nobody"), Ok(()));
}

pub(crate) fn results_of_a_deal_are_ranked(journal: &dyn Journal) {
    // A win counts more than any score; then the lead counts, and then the earlier time.
    let results = [
        ("A", "ann", 60, 121),
        ("B", "bob", 121, 120),
        ("C", "eve", 121, 60),
        ("D", "joe", 61, 122),
        ("E", "ann", 121, 3),
    ];
    for (place, (text, name, one, two)) in (1..).zip(results) {
        open(journal, text, 0);
        let game = Ended {
            deal: Some("daily".to_owned()),
            at: 1_000 + place,
            ..ended(1, "cribbage", &[(name, one), ("expert", two)])
        };
        assert_eq!(end(journal, text, 1, vec![game]), Ok(()));
    }
    open(journal, "F", 0);
    let other = ended(1, "cribbage", &[("ann", 121), ("expert", 0)]);
    assert_eq!(end(journal, "F", 1, vec![other]), Ok(()));
    let tables = |results: &[DealResult]| -> Vec<String> {
        results
            .iter()
            .map(|result| result.table.to_string())
            .collect()
    };
    let all = journal.results("daily", None, 99).unwrap();
    assert_eq!(tables(&all), ["E", "C", "B", "A", "D"]);
    for limit in 1..=3 {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = journal.results("daily", after.as_ref(), limit).unwrap();
            let Some(last) = page.last() else { break };
            after = Some(last.clone());
            found.extend(page);
        }
        assert_eq!(found, all);
    }
    let own = journal.result("daily", &player("ann")).unwrap().unwrap();
    assert_eq!((own.table, own.seat.score), (code("A"), 60));
    let standing = journal.standing("daily", own.rank).unwrap();
    assert_eq!((standing.better, standing.of), (3, 5));
    assert_eq!(journal.result("daily", &player("zoe")), Ok(None));
    assert_eq!(journal.results("other", None, 99), Ok(Vec::new()));
}

#[expect(clippy::too_many_lines, reason = "one story, told write by write")]
pub(crate) fn games_outlive_their_table_and_names_do_not_outlive_their_player(
    journal: &dyn Journal,
) {
    for (name, token) in [("ann", "one"), ("bob", "two")] {
        assert_eq!(Tokens(journal).enroll(name, token, 1), Ok(()));
    }
    open(journal, "A", 0);
    let game = ended(1, "cribbage", &[("ann", 121), ("bob", 90)]);
    assert_eq!(end(journal, "A", 1, vec![game]), Ok(()));
    let prune = Deed::Prune {
        tables: vec![Pruned {
            table: code("A"),
            expect: 1,
            games: Vec::new(),
        }],
    };
    assert_eq!(operate(journal, 20, prune), Ok(()));
    let games = journal.history(&player("ann"), &whole_page()).unwrap();
    assert_eq!((games.len(), games[0].is_kept), (1, false));
    // Another table with the same code has games of its own.
    let again = NewTable {
        at: 5_000,
        ..table("A")
    };
    assert_eq!(journal.create(again, Vec::new()).wait(), Ok(()));
    let game = Ended {
        at: 6_000,
        ..ended(1, "cribbage", &[("ann", 3), ("bob", 121)])
    };
    assert_eq!(end(journal, "A", 1, vec![game.clone()]), Ok(()));
    let remember = Write::Remember {
        table: code("A"),
        expect: 1,
        games: vec![game],
    };
    assert_eq!(journal.write(remember).wait(), Ok(()));
    let games = journal.history(&player("ann"), &whole_page()).unwrap();
    let kept: Vec<bool> = games.iter().map(|game| game.is_kept).collect();
    assert_eq!(kept, [true, false]);
    // Bob is deleted: his list is empty, and his name is gone.
    let erase = Deed::Erase {
        player: player("bob"),
        rewrites: Vec::new(),
        lines: Vec::new(),
        name: "nobody".to_owned(),
    };
    assert_eq!(operate(journal, 21, erase), Ok(()));
    assert_eq!(past(journal, "bob", &whole_page()), [""; 0]);
    assert_eq!(statistics(journal, "bob"), Statistics::default());
    let names = |journal: &dyn Journal| -> Vec<String> {
        let games = journal.history(&player("ann"), &whole_page()).unwrap();
        let seats = games.into_iter().flat_map(|game| game.ended.seats);
        seats.map(|seat| seat.name).collect()
    };
    assert_eq!(names(journal), ["ANN", "nobody", "ANN", "nobody"]);
    let met = statistics(journal, "ann").opponents;
    assert_eq!(met[0].name.as_deref(), Some("nobody"));
    // A game that he was still playing ends and does not become his, and a recount brings nothing
    // back.
    let last = Ended {
        at: 7_000,
        ..ended(2, "cribbage", &[("ann", 3), ("bob", 121)])
    };
    assert_eq!(end(journal, "A", 2, vec![last]), Ok(()));
    assert_eq!(
        journal
            .write(Write::Recount {
                player: player("bob")
            })
            .wait(),
        Ok(())
    );
    assert_eq!(past(journal, "bob", &whole_page()), [""; 0]);
    assert_eq!(statistics(journal, "bob"), Statistics::default());
    assert_eq!(counted(journal, "ann", "bob", "won"), sum(&[1, 0, 0]));
}
