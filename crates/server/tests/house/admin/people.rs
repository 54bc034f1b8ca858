//! The operator's orders about players, tokens and addresses.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_player_stays_out_until_the_time_is_over() {
    let desk = Desk::open_on_disk().await;
    let (mut jill, _boom) = desk.table().await;
    let whom = || Whom::Player(jill.uuid.clone());
    let (ban, unban) = (
        DeskTask::Ban {
            whom: whom(),
            seconds: Some(3_600),
        },
        DeskTask::Unban { whom: whom() },
    );
    let DeskAnswer::Banned { disconnected, .. } = desk.ask(ban).await else {
        panic!("a ban")
    };
    assert_eq!(disconnected, 1);
    until_disconnected(&mut jill).await;
    let refusal = desk.refusal(&jill.token).await;
    assert!(
        refusal.contains("house/banned: you may not play"),
        "{refusal}"
    );
    assert!(refusal.contains("UTC"), "{refusal}");
    assert_eq!(desk.last_deed().await, deed("ban", &jill.uuid));

    // The ban is known after a restart too.
    let Desk { house, folder } = desk;
    let journal = house.close().await;
    let desk = Desk::open_with(folder, journal).await;
    assert!(desk.refusal(&jill.token).await.contains("house/banned"));
    desk.ask(unban.clone()).await;
    let again = Player::connect(&desk.house, Some(&jill.token)).await;
    assert_eq!(again.uuid, jill.uuid);
    assert_eq!(desk.refused(unban).await, "admin/bad_request");

    // A ban that is over keeps nobody out.
    let whom = Whom::Player(jill.uuid.clone());
    desk.ask(DeskTask::Ban {
        whom,
        seconds: Some(0),
    })
    .await;
    Player::connect(&desk.house, Some(&jill.token)).await;
    let nobody = Whom::Player("nobody".to_owned());
    let ban = DeskTask::Ban {
        whom: nobody,
        seconds: None,
    };
    assert_eq!(desk.refused(ban).await, "store/no_player");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_address_is_shut_out_everywhere() {
    let desk = Desk::open().await;
    let mut jill = Player::connect(&desk.house, None).await;
    let whom = || Whom::Address("::ffff:127.0.0.1".to_owned());
    desk.ask(DeskTask::Ban {
        whom: whom(),
        seconds: None,
    })
    .await;
    until_disconnected(&mut jill).await;
    assert!(desk.refusal(&jill.token).await.contains("house/banned"));
    let (status, answer) = desk.house.get("/api/games").await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (403, &json!("house/banned"))
    );
    assert_eq!(desk.house.get("/readyz").await.0, 200);
    let DeskAnswer::Bans(bans) = desk.ask(DeskTask::Bans).await else {
        panic!("bans")
    };
    assert_eq!((bans.len(), &*bans[0].name), (1, "127.0.0.1"));
    desk.ask(DeskTask::Unban { whom: whom() }).await;
    assert_eq!(desk.house.get("/api/games").await.0, 200);
    let whom = Whom::Address("next door".to_owned());
    let ban = DeskTask::Ban {
        whom,
        seconds: None,
    };
    assert_eq!(desk.refused(ban).await, "admin/bad_request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_revokes_tokens() {
    let desk = Desk::open().await;
    let mut jill = Player::connect(&desk.house, None).await;
    let revoke = |name: Option<&str>| DeskTask::RevokeTokens {
        player: jill.uuid.clone(),
        name: name.map(str::to_owned),
    };
    assert_eq!(desk.refused(revoke(Some("none"))).await, "token/unknown");
    desk.ask(revoke(None)).await;
    until_disconnected(&mut jill).await;
    assert!(desk.refusal(&jill.token).await.contains("token/revoked"));
    assert_eq!(desk.last_deed().await, deed("revoke_tokens", &jill.uuid));
}

/// Results, cards and moves stay as they were; the name is gone everywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one story, told request by request")]
async fn a_deleted_player_leaves_games_as_they_were() {
    for desk in [Desk::open().await, Desk::open_on_disk().await] {
        let (mut jill, mut boom) = desk.table().await;
        tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
        let code = jill.code.clone();
        // Boom also sits at a table where the game runs, with a bot of his.
        let mut other = Player::connect(&desk.house, Some(&boom.token)).await;
        other
            .create(json!({ "nickname": "Boom!", "options": { "seats": 3 } }))
            .await;
        other
            .ask("add_bot", json!({ "gameCode": other.code }))
            .await;
        let mut third = Player::connect(&desk.house, None).await;
        third.join(&other.code).await;

        let verified = desk.verified(&code).await;
        let (n_entries, journal_before) = desk.journal(&code, usize::MAX).await;
        let replay = format!("/api/tables/{code}/replay");
        let replay_before = desk.house.get(&replay).await.1.to_string();
        let player = boom.uuid.clone();
        let deleted = desk
            .ask(DeskTask::Delete {
                player: player.clone(),
            })
            .await;
        let DeskAnswer::Deleted {
            mut tables,
            damaged,
            disconnected,
            ..
        } = deleted
        else {
            panic!("{deleted:?}")
        };
        tables.sort();
        let mut expected = [code.clone(), other.code.clone()];
        expected.sort();
        assert_eq!(
            (tables, damaged, disconnected),
            (expected.to_vec(), vec![], 2)
        );
        until_disconnected(&mut boom).await;
        assert!(desk.refusal(&boom.token).await.contains("token/unknown"));

        // The table in memory, and both as they are read again.
        let sync = third.sync().await;
        assert_eq!(sync["players"][0]["nickname"], "Deleted player");
        assert_eq!(sync["players"][1]["nickname"], "Bot 2");
        assert_eq!(desk.verified(&code).await, verified);
        let (_, journal) = desk.journal(&code, n_entries).await;
        let as_before = journal.replace("Deleted player", "Boom");
        assert!(as_before == journal_before, "{journal}");
        assert!(!journal.contains("Boom"));
        assert!(journal.contains(&player), "the id stays");
        let replayed = desk.house.get(&replay).await.1.to_string();
        assert_eq!(replayed, replay_before.replace("Boom", "Deleted player"));
        let log = desk.log().await;
        assert_eq!(desk.last_deed().await, deed("delete", &player));
        assert!(
            log.iter()
                .all(|line| !line.detail.to_string().contains("Boom"))
        );

        // The others play on, also after a restart.
        let Desk { house, folder } = desk;
        let (token, other_code) = (third.token.clone(), other.code.clone());
        let journal = house.close().await;
        let whole = journal.load(&other_code.parse().unwrap()).unwrap();
        assert!(
            whole
                .entries
                .iter()
                .all(|entry| !entry.body.contains("Boom!"))
        );
        let desk = Desk::open_with(folder, journal).await;
        let mut third = Player::connect(&desk.house, Some(&token)).await;
        third.code = other_code;
        let sync = third.sync().await;
        assert_eq!(sync["players"][0]["nickname"], "Deleted player");
        assert_eq!(desk.verified(&code).await, verified);
        let search = "boom!".to_owned();
        let players = desk.ask(DeskTask::Players { search, limit: 10 }).await;
        assert_eq!(players, DeskAnswer::Players(Vec::new()));
        let again = desk.ask(DeskTask::Delete { player }).await;
        let DeskAnswer::Deleted { tables, .. } = again else {
            panic!("{again:?}")
        };
        assert_eq!(tables, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_has_the_deeds_of_a_player_and_no_secret() {
    let desk = Desk::open_on_disk().await;
    let (mut jill, mut boom) = desk.table().await;
    jill.hear_until("waiting_for_discard").await;
    let player = jill.uuid.clone();
    let export = async || -> Box<Export> {
        let player = player.clone();
        match desk.ask(DeskTask::Export { player }).await {
            DeskAnswer::Export(export) => export,
            other => panic!("{other:?}"),
        }
    };
    let running = export().await;
    assert_eq!(running.tokens.len(), 1);
    let text = serde_json::to_string(&running).unwrap();
    assert!(text.contains("Jill"), "{text}");
    assert!(!text.contains("secret"), "{text}");
    assert!(!text.contains(&jill.token), "{text}");
    assert!(
        !text.contains("Boom"),
        "the deeds of others belong to them: {text}"
    );
    tokio::join!(jill.play_to_the_end(), boom.play_to_the_end());
    assert!(export().await.entries.len() > running.entries.len() + 10);
    assert_eq!(desk.last_deed().await, deed("export", &jill.uuid));
}
