//! Announcements to everybody who is connected.

use std::sync::{Mutex, PoisonError};

use serde_json::json;
use store::Deed;
use table::messages::Announcement;

use super::order::Order;
use super::{Desk, DeskAnswer, Trouble};

/// Longer than the text of any banner that people read.
const MOST_CHARACTERS: usize = 500;

/// The present announcement, for people who come later.
#[derive(Debug, Default)]
pub(crate) struct Notice(Mutex<Option<Announcement>>);

impl Notice {
    /// The announcement that holds at this time.
    pub(crate) fn at(&self, now: u64) -> Option<Announcement> {
        let notice = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_current = |notice: &&Announcement| notice.until.is_none_or(|until| now < until);
        notice.as_ref().filter(is_current).cloned()
    }

    /// Announces this text from now on; an empty text ends the announcement.
    pub(crate) fn put(&self, notice: Announcement) {
        let notice = Some(notice).filter(|notice| !notice.message.is_empty());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = notice;
    }
}

impl Desk<'_> {
    pub(super) async fn announce(
        &self,
        message: String,
        seconds: Option<u64>,
    ) -> Result<DeskAnswer, Trouble> {
        let message = message.trim().to_owned();
        if message.chars().count() > MOST_CHARACTERS || message.chars().any(char::is_control) {
            return Err(Trouble::bad(format!(
                "an announcement is one line of at most {MOST_CHARACTERS} characters"
            )));
        }
        let detail = json!({ "message": message, "seconds": seconds });
        self.note("announce", "", detail, Deed::Noted).await?;
        let millis = seconds.map(|seconds| seconds.saturating_mul(1_000));
        let notice = Announcement {
            message,
            until: millis.map(|millis| self.house.now().saturating_add(millis)),
        };
        let connections = self.house.everywhere_done(Order::Announce(notice)).await;
        Ok(DeskAnswer::Announced { connections })
    }
}
