//! The figures of the house, for `/metrics`.
//!
//! The names are here and nowhere else. They are counted for the whole process:
//! two houses in one process, as in tests, share them.

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{
    Counter, Histogram, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

const NODE: &str = "tallyhouse_node";
const SOCKETS: &str = "tallyhouse_sockets";
const TABLES: &str = "tallyhouse_tables";
/// Connections of any kind.
pub(crate) const CONNECTIONS: &str = "tallyhouse_connections";
/// Sockets with those that are still connecting.
pub(crate) const SESSIONS: &str = "tallyhouse_sessions";
/// Tables that are not closed.
pub(crate) const OPEN_TABLES: &str = "tallyhouse_open_tables";
const TASKS: &str = "tallyhouse_tasks";
const USED_UP: &str = "tallyhouse_used_up_total";
const COMMANDS: &str = "tallyhouse_commands_total";
const WRITTEN: &str = "tallyhouse_messages_written_total";
const REFUSALS: &str = "tallyhouse_refusals_total";
const RESYNCS: &str = "tallyhouse_resyncs_total";
const BUS_LOST: &str = "tallyhouse_bus_lost_total";
const BEHIND: &str = "tallyhouse_sockets_behind_total";
const COMMIT: &str = "tallyhouse_commit_seconds";
const BOTS: &str = "tallyhouse_bot_seconds";
const QUICK: &str = "tallyhouse_bot_quick_moves_total";
const MAILBOX: &str = "tallyhouse_mailbox_depth";
const PAST: &str = "tallyhouse_past_seconds";

/// The interval at which samples that nobody has asked for are put into their buckets; until then
/// each takes memory.
pub(crate) const UPKEEP: Duration = Duration::from_secs(5);

/// Counts from now on, and returns the source of `/metrics`. `None` if another part of the process
/// already counts.
pub(crate) fn install() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || {
        // From a tenth of a millisecond, which a fast disk takes, to seconds.
        let seconds = [
            0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0,
        ];
        let depths = [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
        let matcher = |name: &str| metrics_exporter_prometheus::Matcher::Full(name.to_owned());
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(matcher(COMMIT), &seconds)
            .and_then(|builder| builder.set_buckets_for_metric(matcher(BOTS), &seconds))
            .and_then(|builder| builder.set_buckets_for_metric(matcher(PAST), &seconds))
            .and_then(|builder| builder.set_buckets_for_metric(matcher(MAILBOX), &depths));
        let handle = builder.ok()?.install_recorder().ok()?;
        describe();
        Some(handle)
    };
    let handle = HANDLE.get_or_init(install).as_ref();
    EVERY_MOVE.get_or_init(EveryMove::find);
    handle
}

/// Counters that change at every move. Finding a counter by its name takes longer than counting, so
/// these are kept after their first use.
struct EveryMove {
    commands: Counter,
    written: Counter,
    commit: Histogram,
    mailbox: Histogram,
}

/// Empty before [`install`].
static EVERY_MOVE: OnceLock<EveryMove> = OnceLock::new();

impl EveryMove {
    fn find() -> EveryMove {
        EveryMove {
            commands: counter!(COMMANDS),
            written: counter!(WRITTEN),
            commit: histogram!(COMMIT),
            mailbox: histogram!(MAILBOX),
        }
    }
}

fn describe() {
    describe_gauge!(NODE, "Which node of a house this is; always 1");
    describe_gauge!(SOCKETS, "Connected sockets");
    describe_gauge!(TABLES, "Tables in memory");
    describe_gauge!(CONNECTIONS, "Connections, also those that say nothing");
    describe_gauge!(SESSIONS, "Sockets, with those that are still connecting");
    describe_gauge!(OPEN_TABLES, "Tables that are not closed");
    describe_gauge!(TASKS, "Tasks of the process");
    describe_counter!(USED_UP, "Refusals because a budget was used up, by budget");
    describe_counter!(COMMANDS, "Commands received");
    describe_counter!(
        WRITTEN,
        "Messages and states of tables, each counted once for all who are sent the same"
    );
    describe_counter!(REFUSALS, "Commands refused, by code");
    describe_counter!(
        RESYNCS,
        "Commands sync: a client came to a table, came back or saw a gap"
    );
    describe_counter!(
        BUS_LOST,
        "Messages to other nodes that the bus did not take"
    );
    describe_counter!(BEHIND, "Sockets disconnected because they did not keep up");
    describe_histogram!(COMMIT, "Time until an append was durable");
    describe_histogram!(
        BOTS,
        "Time until a bot had chosen, with its wait for a thread"
    );
    describe_counter!(
        QUICK,
        "Moves that bots made without thinking: busy, late, failed, nothing"
    );
    describe_histogram!(MAILBOX, "Commands waiting at a table when one more came");
    describe_histogram!(
        PAST,
        "Time until a player's own past was read, with its wait for a thread"
    );
}

/// The name of this process among several nodes.
pub(crate) fn is_node(name: &str) {
    gauge!(NODE, "node" => name.to_owned()).set(1.0);
}

pub(crate) fn places(gauge: &'static str, taken: usize) {
    gauge!(gauge).set(taken as f64);
}

pub(crate) fn tasks(n: usize) {
    gauge!(TASKS).set(n as f64);
}

pub(crate) fn used_up(budget: &'static str) {
    counter!(USED_UP, "budget" => budget).increment(1);
}

pub(crate) fn socket_opened() {
    gauge!(SOCKETS).increment(1);
}

pub(crate) fn socket_closed() {
    gauge!(SOCKETS).decrement(1);
}

pub(crate) fn socket_behind() {
    counter!(BEHIND).increment(1);
}

pub(crate) fn table_woken() {
    gauge!(TABLES).increment(1);
}

pub(crate) fn table_rested() {
    gauge!(TABLES).decrement(1);
}

pub(crate) fn command() {
    if let Some(kept) = EVERY_MOVE.get() {
        kept.commands.increment(1);
    }
}

/// A message of a table was made a packet, for however many sockets.
pub(crate) fn written() {
    if let Some(kept) = EVERY_MOVE.get() {
        kept.written.increment(1);
    }
}

pub(crate) fn refusal(code: &'static str) {
    counter!(REFUSALS, "code" => code).increment(1);
}

/// A message to another node was lost.
pub(crate) fn bus_lost() {
    counter!(BUS_LOST).increment(1);
}

pub(crate) fn resync() {
    counter!(RESYNCS).increment(1);
}

pub(crate) fn committed(took: Duration) {
    if let Some(kept) = EVERY_MOVE.get() {
        kept.commit.record(took);
    }
}

pub(crate) fn mailbox(depth: usize) {
    if let Some(kept) = EVERY_MOVE.get() {
        kept.mailbox.record(depth as f64);
    }
}

/// A request about a player's own games was answered or refused.
pub(crate) fn looked_back(what: &'static str, took: Duration) {
    histogram!(PAST, "what" => what).record(took);
}

pub(crate) fn bot_moved(took: Duration) {
    histogram!(BOTS).record(took);
}

pub(crate) fn bot_was_quick(why: &'static str) {
    counter!(QUICK, "why" => why).increment(1);
}
