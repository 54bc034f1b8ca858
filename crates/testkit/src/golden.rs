//! Expected results in files: finding them, comparing with them, rewriting them.

use std::any::Any;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use similar::TextDiff;

/// Whether expectations are compared or rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlessMode {
    /// A difference is a fault.
    Check,
    /// A difference is written to the file.
    Bless,
}

impl BlessMode {
    /// The mode from the environment: `BLESS=1` rewrites.
    pub(crate) fn from_env() -> BlessMode {
        match env::var_os("BLESS") {
            Some(value) if value == "1" => BlessMode::Bless,
            _ => BlessMode::Check,
        }
    }
}

/// The files of a folder that end in `.extension`, by name. An empty list is a fault: a folder that
/// moved would otherwise pass as an empty specification.
pub(crate) fn files(dir: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", dir.display()))?
            .path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: there is no .{extension} file", dir.display()));
    }
    Ok(files)
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a blessed text, if it differs from the present one.
pub(crate) fn rewrite(path: &Path, old: &str, new: &str) -> Result<(), String> {
    if old == new {
        return Ok(());
    }
    fs::write(path, new).map_err(|error| format!("{}: {error}", path.display()))
}

/// The difference of two texts, line by line: `-` is expected, `+` is actual. Long differences are
/// cut, because the first lines nearly always show the cause.
pub(crate) fn diff(expected: &str, actual: &str) -> String {
    const MOST_LINES: usize = 60;
    let diff = TextDiff::from_lines(expected, actual)
        .unified_diff()
        .context_radius(3)
        .missing_newline_hint(false)
        .to_string();
    let mut lines: Vec<&str> = diff.lines().collect();
    let n_lines = lines.len();
    lines.truncate(MOST_LINES);
    let mut text: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    if n_lines > MOST_LINES {
        text += &format!("    ... and {} more lines\n", n_lines - MOST_LINES);
    }
    text
}

/// The message of a caught panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("it did not say why")
}

/// Reports every fault at once: one run of a test shows all of them.
#[track_caller]
pub(crate) fn report(what: &str, faults: &[String]) {
    if !faults.is_empty() {
        panic!(
            "{} of the {what} do not hold (BLESS=1 rewrites expectations):\n\n{}",
            faults.len(),
            faults.join("\n")
        );
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A folder for one test, removed when the test ends.
    pub(crate) struct Folder(PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Folder {
            let path = env::temp_dir().join(format!("testkit-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        pub(crate) fn path(&self) -> &Path {
            &self.0
        }

        pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_long_difference_is_cut() {
        let old: String = (0..100).map(|n| format!("{n}\n")).collect();
        let diff = diff(&old, "");
        assert!(diff.starts_with("    @@"), "{diff}");
        assert!(diff.ends_with("    ... and 41 more lines\n"), "{diff}");
    }

    #[test]
    fn files_come_by_name() {
        let folder = Folder::new("files");
        let b = folder.write("b.md", "");
        let a = folder.write("a.md", "");
        folder.write("c.txt", "");
        assert_eq!(files(folder.path(), "md"), Ok(vec![a, b]));
        assert!(files(&folder.path().join("none"), "md").is_err());
    }
}
