//! The public part of a journal.

use kernel::{Json, Kind, Step, Viewer};

use crate::deal::Deal;
use crate::entry::{DecidedRun, Entry, Fact};
use crate::restore::today;
use crate::table::Table;

impl Table {
    /// The journal of this table without what is still secret. Up to the end of the last finished
    /// game everything is public except the table's own secret. After it the journal has only what
    /// a spectator has heard: no luck, no actions, no entry without a message, and nothing that is
    /// still to be shown. The remaining entries are renumbered, and their numbers do not reveal
    /// omissions.
    ///
    /// The secret of shared luck is left out unless `told` says that nobody can play with it any
    /// more.
    pub fn public_journal(&self, entries: &[Entry], told: bool) -> Vec<Entry> {
        let (open, secret): (Vec<&Entry>, Vec<&Entry>) = entries
            .iter()
            .filter(|entry| !is_of_players(&entry.fact))
            .partition(|entry| entry.seq <= self.revealed.max(1));
        let mut unshown = self.play.as_ref().map_or(0, |play| play.n_unshown());
        let mut heard: Vec<Entry> = Vec::new();
        // The newest entries may not have been shown yet.
        for entry in secret.into_iter().rev() {
            heard.extend(self.heard(entry, &mut unshown));
        }
        let keep_secret = !told && self.deal.as_ref().is_some_and(|deal| *deal != Deal::Lesson);
        let open = open.into_iter().map(|entry| self::told(entry.clone()));
        let open = open.map(|entry| match keep_secret {
            true => without_secret(entry),
            false => entry,
        });
        let all = open.chain(heard.into_iter().rev());
        (1..)
            .zip(all)
            .map(|(seq, entry)| Entry { seq, ..entry })
            .collect()
    }

    /// The message that a spectator heard of an entry, if there was one.
    fn heard(&self, entry: &Entry, unshown: &mut usize) -> Option<Entry> {
        let mut entry = today(entry, self.kind, self.rules_version)
            .ok()?
            .into_owned();
        match &mut entry.fact {
            // Entropy is not told before the game begins.
            Fact::Added { .. } => return None,
            Fact::Seated { entropy, .. } | Fact::Agreed { entropy, .. } => *entropy = None,
            Fact::Started { run, .. } => *run = veil(run, self.kind, unshown),
            Fact::Decided { run, .. } => {
                *run = veil(run, self.kind, unshown);
                if run.steps.is_empty() {
                    return None;
                }
            }
            _ => {}
        }
        Some(self::told(entry))
    }
}

/// Whether a fact concerns only the players, even when a game is over.
const fn is_of_players(fact: &Fact) -> bool {
    matches!(fact, Fact::Shared { .. } | Fact::Unshared { .. })
}

/// An entry without the parts that are never public.
fn told(mut entry: Entry) -> Entry {
    // A client's ids of its commands do not concern others.
    entry.command_id = None;
    if let Fact::Opened { secret, .. } = &mut entry.fact {
        *secret = None;
    }
    entry
}

/// An entry without the secret of its game.
fn without_secret(mut entry: Entry) -> Entry {
    if let Fact::Started { run, .. } | Fact::Decided { run, .. } = &mut entry.fact
        && let Some(end) = &mut run.end
    {
        end.secret = None;
    }
    entry
}

/// The steps as a spectator saw them, without this many of the last events.
fn veil(run: &DecidedRun, kind: &dyn Kind, unshown: &mut usize) -> DecidedRun {
    let mut steps: Vec<Step> = Vec::new();
    for step in run.steps.iter().rev() {
        let shown = step.events.len().saturating_sub(*unshown);
        *unshown -= step.events.len() - shown;
        let seen = |event| Some(kind.redact(event, Viewer::Spectator)?.into_value());
        let events: Vec<Json> = step.events[..shown].iter().filter_map(seen).collect();
        if !events.is_empty() {
            steps.push(Step {
                draw: None,
                input: Json::of(&()),
                events,
            });
        }
    }
    steps.reverse();
    DecidedRun { steps, end: None }
}
