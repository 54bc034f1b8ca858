//! Places that are taken and given back: a bounded number in all and for each address.
//!
//! Everything that a stranger can hold (a connection, a session, a table) takes a [`TakenPlace`] and
//! keeps it for as long as it lives. A dropped place is free again. Therefore nothing is counted
//! after it has ended, in whatever way.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::metrics;

/// The number of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// For everybody together.
    pub in_all: usize,
    /// For each address.
    pub each: usize,
}

impl Bound {
    /// No bound, for load tests.
    pub const NONE: Bound = Bound {
        in_all: usize::MAX,
        each: usize::MAX,
    };
}

/// The reason why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// This address has all its places.
    Here,
    /// All places are taken.
    Everywhere,
}

/// The places of one kind.
#[derive(Debug)]
pub(crate) struct Places {
    /// The name of the gauge that shows how many are taken.
    gauge: &'static str,
    bound: Bound,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    in_all: usize,
    /// Only addresses that have a place are here.
    each: HashMap<IpAddr, usize>,
}

impl Places {
    pub(crate) fn new(gauge: &'static str, bound: Bound) -> Arc<Places> {
        Arc::new(Places {
            gauge,
            bound,
            taken: Mutex::default(),
        })
    }

    /// Takes a place for this address.
    pub(crate) fn take(self: &Arc<Places>, address: IpAddr) -> Result<TakenPlace, Full> {
        let mut taken = self.taken();
        if taken.in_all >= self.bound.in_all {
            return Err(Full::Everywhere);
        }
        let here = taken.each.get(&address).copied().unwrap_or(0);
        if here >= self.bound.each {
            return Err(Full::Here);
        }
        taken.each.insert(address, here + 1);
        taken.in_all += 1;
        metrics::places(self.gauge, taken.in_all);
        Ok(TakenPlace {
            places: self.clone(),
            address,
        })
    }

    /// The number of places that are taken.
    #[cfg(test)]
    pub(crate) fn n_taken(&self) -> usize {
        self.taken().in_all
    }

    /// The counts are whole between any two statements, so a panic elsewhere is no reason
    /// to stop.
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct TakenPlace {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for TakenPlace {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.in_all -= 1;
        if let Some(here) = taken.each.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                taken.each.remove(&self.address);
            }
        }
        metrics::places(self.places.gauge, taken.in_all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(n: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, n).into()
    }

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let places = Places::new("places", Bound { in_all: 3, each: 2 });
        let first = places.take(address(1)).unwrap();
        let second = places.take(address(1)).unwrap();
        assert_eq!(places.take(address(1)).err(), Some(Full::Here));
        let other = places.take(address(2)).unwrap();
        assert_eq!(places.take(address(3)).err(), Some(Full::Everywhere));
        drop(first);
        assert!(places.take(address(3)).is_ok());
        drop((second, other));
        let taken = places.taken();
        assert_eq!((taken.in_all, taken.each.len()), (0, 0));
    }
}
