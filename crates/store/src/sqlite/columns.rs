//! SQL text that several questions about remembered games share.

/// The columns of a seat, in the order in which `questions` reads them.
macro_rules! seat_columns {
    () => {
        "seats.code, seats.at, seats.number, seats.seat, seats.seq, seats.game, seats.deal,
        seats.side, seats.player, seats.bot, seats.name, seats.won, seats.score, seats.figures,
        seats.skill, seats.luck, seats.claimed"
    };
}

/// Whether the journal of the game's table is still kept.
macro_rules! is_kept {
    () => {
        "EXISTS (SELECT 1 FROM tables WHERE tables.code = seats.code AND tables.at <= seats.at)"
    };
}
