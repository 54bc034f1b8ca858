//! Remembered games in memory: a list, and loops over it.

use std::cmp::Reverse;

use super::contents::Contents;
use crate::ended::{
    DealResult, Ended, EndedSeat, Fared, GamePlace, MOST_CLAIMED, Opponent, Past, Remembered,
};
use crate::error::Error;
use crate::id::{Code, PlayerId};
use crate::sum::{Counted, Derived, Met, Statistics, Sum, SumKey, SumLine, WON};

impl Contents {
    pub(super) fn remember(&mut self, table: &Code, ended: &Ended) {
        let game = Remembered {
            table: table.clone(),
            ended: ended.clone(),
            is_kept: true,
        };
        if self.games.iter().all(|known| known.place() != game.place()) {
            self.games.push(game);
        }
    }

    pub(super) fn remember_claimed(
        &mut self,
        player: &PlayerId,
        table: &Code,
        games: &[Ended],
    ) -> Result<(), Error> {
        let is_erased = |known: &crate::player::Player| known.erased_at.is_some();
        if self.players.get(player).is_some_and(is_erased) {
            return Err(Error::no_player(player));
        }
        let known = self.games.iter().filter(|game| game.table == *table);
        let known: Vec<u32> = known.map(|game| game.ended.number).collect();
        let new = games.iter().filter(|game| !known.contains(&game.number));
        let claimed = self.games.iter().filter(|game| is_claimed(game, player));
        if claimed.count() + new.clone().count() > MOST_CLAIMED {
            let player = player.clone();
            return Err(Error::TooManyClaimed { player });
        }
        new.for_each(|game| self.remember(table, game));
        Ok(())
    }

    /// Forgets the games that a player has claimed.
    pub(super) fn forget_claimed(&mut self, player: &PlayerId) {
        self.games.retain(|game| !is_claimed(game, player));
    }

    pub(super) fn review(&mut self, table: &Code, number: u32, seats: &[(u8, Fared)]) {
        let games = self.games.iter_mut();
        let of = games.filter(|game| game.table == *table && game.ended.number == number);
        if let Some(game) = of.max_by_key(|game| game.ended.at) {
            for seat in &mut game.ended.seats {
                let told = seats.iter().find(|(place, _)| *place == seat.seat);
                seat.fared = seat.fared.or(told.map(|(_, fared)| *fared));
            }
        }
    }

    pub(super) fn rewrite_games(
        &mut self,
        table: &Code,
        expect: u64,
        games: &[Ended],
    ) -> Result<(), Error> {
        let record = self.record(table)?;
        super::contents::expect_last(record, expect)?;
        let since = record.table.at;
        let is_theirs = |game: &Remembered| game.table == *table && game.ended.at >= since;
        let (known, others): (Vec<_>, Vec<_>) = self.games.drain(..).partition(is_theirs);
        self.games = others;
        for game in games {
            let before = known.iter().find(|old| old.ended.number == game.number);
            self.remember(table, &game.reviewed_as(before));
        }
        Ok(())
    }

    /// Every game, in the order of tables, and whether it can be replayed.
    pub(super) fn all_games(&self) -> Vec<Remembered> {
        let mut games = self.games.clone();
        for game in &mut games {
            let table = self.tables.get(&game.table);
            game.is_kept = table.is_some_and(|record| record.table.at <= game.ended.at);
        }
        games.sort_by_key(|game| in_order(&game.place()));
        games
    }

    fn games_of(&self, player: &PlayerId) -> Vec<(Remembered, EndedSeat)> {
        let is_erased = |known: &crate::player::Player| known.erased_at.is_some();
        if self.players.get(player).is_some_and(is_erased) {
            return Vec::new();
        }
        let games = self.all_games().into_iter();
        let theirs = games.filter_map(|game| {
            let (_, seat) = game.ended.people().find(|(known, _)| *known == player)?;
            let seat = seat.clone();
            Some((game, seat))
        });
        theirs.collect()
    }

    /// Whether a player is in a game that is remembered.
    pub(super) fn is_remembered(&self, player: &PlayerId) -> bool {
        !self.games_of(player).is_empty()
    }

    pub(super) fn history(&self, player: &PlayerId, past: &Past) -> Vec<Remembered> {
        let fits = |(game, seat): &(Remembered, EndedSeat)| {
            let met = game.ended.opponents(seat);
            (past.game.as_ref()).is_none_or(|wanted| *wanted == game.ended.game)
                && (past.opponent.as_ref()).is_none_or(|wanted| met.contains(wanted))
                && past.won.is_none_or(|wanted| wanted == seat.won)
                && past.since.is_none_or(|since| game.ended.at >= since)
                && past.until.is_none_or(|until| game.ended.at <= until)
                && (past.before.as_ref()).is_none_or(|before| game.place() < *before)
        };
        let games = self.games_of(player).into_iter().filter(fits);
        let mut games: Vec<Remembered> = games.map(|(game, _)| game).collect();
        games.sort_by_key(|game| Reverse(game.place()));
        games.truncate(past.bounded_limit());
        games
    }

    pub(super) fn statistics(&self, player: &PlayerId, counted: &Counted) -> Statistics {
        let games = self.games_of(player);
        let mut derived = Derived::default();
        for (game, _) in &games {
            derived.add(&game.table, &game.ended, player);
        }
        let lines = |fits: &dyn Fn(&SumKey) -> bool| -> Vec<SumLine> {
            let fitting = derived.sums.iter().filter(|(key, _)| fits(key));
            let line = |(key, sum): (&SumKey, &Sum)| SumLine {
                key: key.clone(),
                sum: *sum,
            };
            fitting.map(line).collect()
        };
        let mut statistics = Statistics {
            sums: lines(&|key| key.month == 0 && key.opponent == counted.opponent),
            ..Statistics::default()
        };
        if counted.opponent.is_some() {
            return statistics;
        }
        let since = counted.since_month.max(1);
        statistics.months = lines(&|key| key.opponent.is_none() && key.month >= since);
        let mut met = lines(&|key| key.opponent.is_some() && key.month == 0 && key.measure == WON);
        met.sort_by_key(|line| {
            let opponent = line.key.opponent_key();
            (Reverse(line.sum.n), opponent, line.key.game.clone())
        });
        met.truncate(Counted::MOST_OPPONENTS);
        let name = |opponent: &Opponent| {
            let Opponent::Player(id) = opponent else {
                return None;
            };
            let against = games
                .iter()
                .filter(|(game, seat)| game.ended.opponents(seat).contains(opponent));
            let (last, _) = against.max_by_key(|(game, _)| game.place())?;
            let (_, seat) = last.ended.people().find(|(known, _)| *known == id)?;
            Some(seat.name.clone())
        };
        statistics.opponents = met
            .into_iter()
            .filter_map(|line| {
                let opponent = line.key.opponent?;
                Some(Met {
                    name: name(&opponent),
                    opponent,
                    game: line.key.game,
                    won: line.sum,
                })
            })
            .collect();
        statistics
    }

    /// Every result of a deal, the best first.
    pub(super) fn results(&self, deal: &str) -> Vec<DealResult> {
        let games = self.games.iter();
        let of = games.filter(|game| game.ended.deal.as_deref() == Some(deal));
        let mut results: Vec<DealResult> = of
            .flat_map(|game| {
                game.ended.people().map(|(_, seat)| DealResult {
                    table: game.table.clone(),
                    at: game.ended.at,
                    rank: game.ended.rank(seat),
                    seat: seat.clone(),
                })
            })
            .collect();
        results.sort_by_key(best_first);
        results
    }

    /// Renames a player in every game.
    pub(super) fn rename_in_games(&mut self, player: &PlayerId, name: &str) {
        let seats = self.games.iter_mut().flat_map(|game| &mut game.ended.seats);
        for seat in seats.filter(|seat| seat.player.as_ref() == Some(player)) {
            name.clone_into(&mut seat.name);
        }
    }
}

fn is_claimed(game: &Remembered, player: &PlayerId) -> bool {
    game.ended.claimed && game.ended.people().any(|(known, _)| known == player)
}

pub(super) fn best_first(result: &DealResult) -> (Reverse<i64>, u64, Code, u8) {
    let seat = result.seat.seat;
    (Reverse(result.rank), result.at, result.table.clone(), seat)
}

pub(super) fn in_order(place: &GamePlace) -> (Code, u64, u32) {
    (place.table.clone(), place.at, place.number)
}
