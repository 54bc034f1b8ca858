//! The number of files that the system lets the house open: each connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use server::Bound;

/// The files of the house besides connections: the journal, its readers, the log.
const OTHER_FILES: usize = 64;

/// Asks for as many files as the system allows, and returns the connections that fit. One address
/// never gets more than half of them.
pub(super) fn fit(connections: Bound) -> Bound {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let files = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    let files = files.and_then(|files| usize::try_from(files).ok());
    within(connections, files.unwrap_or(usize::MAX))
}

fn within(connections: Bound, files: usize) -> Bound {
    let room = files.saturating_sub(OTHER_FILES).max(2);
    Bound {
        in_all: connections.in_all.min(room),
        each: connections.each.min(room / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_files_leave_room_for_others() {
        let wanted = Bound {
            in_all: 32_000,
            each: 256,
        };
        let few = Bound {
            in_all: 192,
            each: 96,
        };
        assert_eq!(within(wanted, 256), few);
        assert_eq!(within(wanted, 1_000_000), wanted);
    }
}
