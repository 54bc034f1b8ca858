//! Reads lines of any length from outside.
//!
//! A line is kept only up to a limit; the rest of a longer one is thrown away while it is read.
//! Endless bad input therefore costs time and no memory.

use std::io::{self, BufRead, BufReader, Read};

/// Reads bytes line by line.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
}

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine<'a> {
    /// All of it.
    Whole(&'a [u8]),
    /// It was longer than the limit and was thrown away.
    TooLong,
}

impl<R: Read> Lines<R> {
    /// The bytes read at a time: a few thousand short lines per system call.
    const CHUNK: usize = 1 << 17;

    /// The lines of `input`, of at most `limit` bytes each.
    pub(crate) fn new(input: R, limit: usize) -> Lines<R> {
        Lines {
            input: BufReader::with_capacity(Self::CHUNK, input),
            line: Vec::new(),
            limit,
        }
    }

    /// The next line; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> io::Result<Option<InputLine<'_>>> {
        self.line.clear();
        // One byte more than the limit, for the line feed.
        let room = self.limit as u64 + 1;
        let n_bytes = (&mut self.input)
            .take(room)
            .read_until(b'\n', &mut self.line)?;
        if n_bytes == 0 {
            return Ok(None);
        }
        if self.line.pop_if(|byte| *byte == b'\n').is_none() && n_bytes > self.limit {
            self.input.skip_until(b'\n')?;
            return Ok(Some(InputLine::TooLong));
        }
        self.line.pop_if(|byte| *byte == b'\r');
        Ok(Some(InputLine::Whole(&self.line)))
    }

    /// Whether the next line is not here yet and reading it may take a while.
    pub(crate) fn must_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &[Option<&str>]) {
        let mut lines = Lines::new(input.as_bytes(), 4);
        for line in expected {
            let line = line.map_or(InputLine::TooLong, |line| InputLine::Whole(line.as_bytes()));
            assert_eq!(lines.next().unwrap(), Some(line), "{input:?}");
        }
        assert_eq!(lines.next().unwrap(), None, "{input:?}");
    }

    #[test]
    fn every_line_comes_once_and_long_ones_are_dropped() {
        check("", &[]);
        check("\n", &[Some("")]);
        check("a\n\nb", &[Some("a"), Some(""), Some("b")]);
        check("a\r\nb\r\n", &[Some("a"), Some("b")]);
        check("abcd\nabcde\nf\n", &[Some("abcd"), None, Some("f")]);
        check("abcd", &[Some("abcd")]);
        check("abcde", &[None]);
        check("abcdefghijklmnopq\n\n", &[None, Some("")]);
    }

    #[test]
    fn only_a_line_that_is_complete_need_not_be_waited_for() {
        let mut lines = Lines::new("a\nb\nc".as_bytes(), 4);
        assert!(lines.must_wait());
        lines.next().unwrap();
        assert!(!lines.must_wait());
        lines.next().unwrap();
        assert!(lines.must_wait());
    }
}
