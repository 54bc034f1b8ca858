//! Prints the weights of the hand model, the content of `bot/hands.txt`.
#![expect(clippy::print_stdout, reason = "this is a command")]

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok());
    let n_deals = numbers.next().unwrap_or(200_000);
    let seed = numbers.next().unwrap_or(42);
    print!("{}", texas42::bot::fit_hands(n_deals as u32, seed));
}
