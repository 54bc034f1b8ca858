//! The faults that checks report.

use std::fmt;

/// A broken rule: the file, the line if there is one, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TidyFault {
    path: String,
    /// Counted from one, as in editors.
    line: Option<usize>,
    message: String,
}

impl TidyFault {
    /// A fault of a whole file or folder.
    pub(crate) fn of(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: None,
            message: message.into(),
        }
    }

    /// A fault of one line, counted from one.
    pub(crate) fn at(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self {
            line: Some(line),
            ..Self::of(path, message)
        }
    }

    #[cfg(test)]
    pub(crate) fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for TidyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

/// Asserts that a check finds exactly these faults, in this order.
#[cfg(test)]
#[track_caller]
pub(crate) fn assert_faults(faults: &[TidyFault], expected: &[&str]) {
    let faults: Vec<String> = faults.iter().map(TidyFault::to_string).collect();
    assert_eq!(faults, expected);
}
