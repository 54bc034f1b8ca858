//! The person at the keyboard: output, questions and input.

use std::fmt::Display;
use std::io::{self, IsTerminal, Read, Write};

use crate::lines::{InputLine, Lines};

/// Longer answers are refused: no question of any game needs as much.
const MAX_ANSWER: usize = 1 << 10;

/// The output of a game, and the input of a person.
pub(crate) struct Console<'a> {
    input: Lines<Box<dyn Read>>,
    out: &'a mut dyn Write,
    /// Whether answers must be echoed, because no keyboard does it.
    echoes: bool,
    /// Whether the output is a screen, which can be cleared.
    has_screen: bool,
}

impl<'a> Console<'a> {
    /// Standard input, and this as the output.
    pub(crate) fn of_terminal(out: &'a mut dyn Write) -> Console<'a> {
        Console {
            input: Lines::new(Box::new(io::stdin()), MAX_ANSWER),
            out,
            echoes: !io::stdin().is_terminal(),
            has_screen: io::stdout().is_terminal(),
        }
    }

    /// Writes a line.
    pub(crate) fn say(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Asks for a line; `None` at the end of the input.
    pub(crate) fn ask(&mut self, question: impl Display) -> io::Result<Option<String>> {
        write!(self.out, "{question} ")?;
        let answer = self.hear()?;
        if self.echoes || answer.is_none() {
            writeln!(self.out, "{}", answer.as_deref().unwrap_or_default())?;
        }
        Ok(answer)
    }

    /// Reads a line without asking for it; `None` at the end of the input.
    pub(crate) fn hear(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        Ok(match self.input.next()? {
            Some(InputLine::Whole(line)) => Some(plain(&String::from_utf8_lossy(line))),
            Some(InputLine::TooLong) => Some("…".to_owned()),
            None => None,
        })
    }

    /// Asks a question whose answer is yes or, for anything else, no.
    pub(crate) fn confirm(&mut self, question: impl Display) -> io::Result<bool> {
        let answer = self.ask(format!("{question} (y/n)"))?;
        let answer = answer.unwrap_or_default().to_lowercase();
        Ok(matches!(answer.as_str(), "y" | "yes"))
    }

    /// Removes from the screen what only one player may see.
    pub(crate) fn hide(&mut self) -> io::Result<()> {
        /// More lines than a screen has, for screens that ignore the codes below.
        const LINES: usize = 100;
        /// Clears the screen and its scrolled lines, and starts again at the top.
        const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";
        if self.has_screen {
            write!(self.out, "{}{CLEAR}", "\n".repeat(LINES))?;
        }
        Ok(())
    }
}

/// The answer without surrounding spaces and without control characters, which a terminal would
/// obey.
fn plain(answer: &str) -> String {
    answer
        .trim()
        .chars()
        .filter(|letter| !letter.is_control())
        .collect()
}
