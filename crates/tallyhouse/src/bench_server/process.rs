//! The resources of a process, if the system reports them.

use std::time::Duration;

/// A process by its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct HouseProcess(pub(super) u32);

impl HouseProcess {
    /// This one.
    pub(super) fn own() -> HouseProcess {
        HouseProcess(std::process::id())
    }

    /// The processor time of all its threads, their own and the system's for them.
    pub(super) fn cpu(self) -> Option<Duration> {
        // Linux counts in hundredths of a second (USER_HZ) on every machine that we run on.
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        // The name of the program is in brackets and may contain anything.
        let (_, after_name) = stat.rsplit_once(')')?;
        // They are fields 14 and 15; the first after the name is field 3.
        let mut fields = after_name.split_whitespace().skip(14 - 3);
        let user: u32 = fields.next()?.parse().ok()?;
        let system: u32 = fields.next()?.parse().ok()?;
        Some(TICK * (user + system))
    }

    /// Its memory.
    pub(super) fn resident_megabytes(self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes / 1024)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_time_and_memory_are_known() {
        let before = HouseProcess::own().cpu().unwrap();
        // Only time on a processor counts; therefore the loop ends on any machine.
        while HouseProcess::own().cpu().unwrap() == before {
            std::hint::spin_loop();
        }
        assert!(HouseProcess::own().resident_megabytes().unwrap() > 0);
    }
}
