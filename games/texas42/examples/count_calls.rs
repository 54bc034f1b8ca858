//! Prints how experts call, name and play: the content of `bot/calls.txt`.
#![expect(clippy::print_stdout, reason = "this is a command")]

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok());
    let n_hands = numbers.next().unwrap_or(4_000);
    let seed = numbers.next().unwrap_or(43);
    print!("{}", texas42::bot::count_calls(n_hands as u32, seed));
}
