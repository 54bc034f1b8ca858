//! Adds a fourth game to a copy of the workspace, as docs/ADDING_A_GAME.md describes.
//!
//! `new-game` writes the skeleton, which has hidden simultaneous choices and luck, and enters it in
//! the roster. Then `tidy` must find nothing, and the program must play, replay, review and measure
//! the game and answer for it, although nothing else names it. The TypeScript of its messages is
//! generated, and must pass the checks of the page together with a file that uses it. The tests of
//! the roster, of tables, of the protocol and of the page run with the fourth game; the skeleton's
//! own tests run with all others, because it is a member of the workspace.
//!
//! The copy keeps the times of its files and shares compiled files by links; only the new game and
//! the dependents of the roster are compiled.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::command_line::CommandLine;
use crate::new_game;
use crate::tidy;
use crate::web;
use crate::workspace::Workspace;

const KEY: &str = "stakes";

/// Builds the program as a part of one of its tests, and the tests that run later: everything then
/// has the same features as in the test command, and little must be compiled again.
const BUILD: &str = "cargo test --offline --workspace --no-run --test readme --test games --test rules --test fresh --test asyncapi --test messages --test drills --test tables --target-dir ../target";

/// Generates the TypeScript of all messages.
const GENERATE: &str =
    "cargo test --quiet --offline --workspace --test fresh --target-dir ../target";

/// Runs the tests that look at every game of the roster: all tests of small binaries, and those of
/// the large ones that the filter names. Most tests of drills ask advisers for long, and the skeleton
/// has no drills.
const TESTS: &str = "cargo nextest run --offline --workspace --test games --test rules --test fresh --test asyncapi --test messages --test drills --test tables --target-dir ../target -E !binary(/drills|tables/)|test(games_with_drills)|binary(tables)&test(/^(deals|games|journal|protocol|refusals)::/)";

/// A file of the game's part of the page. It uses the types that come from the game's own events,
/// view and actions, because the skeleton has no wire of its own.
const PAGE_FILE: &str = "games/stakes/web/wire.ts";
const PAGE: &str = "\
// Stakes as they come over the wire.

import type { Games } from '$shell/protocol';

type Stakes = Games['stakes'];

export const dice = (shown: Stakes['Events']['shown']): number[] => shown.dice;
export const seat = (staked: Stakes['Events']['staked']): number => staked.seat;
export const target = (view: Stakes['View']): number => view.options.target;
export const choices = (legal: Stakes['Legal']): number[] => legal.map((choice) => choice.act.action.stake);
";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let place = workspace.root.join("target/fourth");
    if place.exists() {
        fs::remove_dir_all(&place).context("the copy of last time")?;
    }
    let (root, target) = (place.join("workspace"), place.join("target"));
    copy_tracked(&workspace.root, &root)?;
    for folder in ["deps", "build", ".fingerprint"] {
        let compiled = Path::new("debug").join(folder);
        link_all(
            &workspace.root.join("target").join(&compiled),
            &target.join(&compiled),
        )?;
    }
    new_game::write(&root, KEY)?;
    CommandLine::new("git init --quiet").run(&root)?;
    CommandLine::new("git add --all").run(&root)?;
    tidy::run(&Workspace::load_from(&root)?)?;
    CommandLine::new(BUILD).run(&root)?;
    check_page(workspace, &root)?;
    CommandLine::new(TESTS).run(&root)?;
    serves(&Program {
        path: &target.join("debug/tallyhouse"),
        folder: &place,
    })
}

/// Checks that the page can use the generated TypeScript of the game.
fn check_page(workspace: &Workspace, root: &Path) -> Result<()> {
    CommandLine::new(GENERATE).with("BLESS", "1").run(root)?;
    let file = root.join(PAGE_FILE);
    fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
    fs::write(&file, PAGE)?;
    web::install(workspace)?;
    let packages = "web/node_modules";
    link_all(&workspace.root.join(packages), &root.join(packages))?;
    CommandLine::new("npm run --silent --prefix web check").run(root)?;
    CommandLine::new("npm run --silent --prefix web lint").run(root)?;
    CommandLine::new("npm run --silent --prefix web test").run(root)
}

/// Copies the files that git knows, with their times.
fn copy_tracked(from: &Path, to: &Path) -> Result<()> {
    let listing = CommandLine::new("git -c safe.directory=* ls-files -z").output(from)?;
    let listing = String::from_utf8(listing).context("a tracked file's name is not UTF-8")?;
    for path in listing.split_terminator('\0') {
        let (from, to) = (from.join(path), to.join(path));
        // A file may have been removed and still be tracked.
        if !from.is_file() {
            continue;
        }
        let copied = copy_with_time(&from, &to);
        copied.with_context(|| path.to_owned())?;
    }
    Ok(())
}

fn copy_with_time(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
    fs::copy(from, to)?;
    let modified = fs::metadata(from)?.modified()?;
    File::options()
        .append(true)
        .open(to)?
        .set_modified(modified)?;
    Ok(())
}

/// Links every file of a folder into another one; does nothing if there is no such folder.
fn link_all(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let Ok(entries) = fs::read_dir(from) else {
        return Ok(());
    };
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            link_all(&entry.path(), &target)?;
        } else {
            fs::hard_link(entry.path(), target)?;
        }
    }
    Ok(())
}

/// The program of the copy, and its working folder.
struct Program<'a> {
    path: &'a Path,
    folder: &'a Path,
}

impl Program<'_> {
    /// Its output with these arguments and this input; it must succeed.
    fn prints(&self, words: &str, input: &str) -> Result<String> {
        let mut child = Command::new(self.path)
            .args(words.split_whitespace())
            .current_dir(self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| self.path.display().to_string())?;
        if let Some(mut stdin) = child.stdin.take() {
            // The program may stop reading before the end of the input.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child.wait_with_output()?;
        let text = String::from_utf8(output.stdout)?;
        ensure!(output.status.success(), "`{words}` failed: {text}");
        Ok(text)
    }

    /// Checks that the output contains all of this.
    fn check(&self, words: &str, input: &str, expect: &[&str]) -> Result<()> {
        let text = self.prints(words, input)?;
        for part in expect {
            ensure!(
                text.contains(part),
                "`{words}` does not say {part:?}: {text}"
            );
        }
        println!("tallyhouse {words}: prints what it must");
        Ok(())
    }
}

/// Checks that the commands for every game serve this one.
fn serves(program: &Program<'_>) -> Result<()> {
    let view = r#"{"options":{"seats":2,"target":20},"scores":[0,0],"dice":[{"known":6},"hidden"],"stakes":[null,"hidden"]}"#;
    let question = format!("{{\"seat\":0,\"view\":{view},\"advice\":true}}\n");
    let play = format!("play {KEY} --seed 3 --level medium");
    program.check(
        &format!("{play} --humans 0 --record game.txt"),
        "",
        &["thrown: dice [hidden, hidden]", "score: Seat 0", " wins."],
    )?;
    // A person who always types 1, until the game is over or the input ends.
    program.check(
        &play,
        &"1\n".repeat(500),
        &["1  stake 1", "score: You", "Thank you for playing."],
    )?;
    program.check(
        "replay game.txt",
        "",
        &["thrown: dice [", "score: Seat 0", " wins."],
    )?;
    program.check("review game.txt", "", &["Game 1 of stakes", "skill"])?;
    program.check(
        &format!("arena {KEY} medium random --pairs 20 --threads 1"),
        "",
        &["stakes: medium against random, 20 pairs of games"],
    )?;
    program.check(
        &format!("engine {KEY}"),
        &question,
        &[r#"{"action":{"stake":3},"advice":["#],
    )
}
