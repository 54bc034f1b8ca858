//! The conditions that hold in every state of a game, and at its end.

use std::collections::BTreeSet;

use kernel::{Game, Seat, Side, Turn};

use super::round_trip::round_trip;
use crate::trail::ensure;
use crate::transcript::json;

pub(super) fn check_turn<G: Game>(game: &G) -> Result<(), String> {
    if let Turn::Seats(seats) = game.turn() {
        ensure!(!seats.is_empty(), "it is the turn of no seat");
        ensure!(
            seats.iter().all(|seat| seat.0 < game.n_seats()),
            "it is the turn of {seats:?} at a table of {}",
            game.n_seats()
        );
    }
    Ok(())
}

pub(super) fn check_scores<G: Game>(game: &G) -> Result<(), String> {
    let sides: BTreeSet<Side> = Seat::all(game.n_seats())
        .map(|seat| game.side(seat))
        .collect();
    let scored: BTreeSet<Side> = game.scores().iter().map(|(side, _)| side).collect();
    ensure!(
        sides == scored,
        "the seats make the sides {sides:?}, scores are of {scored:?}"
    );
    let winners = game.winners();
    let unique: BTreeSet<Side> = winners.iter().copied().collect();
    ensure!(
        unique.len() == winners.len() && unique.is_subset(&sides),
        "the winners {winners:?} are not some of the sides {sides:?}"
    );
    if game.turn() != Turn::Over {
        ensure!(winners.is_empty(), "the game goes on, but {winners:?} won");
        ensure!(
            game.rematch().is_none(),
            "the game goes on, but a rematch is offered"
        );
    }
    Ok(())
}

/// A seat has actions exactly when it must move, each once.
pub(super) fn check_list<G: Game>(
    game: &G,
    seat: Seat,
    listed: &[G::Action],
) -> Result<(), String> {
    let to_move = game.turn().seats().contains(seat);
    ensure!(
        listed.is_empty() != to_move,
        "seat {seat} is {}to move and has {} actions",
        if to_move { "" } else { "not " },
        listed.len()
    );
    let mut unique = BTreeSet::new();
    for action in listed {
        round_trip("an action", action)?;
        ensure!(
            unique.insert(json(action)),
            "{} is listed twice",
            json(action)
        );
    }
    Ok(())
}

pub(super) fn check_end<G: Game>(game: &G) -> Result<(), String> {
    ensure!(
        game.turn() == Turn::Over,
        "nobody can move, but the game is not over"
    );
    let Some(options) = game.rematch() else {
        return Ok(());
    };
    round_trip("the options of the rematch", &options)?;
    match G::new(options) {
        Ok(_) => Ok(()),
        Err(faults) => Err(format!("the rematch cannot begin: {faults:?}")),
    }
}
