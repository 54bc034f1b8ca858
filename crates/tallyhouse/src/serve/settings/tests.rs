//! Tests of the settings of a house.

use super::*;

#[test]
fn without_settings_it_just_runs() {
    let settings = decide(Given::default(), Given::default());
    assert_eq!(settings.listen.to_string(), "0.0.0.0:4242");
    assert_eq!(settings.limits, Limits::default());
    assert_eq!(settings.budgets.sockets, Budgets::default().sockets);
    assert_eq!(settings.budgets.tables, Budgets::default().tables);
    assert!(!settings.behind_proxy);
    assert_eq!(settings.token_life, Some(DAY * 400));
}

#[test]
fn a_file_may_say_everything() {
    let file = parse(
        r#"
        listen = "127.0.0.1:80"
        data = "house.db"
        store = "postgres://house@db/house"
        origin = ["https://example.org"]
        behind-proxy = true
        socket-rate = 5
        address-rate = 0
        connection-rate = 7
        sockets = 500
        sockets-per-address = 5
        tables = 0
        tables-per-address = 4
        tables-per-player = 3
        new-players = 2
        wrong-codes = 0
        token-days = 30
        log = "json"
        log-level = "debug"
        "#,
    );
    let settings = decide(Given::default(), file.unwrap());
    assert_eq!(settings.listen.to_string(), "127.0.0.1:80");
    assert_eq!(settings.data, PathBuf::from("house.db"));
    let store = settings.store.as_deref();
    assert_eq!(store, Some("postgres://house@db/house"));
    assert_eq!(settings.origins, ["https://example.org"]);
    assert!(settings.behind_proxy);
    assert_eq!(settings.limits.socket, Some(Rate::per_second(5)));
    assert_eq!(settings.limits.address, None);
    assert_eq!(settings.limits.connections, Some(Rate::per_second(7)));
    let bound = |in_all, each| Bound { in_all, each };
    assert_eq!(settings.budgets.sockets, bound(500, 5));
    assert_eq!(settings.budgets.connections, bound(1_000, 10));
    assert_eq!(settings.budgets.tables, bound(usize::MAX, 4));
    assert_eq!(settings.budgets.tables_of_player, 3);
    assert_eq!(settings.budgets.players.unwrap().burst.get(), 2);
    assert_eq!(settings.wrong_codes, None);
    assert_eq!(settings.token_life, Some(DAY * 30));
    assert_eq!(
        (settings.log, settings.log_level),
        (Log::Json, LevelFilter::DEBUG)
    );
}

#[test]
fn one_flag_takes_all_limits_away() {
    let given = Given {
        no_limits: Some(true),
        socket_rate: Some(3),
        ..Given::default()
    };
    let settings = decide(given, Given::default());
    assert_eq!(settings.limits, Limits::NONE);
    assert_eq!(settings.budgets, Budgets::NONE);
    assert_eq!(settings.wrong_codes, None);
}

#[test]
fn a_flag_wins_over_the_file() {
    let given = Given {
        socket_rate: Some(3),
        ..Given::default()
    };
    let file = parse("socket-rate = 5\naddress-rate = 6").unwrap();
    let settings = decide(given, file);
    assert_eq!(settings.limits.socket, Some(Rate::per_second(3)));
    assert_eq!(settings.limits.address, Some(Rate::per_second(6)));
}

const GUIDE: &str = include_str!("../../../../../docs/OPERATING.md");

#[test]
fn the_guide_tells_of_every_setting() {
    let command = <Args as clap::Args>::augment_args(clap::Command::new("serve"));
    for name in command
        .get_arguments()
        .filter_map(|argument| argument.get_long())
    {
        assert!(
            GUIDE.contains(&format!("--{name}")),
            "{name} is not in the guide"
        );
    }
}

#[test]
fn the_example_of_the_guide_can_be_used() {
    let example = GUIDE
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let settings = decide(Given::default(), parse(example.unwrap()).unwrap());
    assert_eq!(settings.listen.to_string(), "127.0.0.1:4242");
    assert!(settings.behind_proxy);
}

#[test]
fn a_mistake_in_the_file_is_named() {
    let error = parse("soquets = 5").unwrap_err().to_string();
    assert!(error.contains("soquets"), "{error}");
}
