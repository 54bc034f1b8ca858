//! The part of a journal that everybody may read.

use kernel::{AnyGame, Kind, Viewer};
use serde_json::Value;

use crate::entry::{Entry, Fact, Run, Step};

/// The journal without what is still secret: the table's own secret always, and of
/// a game that is not over the luck, the actions and whatever a spectator does not
/// see. `revealed` is [`Table::revealed`](crate::Table::revealed); up to it all is told.
pub fn public_journal(entries: &[Entry], revealed: u64, kind: &dyn Kind) -> Vec<Entry> {
    entries
        .iter()
        .map(|entry| public(entry, revealed, kind))
        .collect()
}

fn public(entry: &Entry, revealed: u64, kind: &dyn Kind) -> Entry {
    let mut entry = entry.clone();
    // What a client calls its commands is nobody else's business.
    entry.command_id = None;
    match &mut entry.fact {
        Fact::Opened { secret, .. } => *secret = None,
        Fact::Started { run, .. } | Fact::Decided { run, .. } if entry.seq > revealed => {
            let game = kind.start(&Value::Null).ok();
            *run = game.map_or_else(Run::default, |game| veil(run, &*game));
        }
        _ => {}
    }
    entry
}

/// The steps as a spectator saw them.
fn veil(run: &Run, game: &dyn AnyGame) -> Run {
    let seen = |event: &Value| {
        let seen = game.redact(event, Viewer::Spectator).ok().flatten()?;
        Some(seen.into_value())
    };
    let steps = run.steps.iter().map(|step| Step {
        draw: step.draw,
        input: Value::Null,
        events: step.events.iter().filter_map(seen).collect(),
    });
    Run {
        steps: steps.collect(),
        end: None,
    }
}
