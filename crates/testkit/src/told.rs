//! The messages of an event, for the tests of a game's messages.

use kernel::{BySeat, Facade, Player, Say, Seating, Seen, Told, Viewer};

/// Each viewer's messages about an event, given the game just before it; empty if the whole event
/// is hidden.
pub fn told<G: Facade>(before: &G, event: &G::Event) -> Vec<(Viewer, Vec<Say>)> {
    let mut after = before.clone();
    after.evolve(event);
    let public = [before, &after].map(|game| Seen::view(game, Viewer::Spectator));
    let tell = |viewer| {
        let seen = Seen::event::<G>(event, viewer);
        let says = seen.map(|seen| {
            (G::WIRE.tell)(&Told {
                event: &seen,
                before: &public[0],
                after: &public[1],
                seating: &seating(before.n_seats()),
            })
        });
        (viewer, says.unwrap_or_default())
    };
    Viewer::all(before.n_seats()).map(tell).collect()
}

/// This many players, called `uuid-0`, `uuid-1` and so on.
pub fn seating(n_seats: u8) -> Seating {
    Seating::new(BySeat::from_fn(n_seats, |seat| Player {
        uuid: format!("uuid-{seat}"),
        nickname: format!("Player {seat}"),
    }))
}
