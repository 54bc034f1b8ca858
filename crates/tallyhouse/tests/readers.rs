//! Every reader of text from outside accepts any input without a panic: the fuzz targets, without a
//! fuzzer.
//!
//! The seeds of each target are fed to it unchanged, cut short, with changed bytes, and with parts
//! of each other.

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is the library of the fuzz targets")]
mod fuzz;

use std::path::Path;

use kernel::Rng;

/// The number of mutants of the seeds that are tried with each reader.
const MUTANTS: usize = 20_000;

#[test]
fn no_reader_panics_at_a_seed_or_a_mutant_of_it() {
    for (name, read) in fuzz::READERS {
        let seeds = seeds(name);
        assert!(seeds.len() >= 3, "{name} has seeds");
        let mut rng = Rng::from_seed(4);
        for seed in &seeds {
            read(seed);
        }
        for _ in 0..MUTANTS {
            read(&mutant(&seeds, &mut rng));
        }
    }
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let files = std::fs::read_dir(folder.join(name)).expect("a folder of seeds");
    let mut paths: Vec<_> = files.map(|file| file.expect("a seed").path()).collect();
    paths.sort();
    // A file ends with a line, a notation does not.
    let read = |path| {
        let mut seed = std::fs::read(path).expect("a seed");
        seed.pop_if(|last| *last == b'\n');
        seed
    };
    paths.into_iter().map(read).collect()
}

fn mutant(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut seed = || rng.choose(seeds).cloned().unwrap_or_default();
    let (mut bytes, other) = (seed(), seed());
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let from = rng.below(other.len() as u32 + 1) as usize;
        match rng.below(5) {
            0 => bytes.truncate(at),
            1 => bytes
                .splice(at.., other[from..].iter().copied())
                .for_each(drop),
            2 => bytes.insert(at, rng.below(128) as u8),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| {
                // A meaningful character gets further than any other.
                let signs = b"0123456789-\"'\\[]{}:,. \nASHDCJQKT";
                *byte = rng.choose(signs).copied().unwrap_or(*byte);
            }),
        }
    }
    bytes
}
