//! Answers programs line by line: one request per line in, one answer per line out, in the same
//! order.
//!
//! The lines are JSON of the chosen game, which defines their meaning: a [`Responder`] answers one.
//! A bad line is answered with an error, and the next line is read. Answers are collected while
//! requests keep coming, and written at once when the next request is not here yet: a long file and
//! a conversation are both as fast as possible.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use anyhow::Context;
use kernel::AnyRefusal;

use crate::SOME_BAD;
use crate::json::ErrorAnswer;
use crate::lines::{InputLine, Lines};

/// Longer lines are refused unread.
const MAX_LINE: usize = 1 << 16;

/// The number of collected bytes at which answers are written.
const MAX_WAITING: usize = 1 << 16;

/// Appends the answer to a request; on an error it appends nothing.
pub(crate) type Responder<'a> = dyn FnMut(&[u8], &mut Vec<u8>) -> Result<(), AnyRefusal> + 'a;

/// Scores requests from standard input to standard output for a game of the roster.
pub(crate) fn run(game: &str) -> anyhow::Result<ExitCode> {
    let kind = roster::find(game).context("this game is not part of the house")?;
    serve(&mut |request, answer| kind.score_json(request, answer))
}

/// Answers standard input on standard output.
pub(crate) fn serve(responder: &mut Responder<'_>) -> anyhow::Result<ExitCode> {
    // Answers have no colours and need not pass the filter that removes them.
    let n_bad = answer_lines(responder, io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(match n_bad {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(SOME_BAD),
    })
}

/// Answers each line of the input and returns the number of bad ones.
fn answer_lines(
    responder: &mut Responder<'_>,
    input: impl Read,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let mut lines = Lines::new(input, MAX_LINE);
    let mut answers = Vec::with_capacity(2 * MAX_WAITING);
    let mut n_bad = 0;
    while let Some(line) = lines.next()? {
        if let Err(refusal) = answer(responder, &line, &mut answers) {
            n_bad += 1;
            serde_json::to_writer(&mut answers, &ErrorAnswer { error: &refusal })?;
        }
        answers.push(b'\n');
        if answers.len() >= MAX_WAITING || lines.must_wait() {
            out.write_all(&answers)?;
            out.flush()?;
            answers.clear();
        }
    }
    Ok(n_bad)
}

fn answer(
    responder: &mut Responder<'_>,
    line: &InputLine<'_>,
    answers: &mut Vec<u8>,
) -> Result<(), AnyRefusal> {
    match line {
        InputLine::Whole(line) if line.trim_ascii().is_empty() => Err(AnyRefusal::new(
            "empty_line",
            "each line must have a request",
        )),
        InputLine::Whole(line) => responder(line, answers),
        InputLine::TooLong => Err(AnyRefusal::new(
            "too_large",
            format!("a request must have at most {MAX_LINE} bytes"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    /// The responder that counts cribbage.
    fn cribbage(request: &[u8], answer: &mut Vec<u8>) -> Result<(), AnyRefusal> {
        roster::find("cribbage")
            .unwrap()
            .score_json(request, answer)
    }

    fn answers(input: &[u8]) -> (u64, Vec<Value>) {
        let mut out = Vec::new();
        let n_bad = answer_lines(&mut cribbage, input, &mut out).unwrap();
        let answers = out
            .split_inclusive(|byte| *byte == b'\n')
            .map(|line| serde_json::from_slice(line).expect("an answer is a line of JSON"))
            .collect();
        (n_bad, answers)
    }

    /// Bytes of which many are the end of a line or part of a request.
    fn any_input() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            any::<u8>().prop_map(|byte| vec![byte]),
            Just(b"\n".to_vec()),
            Just(b"\r\n".to_vec()),
            Just(br#"{"play":["7H","8C"]}"#.to_vec()),
            Just(br#"{"hand":["5H","5C","5S","JD"],"cut":"5D"}"#.to_vec()),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    fn n_lines(input: &[u8]) -> usize {
        input.split_inclusive(|byte| *byte == b'\n').count()
    }

    /// A request with the code of its error, or an empty code and its total.
    fn any_line() -> impl Strategy<Value = (String, &'static str, i64)> {
        let good = |line: &str, total| (line.to_owned(), "", total);
        let bad = |line: &str, code| (line.to_owned(), code, 0);
        proptest::sample::select(vec![
            good(r#"{"hand":["5H","5C","5S","JD"],"cut":"5D"}"#, 29),
            good(
                r#"{"hand":["4S","5H","6D","6C"],"cut":"KS","crib":true}"#,
                14,
            ),
            good(r#"{"play":["7H","8C","9D"]}"#, 3),
            good(r#"{"hand":"2H 4H 6H 8H"}"#, 4),
            bad("", "empty_line"),
            bad(" \t ", "empty_line"),
            bad("junk", "malformed"),
            bad(r#"{"hand":["5H","5C","5S"]}"#, "wrong_card_count"),
            bad(r#"{"play":["KH","QC","JD","2S"]}"#, "past_thirty_one"),
            (" ".repeat(MAX_LINE + 1), "too_large", 0),
            ("[".repeat(3 * MAX_LINE), "too_large", 0),
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn any_bytes_get_one_answer_a_line(input in any_input()) {
            let (n_bad, answers) = answers(&input);
            prop_assert_eq!(answers.len(), n_lines(&input));
            let errors = answers.iter().filter(|answer| answer.get("error").is_some()).count();
            prop_assert_eq!(n_bad, errors as u64);
        }

        #[test]
        fn answers_keep_the_order_of_the_lines(lines in proptest::collection::vec(any_line(), 0..30)) {
            let input: String = lines.iter().map(|(line, ..)| format!("{line}\n")).collect();
            let (_, answers) = answers(input.as_bytes());
            prop_assert_eq!(answers.len(), lines.len());
            for ((_, code, total), answer) in lines.iter().zip(answers) {
                if code.is_empty() {
                    prop_assert_eq!(&answer["total"], *total);
                } else {
                    prop_assert_eq!(&answer["error"]["code"], *code);
                }
            }
        }
    }

    /// Gives its parts one by one, like typing, and looks at the answers before each.
    struct Typing<'a> {
        parts: Vec<&'a str>,
    }

    impl Read for Typing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.parts.is_empty() {
                return Ok(0);
            }
            let part = self.parts.remove(0).as_bytes();
            buffer[..part.len()].copy_from_slice(part);
            Ok(part.len())
        }
    }

    /// Counts how often it is flushed with something new.
    #[derive(Default)]
    struct Flushed {
        n_waiting: usize,
        flushes: Vec<usize>,
    }

    impl Write for Flushed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.n_waiting += bytes.iter().filter(|byte| **byte == b'\n').count();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.flushes.push(std::mem::take(&mut self.n_waiting));
            Ok(())
        }
    }

    #[test]
    fn answers_come_as_soon_as_nothing_more_is_asked() {
        let request = "{\"play\":[\"7H\"]}\n";
        let two_and_a_half = format!("{request}{request}{{\"play\":");
        let parts = vec![request, &two_and_a_half, "[\"7H\"]}\n"];
        let mut out = Flushed::default();
        answer_lines(&mut cribbage, Typing { parts }, &mut out).unwrap();
        assert_eq!(out.flushes, [1, 2, 1]);
    }
}
