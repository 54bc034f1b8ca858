//! The disk that the journal is written to.
//!
//! A move is durable when a disk has it. A journal in memory would leave out the greatest cost of a
//! move.

use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A folder on a real disk.
#[derive(Debug)]
pub(super) struct Disk {
    pub(super) folder: PathBuf,
    /// The system's name for it: `ext4`, `xfs`.
    pub(super) file_system: String,
}

/// File systems in memory, where nothing is durable.
const IN_MEMORY: [&str; 3] = ["tmpfs", "ramfs", "devtmpfs"];

impl Disk {
    /// The given folder, or one in `target`, which is made if it is missing. A folder in memory is
    /// refused.
    pub(super) fn find(given: Option<&Path>) -> anyhow::Result<Disk> {
        let folder = given.unwrap_or(Path::new("target/bench-server"));
        let unmade = || format!("the folder {} cannot be made", folder.display());
        std::fs::create_dir_all(folder).with_context(unmade)?;
        let folder = folder.canonicalize().with_context(unmade)?;
        let mounts = std::fs::read("/proc/self/mountinfo")
            .context("the system does not say what file systems it has (/proc/self/mountinfo)")?;
        let file_system = file_system_of(&folder, &mounts)
            .with_context(|| format!("{} is on no file system", folder.display()))?;
        anyhow::ensure!(
            !IN_MEMORY.contains(&&*file_system),
            "{} is on {file_system}, which is memory and no disk: a move would not be durable there. \
             Name a folder on a disk with --data",
            folder.display()
        );
        Ok(Disk {
            folder,
            file_system,
        })
    }
}

/// Writes `ext4 in target/bench-server`.
impl fmt::Display for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.file_system, self.folder.display())
    }
}

/// The type of a folder's file system: that of the nearest mount point, and of several mounts at
/// one point the last, which hides the others.
fn file_system_of(folder: &Path, mounts: &[u8]) -> Option<String> {
    let mut found: Option<(usize, &[u8])> = None;
    for line in mounts.split(|&byte| byte == b'\n') {
        let mut words = line.split(|&byte| byte == b' ');
        let Some(point) = words.nth(4).map(unescape) else {
            continue;
        };
        // Any number of optional fields follow, until a hyphen ends them.
        let Some(kind) = words.skip_while(|word| *word != b"-").nth(1) else {
            continue;
        };
        let is_nearer = found.is_none_or(|(length, _)| length <= point.len());
        let point = Path::new(std::ffi::OsStr::from_bytes(&point)).to_owned();
        if is_nearer && folder.starts_with(&point) {
            found = Some((point.as_os_str().len(), kind));
        }
    }
    found.map(|(_, kind)| String::from_utf8_lossy(kind).into_owned())
}

/// Spaces, tabs, line ends and backslashes are written as a backslash and three octal digits.
fn unescape(word: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| first == b'\\');
        let code = digits
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                plain.push(code);
                rest = &after[3..];
            }
            None => {
                plain.push(first);
                rest = after;
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &[u8] = b"\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 27 0:27 / /fast rw,relatime - ext4 /dev/vdb rw
31 27 0:27 / /fast rw,relatime master:1 shared:2 - tmpfs tmpfs rw,size=24684100k
32 27 0:28 / /my\\040disk rw - xfs /dev/vdc rw
";

    #[track_caller]
    fn check(folder: &str, expect: &str) {
        let found = file_system_of(Path::new(folder), MOUNTS);
        assert_eq!(found.as_deref(), Some(expect), "{folder}");
    }

    #[test]
    fn the_nearest_mount_counts_and_the_last_at_one_point() {
        check("/srv/house", "ext4");
        check("/fast/bench", "tmpfs");
        check("/fastfile", "ext4");
        check("/my disk/bench", "xfs");
    }
}
