//! The opening of a table.

use std::time::Duration;

use kernel::{BySeat, Kind, Seat};

use crate::access::Access;
use crate::answers::Answers;
use crate::code::GameCode;
use crate::command::Create;
use crate::deal::Dealt;
use crate::effect::{Answer, Effect};
use crate::entry::{Entry, Fact};
use crate::fair::Secret;
use crate::player::PlayerId;
use crate::refusal::{Refusal, codes};
use crate::settings::{Millis, Settings};
use crate::table::{Stage, Table};
use crate::voice::Voice;

/// The opening of a table.
#[derive(Debug)]
pub struct Opening {
    /// The code that friends type to join; it must be new.
    pub code: GameCode,
    /// The game.
    pub kind: &'static dyn Kind,
    /// The player who opens it.
    pub player: PlayerId,
    /// 32 random bytes that nobody else knows: all luck of the table comes from them.
    pub secret: Secret,
    /// The command.
    pub create: Create,
    /// The shared luck, if it is not the table's own, and the players of the other chairs.
    pub dealt: Option<Dealt>,
}

impl Opening {
    /// The first entry of the table's journal.
    fn fact(&self) -> Fact {
        let Opening {
            kind,
            create,
            dealt,
            ..
        } = self;
        let meta = kind.meta();
        Fact::Opened {
            code: self.code.clone(),
            game: meta.key.to_owned(),
            rules_version: meta.rules_version,
            options: create.options.clone(),
            settings: Settings {
                // Hints need an adviser.
                hints: create.table.hints && kind.has_adviser(),
                ..create.table.clone()
            },
            private: create.private || dealt.is_some(),
            host: self.player.clone(),
            secret: Some(self.secret.clone()),
            deal: dealt.as_ref().map(|dealt| dealt.deal.clone()),
        }
    }
}

impl Table {
    /// Opens a table. The effects are those of the `create_game` command. At the second table of a
    /// duplicate nobody sits yet, and nobody gets an answer.
    pub fn open(now: Millis, opening: Opening) -> Result<(Table, Vec<Effect>), Refusal> {
        let mut faults = opening.create.table.faults();
        if let Err(more) = opening.kind.start(&opening.create.options) {
            faults.extend(more);
        }
        if !faults.is_empty() {
            return Err(Refusal::options(faults));
        }
        let entry = Entry {
            seq: 1,
            at: now,
            player: Some(opening.player.clone()),
            command_id: None,
            fact: opening.fact(),
        };
        let mut table = Table::new(&entry, opening.kind)
            .ok_or_else(|| Refusal::new(codes::UNAVAILABLE, "the table could not be opened"))?;
        table.appends.push(entry);
        let dealt = opening.dealt.as_ref();
        if !dealt.is_some_and(|dealt| dealt.deal.is_second(&table.code)) {
            table.seat_opener(now, opening);
        }
        table.settle(now);
        let effects = table.take_effects();
        Ok((table, effects))
    }

    /// Seats the player who opens the table, and the bots of a shared deal.
    fn seat_opener(&mut self, now: Millis, opening: Opening) {
        let Opening {
            player,
            create,
            dealt,
            ..
        } = opening;
        let seated = Fact::Seated {
            seat: Seat(0),
            player: player.clone(),
            nickname: create.nickname,
            entropy: create.entropy.filter(|_| dealt.is_none()),
            bot: None,
        };
        // The answer names the chair, and therefore this entry has the command's id.
        let answer = self.record(now, Some(&player), create.command_id.as_ref(), seated);
        self.replies.push(Effect::Ack(Answer(Ok(answer))));
        if let Some(bots) = dealt.and_then(|dealt| dealt.bots) {
            while let Some(seat) = self.free_seat() {
                let bot = self.new_bot(seat, bots);
                self.record(now, None, None, bot);
            }
        }
    }

    /// The table that an opening entry describes; `None` if it is another entry, or its options are
    /// no longer possible.
    pub(crate) fn new(entry: &Entry, kind: &'static dyn Kind) -> Option<Table> {
        let Fact::Opened {
            code,
            rules_version,
            options,
            settings,
            host,
            secret,
            deal,
            ..
        } = &entry.fact
        else {
            return None;
        };
        let n_seats = kind.start(options).ok()?.n_seats();
        Some(Table {
            code: code.clone(),
            kind,
            rules_version: *rules_version,
            options: options.clone(),
            settings: settings.clone(),
            access: Access::of(std::slice::from_ref(entry)),
            secret: secret.clone()?,
            deal: deal.clone(),
            host: host.clone(),
            chairs: BySeat::from_fn(n_seats, |_| None),
            stage: Stage::Waiting,
            number: 0,
            play: None,
            start_at: None,
            voice: Voice::new(code.clone(), n_seats),
            answers: Answers::default(),
            last_entry: entry.seq,
            arrangements: 0,
            last_at: entry.at,
            unseen: Duration::ZERO,
            revealed: 0,
            asked: BySeat::splat(n_seats, None),
            turns: 0,
            now: entry.at,
            timer: None,
            appends: Vec::new(),
            ended: Vec::new(),
            replies: Vec::new(),
        })
    }
}
