//! Actions and draws from other times and tables, to be tried where they may not fit.

use std::mem::{Discriminant, discriminant};

use kernel::Rng;

/// The number of remembered items.
const POOL: usize = 512;

/// Adds an item; if the pool is full, it replaces a random one.
pub(crate) fn remember<T>(pool: &mut Vec<T>, item: T, rng: &mut Rng) {
    if pool.len() < POOL {
        pool.push(item);
    } else {
        let place = rng.below(POOL as u32) as usize;
        pool[place] = item;
    }
}

/// All of the items, or `most` of them at random.
pub(crate) fn sample<T: Clone>(items: &[T], most: usize, rng: &mut Rng) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    let one = |_| rng.choose(items).cloned();
    (0..most).filter_map(one).collect()
}

/// One of the items: each kind equally likely, or any item. A rare kind of action is thereby tried
/// although another kind fills the list.
pub(crate) fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    let any = rng.choose(items)?;
    if rng.below(2) == 0 {
        return Some(any);
    }
    let mut kinds: Vec<Discriminant<T>> = Vec::new();
    for kind in items.iter().map(discriminant) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let kind = rng.choose(&kinds)?;
    let alike: Vec<&T> = items
        .iter()
        .filter(|item| discriminant(*item) == *kind)
        .collect();
    rng.choose(&alike).copied()
}

/// All of the items, or `most` of them chosen by [`pick`].
pub(crate) fn sample_kinds<T: Clone>(items: &[T], most: usize, rng: &mut Rng) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    (0..most)
        .filter_map(|_| pick(items, rng).cloned())
        .collect()
}
