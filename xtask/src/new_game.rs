//! `cargo xtask new-game <key>`: writes the skeleton of a game, which plays and passes every check.
//!
//! The skeleton lies in `xtask/skeleton`, as files of a game called `newgame`: a small game with
//! hidden simultaneous choices and luck. It is copied under another name, and the game is entered
//! in the roster and the manifests. docs/ADDING_A_GAME.md describes the next steps.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::command_line::CommandLine;
use crate::workspace::Workspace;

/// The folder of the skeleton.
const SKELETON: &str = "xtask/skeleton";

/// The lines that are added outside the game's folder: the file, the line below the new one, and
/// the new line. `newgame` and `NewGame` stand for the names of the game.
const LINES: &[(&str, &str, &str)] = &[
    (
        "Cargo.toml",
        "\n# The reason for each of these",
        "newgame = { path = \"games/newgame\" }\n",
    ),
    (
        "crates/roster/Cargo.toml",
        "\n[dev-dependencies]",
        "newgame.workspace = true\n",
    ),
    (
        "crates/roster/src/lib.rs",
        "}\n\n/// The game of this key.",
        "    newgame: NewGame,\n",
    ),
];

pub(crate) fn run(workspace: &Workspace, key: &str) -> Result<()> {
    write(&workspace.root, key)?;
    CommandLine::new(format!("cargo fmt -p {key}")).run(&workspace.root)?;
    println!("games/{key} plays already. Next:");
    println!("  git add games/{key}        tidy looks at tracked files only");
    println!(
        "  cargo xtask bless          writes what is generated from its types: read the difference"
    );
    println!("  cargo test -p {key}");
    println!("  cargo run --bin tallyhouse -- play {key}");
    println!("  docs/ADDING_A_GAME.md      what each file is for, and what may be added");
    Ok(())
}

/// The names of a game in folders, in code and for people.
struct Names {
    /// `blind_dice`
    key: String,
    /// `BlindDice`
    type_name: String,
    /// `Blind Dice`
    title: String,
}

impl Names {
    fn of(key: &str) -> Result<Names> {
        let begins = key.starts_with(|c: char| c.is_ascii_lowercase());
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        ensure!(
            begins && key.len() <= 24 && key.chars().all(fits) && !key.ends_with('_'),
            "a key must be one word of small letters, such as cribbage or blind_dice"
        );
        let words: Vec<String> = key.split('_').map(capitalised).collect();
        ensure!(
            words.iter().all(|word| !word.is_empty()),
            "a key must not have two underscores together"
        );
        Ok(Names {
            key: key.to_owned(),
            type_name: words.concat(),
            title: words.join(" "),
        })
    }

    /// A text of the skeleton with the names of this game.
    fn in_text(&self, text: &str) -> String {
        text.replace("newgame", &self.key)
            .replace("NewGame", &self.type_name)
            .replace("New Game", &self.title)
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Writes the game's folder and its lines outside of it.
pub(crate) fn write(root: &Path, key: &str) -> Result<()> {
    let names = &Names::of(key)?;
    let folder = root.join("games").join(&names.key);
    if folder.exists() || root.join("crates").join(&names.key).exists() {
        bail!("there is something of the name {} already", names.key);
    }
    copy(&root.join(SKELETON), &folder, names)?;
    for (file, above, line) in LINES {
        let path = root.join(file);
        let text = fs::read_to_string(&path).with_context(|| (*file).to_owned())?;
        let added = with_line(&text, above, &names.in_text(line));
        let added = added.with_context(|| format!("{file} has no place for the game"))?;
        fs::write(&path, added).with_context(|| (*file).to_owned())?;
    }
    Ok(())
}

/// The text with a line inserted before the first place that begins like this.
fn with_line(text: &str, above: &str, line: &str) -> Option<String> {
    let at = text.find(above)?;
    Some(format!("{}{line}{}", &text[..at], &text[at..]))
}

fn copy(from: &Path, to: &Path, names: &Names) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target, names)?;
        } else {
            let text = fs::read_to_string(entry.path())
                .with_context(|| entry.path().display().to_string())?;
            fs::write(&target, names.in_text(&text))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_three_names() {
        let names = Names::of("blind_dice").unwrap();
        assert_eq!(
            names.in_text("newgame: NewGame, // New Game"),
            "blind_dice: BlindDice, // Blind Dice"
        );
        for bad in ["", "Dice", "4dice", "blind-dice", "a__b", "a_", "../x"] {
            assert!(Names::of(bad).is_err(), "{bad:?}");
        }
    }

    /// Each place exists in the real files, exactly once.
    #[test]
    fn every_line_has_its_place() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (file, above, line) in LINES {
            let text = fs::read_to_string(root.join(file)).unwrap();
            assert_eq!(text.matches(above).count(), 1, "{file}");
            let added = with_line(&text, above, line).unwrap();
            assert_eq!(added.lines().count(), text.lines().count() + 1, "{file}");
            assert!(added.contains(&format!("\n{line}")), "{file}");
        }
    }
}
