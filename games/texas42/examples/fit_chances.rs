//! Prints the corrections of chances, the content of `bot/chances.txt`.
#![expect(clippy::print_stdout, reason = "this is a command")]

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok());
    let n_games = numbers.next().unwrap_or(3_000);
    let seed = numbers.next().unwrap_or(44);
    print!("{}", texas42::bot::fit_chances(n_games, seed));
}
