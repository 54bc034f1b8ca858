//! What was measured.

use std::fmt;
use std::time::Duration;

use super::bots::Moved;

/// What one table measured.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// How long each move waited for its ack.
    pub(super) moves: Vec<Duration>,
    /// How many events were heard.
    pub(super) events: u64,
    /// How often an event was lost or came out of order.
    pub(super) gaps: u64,
}

/// What all tables measured.
#[derive(Debug)]
pub(super) struct Report {
    asked: u64,
    measured: Duration,
    waits: Vec<Duration>,
    events: u64,
    gaps: u64,
    faults: Vec<String>,
    /// What the house took in memory half-way.
    pub(super) megabytes: Option<u64>,
    /// What bots did meanwhile.
    pub(super) bots: Moved,
}

impl Report {
    pub(super) fn new(asked: u64, measured: Duration) -> Report {
        Report {
            asked,
            measured,
            waits: Vec::new(),
            events: 0,
            gaps: 0,
            faults: Vec::new(),
            megabytes: None,
            bots: Moved::default(),
        }
    }

    pub(super) fn add(&mut self, table: anyhow::Result<Tally>) {
        match table {
            Ok(tally) => {
                self.waits.extend(tally.moves);
                self.events += tally.events;
                self.gaps += tally.gaps;
            }
            Err(error) => self.faults.push(format!("{error:#}")),
        }
    }

    /// Whether nothing was lost, and every table played on.
    pub(super) fn is_whole(&self) -> bool {
        self.gaps == 0 && self.faults.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut waits = self.waits.clone();
        waits.sort_unstable();
        let rate = waits.len() as f64 / self.measured.as_secs_f64();
        let asked = match self.asked {
            0 => "as many as there can be".to_owned(),
            asked => format!("{asked} asked for"),
        };
        writeln!(
            f,
            "moves      {rate:.0} a second ({asked}), each durable before its ack"
        )?;
        let at = |part: f64| {
            let last = waits.len().saturating_sub(1);
            let place = (last as f64 * part) as usize;
            waits
                .get(place)
                .map_or(0.0, |wait| wait.as_secs_f64() * 1_000.0)
        };
        writeln!(
            f,
            "ack        p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, most {:.2} ms",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0)
        )?;
        writeln!(
            f,
            "events     {} heard, {} lost or out of order",
            self.events, self.gaps
        )?;
        if self.bots.moves > 0.0 {
            writeln!(
                f,
                "bots       {:.0} moves a second, {:.1} % of them without thinking",
                self.bots.moves / self.measured.as_secs_f64(),
                100.0 * self.bots.quick / self.bots.moves
            )?;
        }
        if let Some(megabytes) = self.megabytes {
            writeln!(f, "memory     {megabytes} MB")?;
        }
        for fault in self.faults.iter().take(5) {
            writeln!(f, "fault      {fault}")?;
        }
        if self.faults.len() > 5 {
            writeln!(f, "fault      and {} more", self.faults.len() - 5)?;
        }
        Ok(())
    }
}
