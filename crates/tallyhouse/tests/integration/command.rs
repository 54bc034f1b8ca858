//! Help, version, completions, colours: the parts that all commands share.

use crate::binary::{run, tallyhouse};

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "",
        "score cribbage",
        "score texas42",
        "solve texas42",
        "odds cribbage",
        "play cribbage",
        "play texas42",
        "advise cribbage",
        "advise texas42",
        "admin",
        "drill",
        "drill-pool",
        "arena",
        "engine",
        "replay",
        "review",
        "move-house",
        "salvage",
        "completions",
    ] {
        let args: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let run = run(&args);
        assert_eq!((run.status, &run.err[..]), (Some(0), ""), "{command}");
        assert!(
            run.out.contains("\nExamples:\n  "),
            "{command}: {}",
            run.out
        );
    }
}

#[test]
fn the_version_is_printed() {
    let run = run(&["--version"]);
    assert_eq!(
        run.out,
        concat!("tallyhouse ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn no_command_and_unknown_commands_are_bad_usage() {
    for args in [
        &[][..],
        &["scor"],
        &["score"],
        &["score", "chess"],
        &["completions", "tea"],
    ] {
        let run = run(args);
        assert_eq!((run.status, &run.out[..]), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn there_are_completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.status, Some(0), "{shell}");
        assert!(run.out.contains("jsonl"), "{shell} completes options");
    }
}

/// Whether the output has colours with these settings, without a terminal.
#[track_caller]
fn has_colours(settings: &[(&str, &str)]) -> bool {
    let output = tallyhouse(&["score", "cribbage", "5H 5C 5S JD"])
        .envs(settings.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains('♥'));
    text.contains('\x1b')
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    assert!(!has_colours(&[]));
    assert!(has_colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!has_colours(&[("NO_COLOR", "1")]));
    assert!(!has_colours(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
}

#[test]
fn json_never_has_colours() {
    let output = tallyhouse(&["score", "cribbage", "5H 5C 5S JD", "--json"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(!output.stdout.contains(&b'\x1b'));
}
