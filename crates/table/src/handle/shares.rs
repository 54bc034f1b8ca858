//! Keys that let others watch a private table.

use crate::access::{MOST_SHARES, ShareKey};
use crate::entry::Fact;
use crate::player::PlayerId;
use crate::refusal::{Refusal, reasons};
use crate::table::Table;

impl Table {
    pub(super) fn share(&self, player: &PlayerId) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        self.must_have_own_luck()?;
        if !self.access.is_private() {
            return Err(Refusal::illegal(
                reasons::NOT_PRIVATE,
                "everybody may watch this table: its code is enough",
            ));
        }
        if self.access.n_live() >= MOST_SHARES {
            return Err(Refusal::illegal(
                reasons::TOO_MANY_SHARES,
                format!("{MOST_SHARES} keys open this table: revoke one first"),
            ));
        }
        let number = self.access.next_share();
        let hash = ShareKey::of_table(&self.secret, number).hash();
        Ok(Fact::Shared { seat, number, hash })
    }

    pub(super) fn unshare(&self, player: &PlayerId, share: Option<u32>) -> Result<Fact, Refusal> {
        let seat = self.own_seat(player)?;
        let live = match share {
            Some(share) => self.access.is_live(share),
            None => self.access.n_live() > 0,
        };
        if live {
            let number = share;
            Ok(Fact::Unshared { seat, number })
        } else {
            Err(Refusal::illegal(
                reasons::NO_SUCH_SHARE,
                "no such key opens this table",
            ))
        }
    }
}
