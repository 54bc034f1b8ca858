//! Claims of games that a player has played on a device.

use crate::common::{claimed, code, ended, player};
use crate::games::{end, past, statistics, whole_page};
use crate::open;
use crate::operator::operate;
use crate::tokens::Tokens;
use store::{Deed, Ended, Error, Journal, MOST_CLAIMED, Opponent, Past, Write};

pub(crate) fn a_claimed_game_is_listed_and_never_counted(journal: &dyn Journal) {
    open(journal, "A", 0);
    let real = ended(1, "cribbage", &[("ann", 121), ("expert", 90)]);
    assert_eq!(end(journal, "A", 1, vec![real]), Ok(()));
    let before = statistics(journal, "ann");
    let games = [2, 3].map(|n| claimed(n, "cribbage", &[("ann", 3), ("expert", 121)]));
    assert_eq!(claim(journal, "ann", "~1", &games[..1]), Ok(()));
    // The same claim again, with one more game and another time for the first.
    let mut again = games.to_vec();
    again[0].at += 500;
    assert_eq!(claim(journal, "ann", "~1", &again), Ok(()));
    assert_eq!(past(journal, "ann", &whole_page()), ["~13", "~12", "A1"]);
    let listed = journal.history(&player("ann"), &whole_page()).unwrap();
    let marks: Vec<(bool, bool, u64)> = listed
        .iter()
        .map(|game| (game.ended.claimed, game.is_kept, game.ended.at))
        .collect();
    let expect = [
        (true, false, 1_003),
        (true, false, 1_002),
        (false, true, 1_001),
    ];
    assert_eq!(marks, expect);
    let lost = Past {
        won: Some(false),
        opponent: Some(Opponent::Bot("expert".to_owned())),
        ..whole_page()
    };
    assert_eq!(past(journal, "ann", &lost), ["~13", "~12"]);
    assert_eq!(statistics(journal, "ann"), before);
    let recount = Write::Recount {
        player: player("ann"),
    };
    assert_eq!(journal.write(recount).wait(), Ok(()));
    assert_eq!(statistics(journal, "ann"), before);
    assert_eq!(past(journal, "ann", &whole_page()).len(), 3);
    // Another player may claim the same game.
    assert_eq!(past(journal, "bob", &whole_page()), [""; 0]);
    for wrong in [
        ended(4, "cribbage", &[("ann", 3), ("expert", 121)]),
        claimed(4, "cribbage", &[("bob", 3), ("expert", 121)]),
        Ended {
            deal: Some("daily".to_owned()),
            ..claimed(4, "cribbage", &[("ann", 3), ("expert", 121)])
        },
        Ended {
            claimed: true,
            ..ended(4, "cribbage", &[("ann", 3), ("bob", 121)])
        },
    ] {
        let refused = claim(journal, "ann", "~2", &[wrong]);
        assert!(matches!(refused, Err(Error::Invalid { .. })), "{refused:?}");
    }
}

pub(crate) fn claimed_games_are_bounded_and_go_with_their_player(journal: &dyn Journal) {
    for (name, token) in [("ann", "one"), ("bob", "two")] {
        assert_eq!(Tokens(journal).enroll(name, token, 1), Ok(()));
    }
    let game = |n: usize| claimed(n as u64, "cribbage", &[("ann", 121), ("bob", 90)]);
    let most: Vec<Ended> = (1..=MOST_CLAIMED).map(game).collect();
    assert_eq!(claim(journal, "ann", "~1", &most[1..]), Ok(()));
    let too_many = Err(Error::TooManyClaimed {
        player: player("ann"),
    });
    let two = [game(1), game(MOST_CLAIMED + 1)];
    assert_eq!(claim(journal, "ann", "~1", &two), too_many);
    assert_eq!(claim(journal, "ann", "~1", &most), Ok(()));
    assert_eq!(claim(journal, "ann", "~1", &most), Ok(()));
    assert_eq!(claim(journal, "ann", "~2", &most[..1]), too_many);
    let bobs = claimed(1, "dice", &[("bob", 1)]);
    assert_eq!(claim(journal, "bob", "~3", &[bobs]), Ok(()));
    let erase = Deed::Erase {
        player: player("ann"),
        rewrites: Vec::new(),
        lines: Vec::new(),
        name: "nobody".to_owned(),
    };
    assert_eq!(operate(journal, 20, erase), Ok(()));
    let left = journal.archive().unwrap().remembered(None, 9).unwrap();
    let left: Vec<String> = left.iter().map(|game| game.table.to_string()).collect();
    assert_eq!(left, ["~3"]);
    let refused = claim(journal, "ann", "~1", &most[..1]);
    assert!(
        matches!(refused, Err(Error::NoPlayer { .. })),
        "{refused:?}"
    );
}

pub(crate) fn claim(
    journal: &dyn Journal,
    name: &str,
    text: &str,
    games: &[Ended],
) -> Result<(), Error> {
    let write = Write::RememberClaimed {
        player: player(name),
        table: code(text),
        games: games.to_vec(),
    };
    journal.write(write).wait()
}
