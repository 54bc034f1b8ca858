//! Whole games as text, replayed and compared line by line.
//!
//! A file is both the script and the expectation. Its comments, the line `options` and the lines
//! `> ` are read; the whole file is rendered from them again and must be the same. An author can
//! therefore write only these lines by hand, and bless the file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use kernel::{AnyGame, AnyRefusal, Facade, Input, Json, Key};
use serde::Deserialize;
use serde_json::Value;

use crate::golden::{self, BlessMode};
use crate::script::{Script, ScriptOrder, ScriptStep};
use crate::transcript::{Transcript, json};
use crate::walk::Walk;

/// The most inputs of a transcript: a game that random play does not end must not fill the disk.
const MOST_INPUTS: usize = 5_000;

/// Replays every `*.txt` in a folder and returns their number. Panics with the differences of all;
/// with `BLESS=1` it rewrites the files instead.
///
/// A file starts with comments about its subject, then has its options and inputs, and between them
/// the states and events of the game:
///
/// ```text
/// # Two seats, one deal: seat 1 lays the highest card.
///
/// options {"seats":2}
///
/// state 0: luck is drawn; scores 0 0
/// truth
///   hands: BySeat([[], []])
/// everyone sees
///   n_held: [0,0]
/// > {"chance":["c3","c1"]}
/// event {"dealt":[{"known":"c3"},{"known":"c1"}]}
///   seat 0 sees {"dealt":[{"known":"c3"},"hidden"]}
///
/// state 1: seat 0, seat 1 to move; scores 0 0
/// ```
///
/// A state lists the fields that changed since the last one. Comments may stand above an input or
/// at the end. Three orders save an author from writing inputs; blessing replaces them by their
/// inputs, and unblessed they are a fault: `> draw <seed>` draws the game's luck, `> random <seed>`
/// takes any legal action, `> random <seed> x20` that many, `> random <seed> to end` until nobody
/// can move.
///
/// ```no_run
/// # fn check<G: kernel::Facade>() {
/// let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/playthroughs");
/// assert!(testkit::playthroughs::<G>(dir) >= 4);
/// # }
/// ```
#[track_caller]
pub fn playthroughs<G: Facade>(dir: impl AsRef<Path>) -> usize {
    let (n_files, faults) = run(dir.as_ref(), BlessMode::from_env(), &transcript::<G>);
    golden::report("playthroughs", &faults);
    n_files
}

/// The full transcript of a script, with its orders replaced by inputs; or the fault of the script,
/// such as a panic of the game.
///
/// ```no_run
/// # fn check<G: kernel::Facade>() {
/// let text = testkit::transcript::<G>("# Any game.\noptions {}\n> random 7 to end\n").unwrap();
/// assert!(text.contains("over"));
/// # }
/// ```
pub fn transcript<G: Facade>(script: &str) -> Result<String, String> {
    let script: Script = script.parse()?;
    let mut replay = Replay::<G>::default();
    match catch_unwind(AssertUnwindSafe(|| replay.run(&script))) {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(fault)) => Err(replay.place(&fault)),
        Err(panic) => {
            let message = format!("the game panicked: {}", golden::panic_message(&*panic));
            Err(replay.place(&message))
        }
    }
}

/// Renders the transcript of a script.
type Render = dyn Fn(&str) -> Result<String, String>;

fn run(dir: &Path, mode: BlessMode, render: &Render) -> (usize, Vec<String>) {
    let files = match golden::files(dir, "txt") {
        Ok(files) => files,
        Err(fault) => return (0, vec![fault]),
    };
    let faults = files.iter().filter_map(|path| {
        run_file(path, mode, render)
            .err()
            .map(|fault| format!("{}: {fault}\n", path.display()))
    });
    (files.len(), faults.collect())
}

fn run_file(path: &Path, mode: BlessMode, render: &Render) -> Result<(), String> {
    let expected = golden::read(path)?;
    if mode == BlessMode::Check {
        no_orders(&expected.parse()?)?;
    }
    let actual = render(&expected)?;
    match mode {
        BlessMode::Bless => golden::rewrite(path, &expected, &actual),
        BlessMode::Check if expected == actual => Ok(()),
        BlessMode::Check => Err(format!(
            "the game goes another way\n{}",
            golden::diff(&expected, &actual)
        )),
    }
}

/// Refuses orders, because only blessing replaces them by inputs.
fn no_orders(script: &Script) -> Result<(), String> {
    let order = script
        .steps
        .iter()
        .find(|step| !matches!(step.order, ScriptOrder::Input(_)));
    match order {
        Some(step) => Err(format!(
            "line {}: this order is not an input yet, bless it first (BLESS=1)",
            step.line
        )),
        None => Ok(()),
    }
}

/// A replay, and its place in the script.
struct Replay<G: Facade> {
    line: Option<usize>,
    input: Option<Input<G>>,
    n_inputs: usize,
    n_draws: u64,
}

impl<G: Facade> Default for Replay<G> {
    fn default() -> Self {
        Replay {
            line: None,
            input: None,
            n_inputs: 0,
            n_draws: 0,
        }
    }
}

impl<G: Facade> Replay<G> {
    fn run(&mut self, script: &Script) -> Result<String, String> {
        let options: G::Options = serde_json::from_str(&script.options)
            .map_err(|error| format!("the options are not understood: {error}"))?;
        let mut out = Transcript::new();
        for comment in &script.title {
            out.line(comment);
        }
        out.line("");
        out.line(&format!("options {}", json(&options)));
        match G::new(options) {
            Ok(game) => self.play(game, script, &mut out)?,
            Err(_) if !script.steps.is_empty() => {
                return Err("these options are refused, so there can be no inputs".to_owned());
            }
            Err(faults) => {
                for fault in faults {
                    out.line(&format!("fault {fault}"));
                }
            }
        }
        if !script.rest.is_empty() {
            out.line("");
        }
        for comment in &script.rest {
            out.line(comment);
        }
        Ok(out.into_text())
    }

    fn play(&mut self, mut game: G, script: &Script, out: &mut Transcript) -> Result<(), String> {
        out.state(&game);
        for step in &script.steps {
            self.line = Some(step.line);
            self.input = None;
            for comment in &step.comments {
                out.line(comment);
            }
            self.step(&mut game, step, out)?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        game: &mut G,
        step: &ScriptStep,
        out: &mut Transcript,
    ) -> Result<(), String> {
        match &step.order {
            ScriptOrder::Input(text) => {
                let value: Value = serde_json::from_str(text)
                    .map_err(|error| format!("the input is not JSON: {error}"))?;
                match Input::deserialize(&value) {
                    Ok(input) => self.take(game, input, out),
                    Err(_) => {
                        out.line(&format!("> {text}"));
                        let input = Json::of(&value);
                        if let Err(refusal) = game.clone().take(&input) {
                            out.refused(&refusal);
                        }
                        Ok(())
                    }
                }
            }
            ScriptOrder::Draw { seed } => {
                let input = AnyGame::draw(game, &Key::from_seed(*seed), self.n_draws)
                    .ok_or("there is no luck to draw here")?;
                let input = input
                    .read()
                    .map_err(|error| format!("the draw cannot be read back: {error}"))?;
                self.take(game, input, out)
            }
            ScriptOrder::Random { seed, times } => {
                let mut walk = Walk::after(*seed, self.n_draws);
                let mut left = times.unwrap_or(usize::MAX);
                while left > 0
                    && let Some(input) = walk.step(game)
                {
                    self.take(game, input, out)?;
                    left -= 1;
                }
                match times {
                    Some(_) if left > 0 => Err(format!("nobody can move, with {left} to go")),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Gives an input to the game and writes the result.
    fn take(&mut self, game: &mut G, input: Input<G>, out: &mut Transcript) -> Result<(), String> {
        self.n_inputs += 1;
        if self.n_inputs > MOST_INPUTS {
            return Err(format!("there are more than {MOST_INPUTS} inputs"));
        }
        out.input(&input);
        self.input = Some(input.clone());
        match game.decide(&input) {
            Ok(events) => {
                self.n_draws += u64::from(matches!(input, Input::Chance(_)));
                for event in &events {
                    out.event(game, event);
                    game.evolve(event);
                }
                out.state(game);
            }
            Err(refusal) => out.refused(&AnyRefusal {
                code: refusal.code(),
                reason: refusal.reason(),
                message: refusal.to_string(),
            }),
        }
        Ok(())
    }

    /// A fault with its place.
    fn place(&self, fault: &str) -> String {
        match (self.line, &self.input) {
            (Some(line), Some(input)) => format!("line {line}, at {}: {fault}", json(input)),
            (Some(line), None) => format!("line {line}: {fault}"),
            (None, _) => fault.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::tests::Folder;

    /// Shouts the script, to have something to bless.
    fn shout(script: &str) -> Result<String, String> {
        let script: Script = script.parse()?;
        Ok(format!("{}\noptions {{}}\nLOUD\n", script.title[0]))
    }

    #[test]
    fn a_file_is_compared_or_blessed() {
        let folder = Folder::new("playthroughs");
        let path = folder.write("a.txt", "# one\noptions {}\n");
        let (n_files, faults) = run(folder.path(), BlessMode::Check, &shout);
        assert_eq!(n_files, 1);
        assert!(
            faults[0].contains("a.txt: the game goes another way"),
            "{faults:?}"
        );
        assert!(faults[0].contains("+LOUD"), "{faults:?}");

        assert_eq!(run(folder.path(), BlessMode::Bless, &shout), (1, vec![]));
        assert_eq!(golden::read(&path).unwrap(), "# one\noptions {}\nLOUD\n");
        assert_eq!(run(folder.path(), BlessMode::Check, &shout), (1, vec![]));
    }

    #[test]
    fn an_order_must_be_blessed_first() {
        let folder = Folder::new("orders");
        folder.write("a.txt", "# one\noptions {}\n> draw 1\n");
        let (_, faults) = run(folder.path(), BlessMode::Check, &shout);
        assert!(
            faults[0].contains("line 3: this order is not an input yet, bless it first"),
            "{faults:?}"
        );
    }

    #[test]
    fn an_empty_folder_is_a_fault() {
        let folder = Folder::new("empty");
        let (n_files, faults) = run(folder.path(), BlessMode::Bless, &shout);
        assert_eq!(n_files, 0);
        assert!(faults[0].contains("there is no .txt file"), "{faults:?}");
    }
}
