//! Actions and draws from other times and tables, to be tried where they may not fit.

use kernel::Rng;

/// So many are remembered.
const POOL: usize = 512;

/// Keeps an item; when the pool is full, in place of a random one.
pub(crate) fn remember<T>(pool: &mut Vec<T>, item: T, rng: &mut Rng) {
    if pool.len() < POOL {
        pool.push(item);
    } else {
        let place = rng.below(POOL as u32) as usize;
        pool[place] = item;
    }
}

/// All of the items, or so many of them at random.
pub(crate) fn sample<T: Clone>(items: &[T], most: usize, rng: &mut Rng) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    let one = |_| rng.choose(items).cloned();
    (0..most).filter_map(one).collect()
}
