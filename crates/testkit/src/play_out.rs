//! A whole game that bots or scripts play, without looking at how it goes. Benchmarks of bots play
//! their games with it; it checks nothing but that each choice keeps the rules.

use kernel::{Game, Input, Key, Rng, Seat, Turn};

/// Plays a game to its end and returns it. `choose` acts for each seat in turn, with a generator of
/// its own; everything else is drawn from the key. Panics if `choose` breaks the rules.
pub fn play_out<G: Game>(
    mut game: G,
    key: &Key,
    mut choose: impl FnMut(&G, Seat, &mut Rng) -> G::Action,
) -> G {
    for step in 1.. {
        let input = match game.turn() {
            Turn::Over => break,
            Turn::Chance => Input::Chance(game.draw(&key.draw(step))),
            Turn::Seats(seats) => {
                let seat = seats.first().expect("some seat must move");
                let mut rng = key.stream(&format!("bot/{step}"));
                let action = choose(&game, seat, &mut rng);
                Input::Act { seat, action }
            }
        };
        for event in game.decide(&input).expect("each choice keeps the rules") {
            game.evolve(&event);
        }
    }
    game
}
