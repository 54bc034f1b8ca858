//! Games that were played elsewhere, as in a pocket, and are shown to a house afterwards.
//!
//! The house was not there. It can only play the journal again: every move must be legal, and all
//! luck must follow from the table's secret. That shows that the game is possible. It never shows
//! who played it, or after how many tries; therefore such a game is never rated.

use kernel::{Kind, Seat};
use sha2::{Digest, Sha256};

use crate::code::GameCode;
use crate::ended::{Ended, ended_games};
use crate::entry::{Entry, Fact};
use crate::fair::{Commitment, Secret};
use crate::hex;
use crate::player::PlayerId;
use crate::refusal::{Refusal, codes};
use crate::verify::verify;

/// Games that somebody claims, played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedGames {
    /// The code of the table.
    pub code: GameCode,
    /// The published part of the table's secret. A forger can change anything else in a journal;
    /// the games are recognised by this part.
    pub commitment: Commitment,
    /// The games that ended, each with the player's seat.
    pub games: Vec<(Seat, Ended)>,
}

impl ClaimedGames {
    /// Plays the journal of a table again, for somebody who had this id there.
    pub fn of(
        entries: &[Entry],
        find: impl Fn(&str) -> Option<&'static dyn Kind>,
        player: &PlayerId,
    ) -> Result<ClaimedGames, Refusal> {
        let ended = ended_games(entries, &find).map_err(unproved)?;
        let Some((code, secret)) = entries.first().and_then(opened) else {
            let why = "its luck is shared with other tables, or it was a lesson";
            return Err(Refusal::new(codes::CLAIM_SHARED, why));
        };
        if ended.is_empty() {
            let why = "no game of this table is over";
            return Err(Refusal::new(codes::NOT_OVER, why));
        }
        check_promises(entries, secret)?;
        let report = verify(entries, find);
        let checks = report.games.iter().flat_map(|game| &game.checks);
        if let Some(check) = checks.clone().find(|check| !check.ok) {
            let why = format!("entry {}: this does not hold: {}", check.entry, check.what);
            return Err(unproved(why));
        }
        let own = |ended: Ended| {
            let mut seats = ended.seats.iter();
            let seat = seats
                .find(|seat| seat.player.as_ref() == Some(player))?
                .seat;
            Some((seat, ended))
        };
        let games: Vec<(Seat, Ended)> = ended.into_iter().filter_map(own).collect();
        if games.is_empty() {
            let why = "you have not played a game at this table to its end";
            return Err(Refusal::new(codes::NOT_SEATED, why));
        }
        Ok(ClaimedGames {
            code: code.clone(),
            commitment: secret.commitment(),
            games,
        })
    }

    /// The name of the table among the games of the house's player who claims: its code, and a part
    /// of a digest of its secret and the player. No table of a house has such a code. Nobody can
    /// take the name of somebody else's claim without their secret.
    pub fn name(&self, claimant: &PlayerId) -> String {
        let mut digest = Sha256::new();
        digest.update(self.commitment.bytes());
        digest.update(claimant.as_str());
        let digits = hex::write(&digest.finalize());
        format!("{}{MARK}{}", self.code, &digits[..8])
    }

    /// The code of the table at the place where it was played.
    pub fn code_in(name: &str) -> &str {
        name.split_once(MARK).map_or(name, |(code, _)| code)
    }
}

/// Parts the code in the name of a claimed table from the digest.
const MARK: char = '~';

/// The code and the secret of a table whose luck is its own.
const fn opened(entry: &Entry) -> Option<(&GameCode, &Secret)> {
    match &entry.fact {
        Fact::Opened {
            code,
            secret: Some(secret),
            deal: None,
            ..
        } => Some((code, secret)),
        _ => None,
    }
}

/// The secret of every game must come from the table's. Otherwise one game could be claimed under
/// many secrets.
fn check_promises(entries: &[Entry], secret: &Secret) -> Result<(), Refusal> {
    for entry in entries {
        if let Fact::Started {
            number, commitment, ..
        } = &entry.fact
            && secret.of_game(*number).commitment() != *commitment
        {
            let why = "the promise about the cards is not that of the table's secret";
            return Err(unproved(format!("entry {}: {why}", entry.seq)));
        }
    }
    Ok(())
}

fn unproved(why: impl ToString) -> Refusal {
    let why = format!("this game cannot be played again: {}", why.to_string());
    Refusal::new(codes::CLAIM_UNPROVED, why)
}
