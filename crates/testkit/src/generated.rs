//! Files that are generated from the code and kept in the repository.

use std::fs;
use std::path::Path;

use crate::golden::{self, BlessMode};

/// Checks that a file has this text. With `BLESS=1` in the environment it is written instead.
///
/// Panics with the difference and the way to refresh the file.
#[track_caller]
pub fn generated(path: &Path, text: &str) {
    if let Err(fault) = compare(path, text, BlessMode::from_env()) {
        panic!("{fault}");
    }
}

fn compare(path: &Path, text: &str, mode: BlessMode) -> Result<(), String> {
    // A missing file counts as empty.
    let old = fs::read_to_string(path).unwrap_or_default();
    if mode == BlessMode::Bless {
        return write(path, &old, text);
    }
    if old == text {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let difference = golden::diff(&old, text);
    Err(format!(
        "{name} must agree with the code: `cargo xtask bless` writes it anew\n{difference}"
    ))
}

fn write(path: &Path, old: &str, new: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    golden::rewrite(path, old, new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::tests::Folder;

    #[test]
    fn a_file_is_compared_or_written() {
        let folder = Folder::new("generated");
        let path = folder.path().join("new/types.ts");
        let stale = compare(&path, "fresh\n", BlessMode::Check).unwrap_err();
        assert!(stale.contains("`cargo xtask bless`"), "{stale}");
        assert!(stale.contains("+fresh"), "{stale}");
        compare(&path, "fresh\n", BlessMode::Bless).unwrap();
        assert_eq!(compare(&path, "fresh\n", BlessMode::Check), Ok(()));
        assert!(compare(&path, "newer\n", BlessMode::Check).is_err());
    }
}
