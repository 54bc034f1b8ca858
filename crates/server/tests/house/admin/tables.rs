//! The operator's orders about tables and their journals.

use super::*;
use crate::failing::journal::{Failing, Failure, When};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_players_and_addresses_are_found() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (jill, _boom) = desk.table().await;
        let mut lone = Player::connect(&desk.house, None).await;
        lone.create(json!({ "nickname": "Zoë \"Z\"", "private": true }))
            .await;
        let tables = |search: &str| {
            let search = search.to_owned();
            desk.ask(DeskTask::Tables {
                search,
                closed: false,
                limit: 10,
            })
        };
        let codes = |answer: DeskAnswer| -> Vec<String> {
            let DeskAnswer::Tables(tables) = answer else {
                panic!("{answer:?}")
            };
            assert!(tables.iter().all(|table| table.at_work));
            tables.into_iter().map(|table| table.code).collect()
        };
        assert_eq!(codes(tables("").await).len(), 2);
        assert_eq!(codes(tables("boom").await), [&*jill.code]);
        assert_eq!(codes(tables(&jill.uuid).await), [&*jill.code]);
        assert_eq!(codes(tables("zoë \"z").await), [&*lone.code]);
        assert_eq!(
            codes(tables(&lone.code.to_lowercase()).await),
            [&*lone.code]
        );
        assert_eq!(codes(tables("nobody").await), [""; 0]);

        let code = lone.code.clone();
        let DeskAnswer::Table(table) = desk.ask(DeskTask::Table { code }).await else {
            panic!("a table")
        };
        assert_eq!((table.private, table.attending), (Some(true), 1));
        assert_eq!(table.stage.as_deref(), Some("waiting"));
        assert_eq!(table.players[0]["nickname"], "Zoë \"Z\"");
        let code = "AAAAAA".to_owned();
        assert_eq!(
            desk.refused(DeskTask::Table { code }).await,
            "table/not_found"
        );

        let players = |search: &str| {
            let search = search.to_owned();
            desk.ask(DeskTask::Players { search, limit: 10 })
        };
        let DeskAnswer::Players(found) = players("jil").await else {
            panic!("players")
        };
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].player, found[0].connections), (&jill.uuid, 1));
        assert_eq!(found[0].nicknames, ["Jill"]);
        assert!(found[0].came_at.is_some());
        let DeskAnswer::Players(found) = players("").await else {
            panic!("players")
        };
        assert_eq!(found.len(), 3);
        three_are_connected_from_one_address(&desk).await;
    }
}

async fn three_are_connected_from_one_address(desk: &Desk) {
    let search = "127.".to_owned();
    let DeskAnswer::Addresses(addresses) = desk.ask(DeskTask::Addresses { search }).await else {
        panic!("addresses")
    };
    assert_eq!((addresses.len(), addresses[0].connections), (1, 3));
    assert_eq!(addresses[0].players.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_closed_and_everybody_hears_why() {
    let desk = Desk::open().await;
    let (mut jill, mut boom) = desk.table().await;
    let code = jill.code.clone();
    let close = || DeskTask::CloseTable { code: code.clone() };
    assert_eq!(
        desk.ask(close()).await,
        DeskAnswer::Closed { code: code.clone() }
    );
    for player in [&mut jill, &mut boom] {
        let closed = player.hear_until("table_closed").await;
        assert_eq!(closed["reason"], "operator");
    }
    let sync = json!({ "gameCode": code });
    assert_eq!(jill.ask_in_vain("sync", sync).await, "table/not_found");
    assert_eq!(desk.last_deed().await, deed("close_table", &code));
    // The task of the table may still be writing that it is finished.
    while desk.try_to(close()).await.is_ok() {}
    assert_eq!(desk.refused(close()).await, "admin/bad_request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_done_that_cannot_be_written_down() {
    let journal = Failing::new(Failure::NotWritten, When::BrokenFor("operate"));
    journal.break_down();
    let desk = Desk::open_with(tempfile::tempdir().unwrap(), journal).await;
    let (mut jill, _boom) = desk.table().await;
    let close = DeskTask::CloseTable {
        code: jill.code.clone(),
    };
    assert_eq!(desk.refused(close).await, "store/unavailable");
    // The table is still there.
    jill.sync().await;
    let drain = DeskTask::Drain { seconds: 60 };
    assert_eq!(desk.refused(drain).await, "store/unavailable");
    assert_eq!(
        desk.refused(DeskTask::CancelDrain).await,
        "admin/bad_request"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_journals_are_pruned_to_a_line_for_each_game() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (mut jill, mut boom) = desk.table().await;
        let (end, _) = tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
        let code = jill.code.clone();
        let (fresh, _other) = desk.table().await;
        let prune = |dry_run| DeskTask::Prune { days: 0, dry_run };
        let pruned = |answer: DeskAnswer| match answer {
            DeskAnswer::Pruned {
                tables, damaged, ..
            } => (tables, damaged),
            other => panic!("{other:?}"),
        };
        // Tables that may go on are not touched.
        assert_eq!(pruned(desk.ask(prune(false)).await), (vec![], vec![]));
        desk.ask(DeskTask::CloseTable { code: code.clone() }).await;
        jill.hear_until("table_closed").await;
        let (mut tables, mut damaged) = (Vec::new(), Vec::new());
        while tables.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
            (tables, damaged) = pruned(desk.ask(prune(true)).await);
        }
        assert_eq!((tables.len(), tables[0].games, damaged.len()), (1, 1, 0));
        // A dry run deletes nothing.
        desk.verified(&code).await;

        assert_eq!(pruned(desk.ask(prune(false)).await).0, tables);
        let path = format!("/api/tables/{code}/verify");
        assert_eq!(desk.house.get(&path).await.0, 404);
        let path = format!("/api/tables/{}/journal", fresh.code);
        assert_eq!(desk.house.get(&path).await.0, 200);
        let search = jill.uuid.clone();
        let games = desk.ask(DeskTask::PastGames { search, limit: 10 }).await;
        let DeskAnswer::PastGames(games) = games else {
            panic!("{games:?}")
        };
        assert_eq!((games.len(), &games[0].code), (1, &code));
        let players = games[0].result["players"].as_array().unwrap();
        let nicknames: Vec<&Value> = players.iter().map(|played| &played["nickname"]).collect();
        assert_eq!(nicknames, [&json!("Jill"), &json!("Boom")]);
        let scores: Vec<&Value> = players.iter().map(|played| &played["score"]).collect();
        assert_eq!(scores, [&end["p1Score"], &end["p2Score"]]);
        let winner = players.iter().find(|played| played["won"] == true).unwrap();
        assert_eq!(winner["player"], end["winner"]);

        // A player who is deleted later is deleted there too.
        desk.ask(DeskTask::Delete {
            player: boom.uuid.clone(),
        })
        .await;
        let search = boom.uuid.clone();
        let games = desk.ask(DeskTask::PastGames { search, limit: 10 }).await;
        let DeskAnswer::PastGames(games) = games else {
            panic!("{games:?}")
        };
        assert_eq!(games[0].result["players"][1]["nickname"], "Deleted player");
        assert_eq!(games[0].result["players"][0]["nickname"], "Jill");
    }
}

/// Adds an entry that no table could have written.
async fn damage(desk: &Desk, code: &str) -> u64 {
    let code: store::Code = code.parse().unwrap();
    let record = desk.house.journal.load(&code).unwrap();
    let (seq, at) = (record.last_seq() + 1, record.entries.last().unwrap().at);
    let entry = StoredEntry {
        seq,
        at,
        player: None,
        command_id: None,
        body: "{\"nonsense\":1}".to_owned(),
    };
    let journal = desk.house.journal.clone();
    let append = move || journal.append(code, seq - 1, vec![entry]).wait();
    tokio::task::spawn_blocking(append).await.unwrap().unwrap();
    seq
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_table_is_repaired_or_set_aside() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (mut jill, boom) = desk.table().await;
        jill.hear_until("waiting_for_discard").await;
        let (token, code) = (jill.token.clone(), jill.code.clone());
        let repair = |dry_run| DeskTask::Repair {
            code: code.clone(),
            dry_run,
        };
        let bad = "admin/bad_request";
        assert_eq!(desk.refused(repair(false)).await, bad, "nothing is wrong");
        // The table is damaged while nobody attends it.
        let view = jill.sync().await["view"].clone();
        drop((jill, boom));
        let Desk { house, folder } = desk;
        let journal = house.close().await;
        let desk = Desk::open_with(folder, journal).await;
        let seq = damage(&desk, &code).await;
        let path = format!("/api/tables/{code}/journal");
        let (status, answer) = desk.house.get(&path).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (500, &json!("table/damaged"))
        );

        let DeskAnswer::Damaged(found) = desk.ask(DeskTask::Damaged).await else {
            panic!("damaged")
        };
        assert_eq!((found.read, found.damaged.len()), (1, 1));
        assert_eq!(found.damaged[0].entry, seq);
        let DeskAnswer::Table(table) = desk.ask(DeskTask::Table { code: code.clone() }).await
        else {
            panic!("a table")
        };
        assert_eq!(table.damage.unwrap().entry, seq);

        let repaired = |answer: DeskAnswer| match answer {
            DeskAnswer::Repaired { kept, lost, .. } => (kept, lost),
            other => panic!("{other:?}"),
        };
        assert_eq!(repaired(desk.ask(repair(true)).await), (seq - 1, 1));
        assert_eq!(
            desk.house.get(&path).await.0,
            500,
            "a dry run mends nothing"
        );
        assert_eq!(repaired(desk.ask(repair(false)).await), (seq - 1, 1));
        assert_eq!(desk.last_deed().await, deed("repair", &code));
        let mut jill = Player::connect(&desk.house, Some(&token)).await;
        jill.code = code.clone();
        assert_eq!(jill.sync().await["view"], view);

        drop(jill);
        let Desk { house, folder } = desk;
        let journal = house.close().await;
        let desk = Desk::open_with(folder, journal).await;
        damage(&desk, &code).await;
        desk.ask(DeskTask::SetAside { code: code.clone() }).await;
        assert_eq!(desk.last_deed().await, deed("set_aside", &code));
        assert_eq!(desk.house.get(&path).await.0, 404);
        let DeskAnswer::Damaged(found) = desk.ask(DeskTask::Damaged).await else {
            panic!("damaged")
        };
        assert_eq!((found.read, found.aside.len()), (0, 2));
    }
}
