//! The limits of requests and messages.
//!
//! A limit per socket keeps one client from crowding out its table, a limit per address keeps one
//! machine from opening sockets instead. Messages beyond the limit are refused with
//! `wire/rate_limited`; a socket that goes on sending floods the house, and is disconnected.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

/// The number per second, and the number at once after a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// In the long run.
    pub per_second: NonZeroU32,
    /// At once.
    pub burst: NonZeroU32,
}

impl Rate {
    /// A rate of at least one, with a burst of two seconds.
    ///
    /// ```
    /// use server::Rate;
    ///
    /// let rate = Rate::per_second(30);
    /// assert_eq!((rate.per_second.get(), rate.burst.get()), (30, 60));
    /// assert_eq!(Rate::per_second(0), Rate::per_second(1));
    /// ```
    pub fn per_second(n: u32) -> Rate {
        let per_second = NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let once = Rate {
            per_second,
            burst: per_second,
        };
        Rate {
            per_second,
            ..once.times(2)
        }
    }

    fn quota(self) -> Quota {
        Quota::per_second(self.per_second).allow_burst(self.burst)
    }

    fn times(self, factor: u32) -> Rate {
        let factor = NonZeroU32::new(factor).unwrap_or(NonZeroU32::MIN);
        Rate {
            per_second: self.per_second.saturating_mul(factor),
            burst: self.burst.saturating_mul(factor),
        }
    }
}

/// The limits of a house. `None` means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Commands of one socket.
    pub socket: Option<Rate>,
    /// Commands and requests of one address. Of requests that cost next to nothing it may send ten
    /// times as many.
    pub address: Option<Rate>,
    /// New connections of one address.
    pub connections: Option<Rate>,
}

/// The number of light requests that count as much as one command.
const LIGHT_FACTOR: u32 = 10;

impl Default for Limits {
    /// A quick player sends a few commands a second, and a page that reconnects asks for as many
    /// more. Forty players may share an address, for example in a club or a school.
    fn default() -> Limits {
        Limits {
            socket: Some(Rate::per_second(20)),
            address: Some(Rate::per_second(400)),
            connections: Some(Rate::per_second(40)),
        }
    }
}

impl Limits {
    /// The requests of one address that cost next to nothing: those for the files of the page, and
    /// those by which sockets poll. A page fetches some 150 files to work without a network; forty
    /// that are opened at once ask for 6,000.
    pub(crate) fn light(&self) -> Option<Rate> {
        self.address.map(|rate| rate.times(LIGHT_FACTOR))
    }

    /// No limits at all, for load tests.
    pub const NONE: Limits = Limits {
        socket: None,
        address: None,
        connections: None,
    };
}

/// The allowance of one socket.
#[derive(Debug)]
pub(crate) struct SocketAllowance(Option<SocketLimiters>);

#[derive(Debug)]
struct SocketLimiters {
    commands: DefaultDirectRateLimiter,
    flood: DefaultDirectRateLimiter,
}

/// The verdict of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Within,
    Beyond,
    Flood,
}

/// A client that sends ten times what is allowed does not listen to refusals.
const FLOOD_FACTOR: u32 = 10;

impl SocketAllowance {
    pub(crate) fn new(rate: Option<Rate>) -> SocketAllowance {
        SocketAllowance(rate.map(|rate| SocketLimiters {
            commands: RateLimiter::direct(rate.quota()),
            flood: RateLimiter::direct(rate.times(FLOOD_FACTOR).quota()),
        }))
    }

    /// Counts one message.
    pub(crate) fn take(&self) -> Verdict {
        let Some(limiters) = &self.0 else {
            return Verdict::Within;
        };
        if limiters.flood.check().is_err() {
            Verdict::Flood
        } else if limiters.commands.check().is_err() {
            Verdict::Beyond
        } else {
            Verdict::Within
        }
    }
}

/// The allowance of each address.
#[derive(Debug)]
pub(crate) struct AddressAllowance(Option<AddressLimiter>);

#[derive(Debug)]
struct AddressLimiter {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    counted: AtomicU32,
}

/// The number of messages between two searches for addresses that have been quiet. Each search
/// takes time for every address, and must be rare. Until the next search, the addresses that became
/// quiet are kept, at most as many as there were messages.
const FORGET_EVERY: u32 = 1 << 14;

impl AddressAllowance {
    pub(crate) fn new(rate: Option<Rate>) -> AddressAllowance {
        AddressAllowance(rate.map(|rate| AddressLimiter {
            limiter: RateLimiter::keyed(rate.quota()),
            counted: AtomicU32::new(0),
        }))
    }

    /// Counts one message of this address.
    pub(crate) fn take(&self, address: IpAddr) -> Verdict {
        let Some(AddressLimiter { limiter, counted }) = &self.0 else {
            return Verdict::Within;
        };
        if counted.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            limiter.retain_recent();
        }
        match limiter.check_key(&address) {
            Ok(()) => Verdict::Within,
            Err(_) => Verdict::Beyond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    /// So slow that no machine refills it during a test.
    const SLOW: Option<Rate> = Some(Rate {
        per_second: NonZeroU32::MIN,
        burst: NonZeroU32::new(3).unwrap(),
    });

    #[test]
    fn a_socket_is_refused_and_then_disconnected() {
        let allowance = SocketAllowance::new(Some(Rate {
            burst: NonZeroU32::new(3).unwrap(),
            per_second: NonZeroU32::MIN,
        }));
        let verdicts: Vec<Verdict> = (0..200).map(|_| allowance.take()).collect();
        assert_eq!(verdicts[..3], [Verdict::Within; 3]);
        assert!(verdicts.contains(&Verdict::Beyond));
        assert_eq!(verdicts.last(), Some(&Verdict::Flood));
    }

    #[test]
    fn addresses_do_not_share_their_limit() {
        let allowance = AddressAllowance::new(SLOW);
        let [one, other] = [1, 2].map(|n| IpAddr::from(Ipv4Addr::new(192, 0, 2, n)));
        while allowance.take(one) == Verdict::Within {}
        assert_eq!(allowance.take(other), Verdict::Within);
    }

    #[test]
    fn an_address_may_send_more_light_requests_than_commands() {
        let limits = Limits {
            address: SLOW,
            ..Limits::NONE
        };
        let light = AddressAllowance::new(limits.light());
        let address = Ipv4Addr::LOCALHOST.into();
        let n_within = (0..1_000).filter(|_| light.take(address) == Verdict::Within);
        assert!((30..1_000).contains(&n_within.count()));
        assert_eq!(Limits::NONE.light(), None);
    }

    #[test]
    fn without_a_limit_all_is_within() {
        let socket = SocketAllowance::new(Limits::NONE.socket);
        let address = AddressAllowance::new(Limits::NONE.address);
        for _ in 0..10_000 {
            assert_eq!(socket.take(), Verdict::Within);
            assert_eq!(address.take(Ipv4Addr::LOCALHOST.into()), Verdict::Within);
        }
    }
}
