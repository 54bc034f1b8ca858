//! The limit of wrong codes, of tables and for devices, that an address may name.
//!
//! A code is short, because friends type it; therefore it must not pay to try many. An address may
//! name ten wrong codes a minute, by socket and HTTP together. After that, every wrong code and
//! every private table gets the same refusal, with the time to wait. Nothing is delayed.
//!
//! Players who sit at a table, have a key to it or ask for a public one are not affected. The same
//! code counts once, and no longer counts after its table has let them in.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The time for which a wrong code counts.
const COUNTS_FOR: Duration = Duration::from_secs(60);

/// The number of addresses that are kept, in some megabytes. Somebody with more addresses could try
/// as many codes anyway.
const MOST_ADDRESSES: usize = 1 << 14;

/// The wrong codes of each address.
#[derive(Debug)]
pub(crate) struct Guesses {
    /// The number of wrong codes that an address may name; `None` means no limit.
    most: Option<usize>,
    wrong: Mutex<BTreeMap<IpAddr, Vec<Wrong>>>,
}

/// A code that opened nothing.
#[derive(Debug)]
struct Wrong {
    code: String,
    at: Instant,
}

impl Wrong {
    /// The time for which it still counts.
    fn left(&self, now: Instant) -> Duration {
        COUNTS_FOR.saturating_sub(now.saturating_duration_since(self.at))
    }
}

impl Guesses {
    pub(crate) fn new(most: Option<usize>) -> Guesses {
        Guesses {
            most,
            wrong: Mutex::default(),
        }
    }

    /// Whether an address may still try this code; if not, how long to wait.
    pub(crate) fn may_try(&self, address: IpAddr, code: &str) -> Result<(), Duration> {
        let Some(most) = self.most else { return Ok(()) };
        let mut wrong = self.lock();
        match recent(&mut wrong, address, Instant::now()) {
            Some(tried) => allowed(tried, most, code, Instant::now()),
            None => Ok(()),
        }
    }

    /// Counts a wrong code. If there were too many, returns how long to wait.
    pub(crate) fn was_wrong(&self, address: IpAddr, code: &str) -> Result<(), Duration> {
        let Some(most) = self.most else { return Ok(()) };
        let now = Instant::now();
        let mut wrong = self.lock();
        if recent(&mut wrong, address, now).is_none() && wrong.len() >= MOST_ADDRESSES {
            make_room(&mut wrong, now);
        }
        let tried = wrong.entry(address).or_default();
        allowed(tried, most, code, now)?;
        if !tried.iter().any(|wrong| wrong.code == code) {
            let code = code.to_owned();
            tried.push(Wrong { code, at: now });
        }
        Ok(())
    }

    /// Forgets a code that opened its table after all.
    pub(crate) fn was_right(&self, address: IpAddr, code: &str) {
        if let Some(tried) = self.lock().get_mut(&address) {
            tried.retain(|wrong| wrong.code != code);
        }
    }

    /// The data is whole between any two statements: a panic elsewhere is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Vec<Wrong>>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The recent wrong codes of an address.
fn recent(
    wrong: &mut BTreeMap<IpAddr, Vec<Wrong>>,
    address: IpAddr,
    now: Instant,
) -> Option<&mut Vec<Wrong>> {
    let tried = wrong.get_mut(&address)?;
    tried.retain(|wrong| !wrong.left(now).is_zero());
    Some(tried)
}

fn allowed(tried: &[Wrong], most: usize, code: &str, now: Instant) -> Result<(), Duration> {
    if tried.len() < most || tried.iter().any(|wrong| wrong.code == code) {
        return Ok(());
    }
    // The oldest stops counting first.
    let wait = tried.iter().map(|wrong| wrong.left(now)).min();
    Err(wait.unwrap_or_default())
}

/// Forgets the addresses that were quiet for a while, or all of them if none was.
fn make_room(wrong: &mut BTreeMap<IpAddr, Vec<Wrong>>, now: Instant) {
    wrong.retain(|_, tried| tried.iter().any(|wrong| wrong.left(now) > COUNTS_FOR / 2));
    if wrong.len() >= MOST_ADDRESSES {
        wrong.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Key;
    use std::net::Ipv4Addr;
    use table::GameCode;

    fn address(n: u32) -> IpAddr {
        Ipv4Addr::from(0x0a00_0000 + n).into()
    }

    fn codes(n: usize) -> Vec<String> {
        let mut rng = Key::from_seed(1).stream("codes");
        (0..n)
            .map(|_| GameCode::draw(&mut rng).to_string())
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn ten_codes_a_minute_and_each_counts_once() {
        let guesses = Guesses::new(Some(10));
        let codes = codes(12);
        for code in &codes[..10] {
            for _ in 0..3 {
                assert_eq!(guesses.was_wrong(address(1), code), Ok(()));
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        let wait = guesses.was_wrong(address(1), &codes[10]);
        assert_eq!(wait, Err(Duration::from_secs(50)));
        assert_eq!(guesses.may_try(address(1), &codes[10]), wait);
        assert_eq!(guesses.may_try(address(1), &codes[3]), Ok(()));
        assert_eq!(guesses.may_try(address(2), &codes[10]), Ok(()));
        tokio::time::advance(Duration::from_secs(50)).await;
        assert_eq!(guesses.was_wrong(address(1), &codes[10]), Ok(()));
        assert_eq!(
            guesses.was_wrong(address(1), &codes[11]),
            Err(Duration::from_secs(1))
        );
        guesses.was_right(address(1), &codes[10]);
        assert_eq!(guesses.was_wrong(address(1), &codes[11]), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_count_is_bounded() {
        let guesses = Guesses::new(Some(10));
        let code = &codes(1)[0];
        for n in 0..3 * MOST_ADDRESSES as u32 {
            assert_eq!(guesses.was_wrong(address(n), code), Ok(()));
            assert!(guesses.lock().len() <= MOST_ADDRESSES);
        }
    }

    #[test]
    fn without_a_limit_every_code_may_be_tried() {
        let guesses = Guesses::new(None);
        for code in codes(100) {
            assert_eq!(guesses.was_wrong(address(1), &code), Ok(()));
        }
        assert!(guesses.lock().is_empty());
    }
}
