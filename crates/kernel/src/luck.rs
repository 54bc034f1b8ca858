//! Luck that anyone can check.
//!
//! A game's luck comes from one 32-byte [`Key`]. A draw has a name, and the name chooses an
//! independent stream: ChaCha20 keyed by HMAC-SHA256(key, name), with zero nonce and counter. A
//! draw therefore depends only on the key and its own name, and a verifier in any language can
//! recompute it from two standard primitives and the few lines of [`Rng`]. The vectors in
//! `vectors/luck.txt` freeze every step: no library's own random numbers are involved.

use std::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The secret that all luck of one game comes from. Its `Debug` output reveals nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// A key with these bytes.
    pub const fn new(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// A key for tests, examples and simulations, where luck may be predictable.
    pub fn from_seed(seed: u64) -> Key {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Key(bytes)
    }

    /// The stream of this name.
    pub fn stream(&self, name: &str) -> Rng {
        Rng::new(self.seed(name))
    }

    /// The seed of the stream of this name, for callers that draw from it elsewhere. It reveals
    /// nothing about other streams.
    pub fn seed(&self, name: &str) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(name.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// The luck of the `n`-th draw of a game, counted from 0.
    pub const fn draw(&self, n: u64) -> Luck<'_> {
        Luck { key: self, n }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// The luck of one draw: a stream of its own, and streams by name for games
/// in which equal choices must meet equal luck.
#[derive(Debug, Clone, Copy)]
pub struct Luck<'a> {
    key: &'a Key,
    n: u64,
}

impl Luck<'_> {
    /// This draw's own stream, named `draw/<n>`.
    pub fn rng(&self) -> Rng {
        self.key.stream(&format!("draw/{}", self.n))
    }

    /// A stream whose name the game chooses, such as `dice/3/1/0/face`.
    pub fn named(&self, name: &str) -> Rng {
        self.key.stream(name)
    }
}

/// A stream of random numbers: little-endian words of a ChaCha20 key stream.
///
/// ```
/// use kernel::Key;
///
/// let mut deck: Vec<u8> = (0..52).collect();
/// Key::from_seed(42).draw(0).rng().shuffle(&mut deck);
///
/// let mut again: Vec<u8> = (0..52).collect();
/// Key::from_seed(42).draw(0).rng().shuffle(&mut again);
/// assert_eq!(deck, again);
/// ```
pub struct Rng {
    cipher: ChaCha20,
    block: [u8; Rng::BLOCK],
    used: usize,
}

impl Rng {
    /// Bytes of key stream made at a time: four ChaCha20 blocks, which the cipher computes side by
    /// side.
    const BLOCK: usize = 256;

    /// The stream of this ChaCha20 key, with zero nonce and counter.
    pub fn new(key: [u8; 32]) -> Rng {
        let cipher = ChaCha20::new(&key.into(), &[0; 12].into());
        Rng {
            cipher,
            block: [0; Rng::BLOCK],
            used: Rng::BLOCK,
        }
    }

    /// A stream for tests and simulations.
    pub fn from_seed(seed: u64) -> Rng {
        Key::from_seed(seed).stream("seed")
    }

    /// The next four bytes of the stream, as a little-endian number.
    pub fn next_u32(&mut self) -> u32 {
        if self.used == Rng::BLOCK {
            self.block = [0; Rng::BLOCK];
            self.cipher.apply_keystream(&mut self.block);
            self.used = 0;
        }
        let word = &self.block[self.used..self.used + 4];
        self.used += 4;
        u32::from_le_bytes([word[0], word[1], word[2], word[3]])
    }

    /// A number below `n`, each equally likely: words from the incomplete last
    /// multiple of `n` are thrown away, the others are taken modulo `n`.
    ///
    /// # Panics
    /// If `n` is 0: there is no number below it.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        // 2^32 mod n, computed in 32 bits: this many words must be refused.
        let unfair = n.wrapping_neg() % n;
        loop {
            let word = self.next_u32();
            if word <= u32::MAX - unfair {
                return word % n;
            }
        }
    }

    /// The face of a die, 1 to 6.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// Shuffles in place, every order equally likely (Fisher and Yates, from the last place down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// One of the items, each equally likely; `None` if there are no items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            None
        } else {
            items.get(self.below(items.len() as u32) as usize)
        }
    }
}

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rng(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vector 1: key, nonce and counter of zeros.
    #[test]
    fn the_stream_is_chacha20_of_the_standard() {
        let mut rng = Rng::new([0; 32]);
        let words = [
            rng.next_u32(),
            rng.next_u32(),
            rng.next_u32(),
            rng.next_u32(),
        ];
        assert_eq!(words, [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]);
    }

    #[test]
    fn luck_is_frozen() {
        let expected = include_str!("../vectors/luck.txt");
        assert_eq!(
            expected,
            vectors(),
            "luck must never change: journals and verifiers rely on it"
        );
    }

    /// Every kind of draw for a few keys and names, as text.
    fn vectors() -> String {
        let mut text = String::from(
            "# Frozen luck: a key (32 bytes, the seed little-endian, then zeros) and a stream's name give these.\n",
        );
        for seed in [0, 1, 0x0123_4567_89ab_cdef] {
            for name in ["draw/0", "draw/1", "dice/1/1/0/face"] {
                let stream = || Key::from_seed(seed).stream(name);
                let mut rng = stream();
                let words: Vec<String> =
                    (0..4).map(|_| format!("{:08x}", rng.next_u32())).collect();
                let mut rng = stream();
                let dice: String = (0..20).map(|_| rng.die().to_string()).collect();
                let mut rng = stream();
                let large: Vec<String> = (0..3)
                    .map(|_| rng.below(3_000_000_000).to_string())
                    .collect();
                let mut deck: Vec<u8> = (0..52).collect();
                stream().shuffle(&mut deck);
                let deck: Vec<String> = deck.iter().map(u8::to_string).collect();
                text += &format!("\nseed {seed} stream {name}\nwords {}\n", words.join(" "));
                text += &format!("dice {dice}\nbelow 3000000000: {}\n", large.join(" "));
                text += &format!("shuffle of 0..52: {}\n", deck.join(" "));
            }
        }
        text
    }

    #[test]
    fn a_shuffle_is_fair() {
        let mut seen = [0_u32; 24];
        let mut rng = Rng::from_seed(7);
        for _ in 0..24_000 {
            let mut order = [0_usize, 1, 2, 3];
            rng.shuffle(&mut order);
            let rank = order[0] * 6
                + order[1..].iter().filter(|&&x| x < order[1]).count() * 2
                + usize::from(order[2] > order[3]);
            seen[rank] += 1;
        }
        // Each order is expected 1,000 times with a standard deviation of 31.
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    #[test]
    fn below_refuses_the_incomplete_multiple() {
        // For n = 2^31 + 1 nearly half of all words must be refused; modulo alone would favour
        // small numbers.
        let n = (1 << 31) + 1;
        let mut rng = Rng::from_seed(3);
        let small = (0..10_000).filter(|_| rng.below(n) < n / 2).count();
        assert!((4_750..5_250).contains(&small), "{small}");
    }

    #[test]
    fn streams_are_independent_of_each_other() {
        let key = Key::from_seed(9);
        let mut first = key.draw(0).rng();
        first.next_u32();
        let words = |mut rng: Rng| [rng.next_u32(), rng.next_u32()];
        assert_eq!(words(key.draw(1).rng()), words(key.stream("draw/1")));
        assert_ne!(words(key.draw(0).rng()), words(key.draw(1).rng()));
        assert_eq!(words(key.draw(5).named("x")), words(key.draw(6).named("x")));
    }

    #[test]
    fn secrets_do_not_print() {
        assert_eq!(format!("{:?}", Key::from_seed(1)), "Key(secret)");
        assert_eq!(format!("{:?}", Rng::from_seed(1)), "Rng(secret)");
    }
}
