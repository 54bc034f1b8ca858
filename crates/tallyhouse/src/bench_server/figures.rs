//! The figures of one stage.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;

use super::metrics::Metrics;
use super::plan::{LoadStage, Way};
use super::process::HouseProcess;
use super::table::LoadOutcome;

/// A reading of the house and of this generator.
#[derive(Debug)]
pub(super) struct Reading {
    /// The house's processor time, if its process is known.
    cpu: Option<Duration>,
    /// Our own.
    own_cpu: Option<Duration>,
    megabytes: Option<u64>,
    metrics: Metrics,
}

impl Reading {
    pub(super) async fn take(
        address: SocketAddr,
        process: Option<HouseProcess>,
    ) -> anyhow::Result<Reading> {
        // The times come first: a busy house takes a while to return its metrics.
        Ok(Reading {
            cpu: process.and_then(HouseProcess::cpu),
            own_cpu: HouseProcess::own().cpu(),
            megabytes: process.and_then(HouseProcess::resident_megabytes),
            metrics: Metrics::read(address).await?,
        })
    }
}

/// The figures of one stage.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StageFigures {
    pub(super) way: Way,
    /// The requested moves per second; 0 for as many as possible.
    pub(super) rate: u64,
    pub(super) seconds: f64,
    /// Acknowledged moves, each durable before its ack.
    pub(super) moves: usize,
    pub(super) moves_a_second: f64,
    /// The house's processor time per move, in microseconds.
    pub(super) server_micros_a_move: Option<f64>,
    /// The figure of this generator.
    pub(super) generator_micros_a_move: Option<f64>,
    /// Milliseconds from sending a move to its ack.
    pub(super) p50_millis: f64,
    pub(super) p99_millis: f64,
    pub(super) longest_millis: f64,
    /// The house's memory at the end.
    pub(super) megabytes: Option<u64>,
    pub(super) events: u64,
    pub(super) states: u64,
    /// The number of times that clients asked for the table, by the house's count.
    pub(super) resyncs: u64,
    /// The same by their own count, from the beginning of the stage. The house is read a moment
    /// later than the stage ends, when the next one may have begun.
    pub(super) syncs_sent: u64,
    /// Tables without a move, although the others made at least ten each.
    pub(super) still_tables: usize,
    pub(super) bot_moves_a_second: f64,
    /// The share of them that bots made without thinking.
    pub(super) quick_bot_moves: f64,
}

/// If tables make this many moves on average, one without moves has stopped.
const MANY: usize = 10;

impl StageFigures {
    /// The figures of the stage at this index, between two readings of the house.
    pub(super) fn new(
        stage: &LoadStage,
        place: usize,
        before: &Reading,
        after: &Reading,
        tables: &[LoadOutcome],
    ) -> StageFigures {
        let tallies = || tables.iter().flat_map(|table| table.tallies(place));
        let mut waits: Vec<Duration> = tallies().flat_map(|tally| &tally.waits).copied().collect();
        waits.sort_unstable();
        let moves = waits.len();
        let seconds = stage.measured().as_secs_f64();
        let is_still =
            |table: &&LoadOutcome| table.tallies(place).all(|tally| tally.waits.is_empty());
        let still_tables = if moves >= MANY * tables.len() {
            tables.iter().filter(is_still).count()
        } else {
            0
        };
        let a_move = |before: Option<Duration>, after: Option<Duration>| {
            let taken = after?.checked_sub(before?)?;
            (moves > 0).then(|| taken.as_secs_f64() * 1e6 / moves as f64)
        };
        let counted = after.metrics.since(before.metrics);
        StageFigures {
            way: stage.way,
            rate: stage.rate,
            seconds,
            moves,
            moves_a_second: moves as f64 / seconds,
            server_micros_a_move: a_move(before.cpu, after.cpu),
            generator_micros_a_move: a_move(before.own_cpu, after.own_cpu),
            p50_millis: millis_at(&waits, 0.5),
            p99_millis: millis_at(&waits, 0.99),
            longest_millis: millis_at(&waits, 1.0),
            megabytes: after.megabytes,
            events: tallies().map(|tally| tally.events).sum(),
            states: tallies().map(|tally| tally.states).sum(),
            resyncs: counted.resyncs as u64,
            syncs_sent: tallies().map(|tally| tally.syncs).sum(),
            still_tables,
            bot_moves_a_second: counted.bot_moves / seconds,
            quick_bot_moves: if counted.bot_moves > 0.0 {
                counted.quick_bot_moves / counted.bot_moves
            } else {
                0.0
            },
        }
    }

    /// Whether moves were made, and everything was as promised.
    pub(super) fn is_whole(&self) -> bool {
        let promised = self.way == Way::Asked || self.syncs_sent == 0;
        self.moves > 0 && self.still_tables == 0 && promised
    }
}

/// The wait at this quantile of all sorted waits, in milliseconds.
fn millis_at(waits: &[Duration], part: f64) -> f64 {
    let last = waits.len().saturating_sub(1);
    let place = (last as f64 * part) as usize;
    waits
        .get(place)
        .map_or(0.0, |wait| wait.as_secs_f64() * 1_000.0)
}
