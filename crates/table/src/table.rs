//! A table: its players, its game, and what is due.

use std::time::Duration;

use kernel::{BySeat, Json, Kind, Seat, Turn, Viewer};
use serde_json::Value;

use crate::access::Access;
use crate::answers::Answers;
use crate::code::GameCode;
use crate::deal::Deal;
use crate::effect::{Answer, Effect};
use crate::ended::Ended;
use crate::entry::Entry;
use crate::fair::{Commitment, Secret};
use crate::messages::{Listing, PlayerAt};
use crate::player::{CommandId, Nickname, PlayerId};
use crate::settings::{Millis, Settings};
use crate::show::{RunningGame, ToRecord};
use crate::sitter::{PendingTurn, Sitter};
use crate::voice::Voice;

/// The time that a bot waits before it moves, at a normal pace: long enough to see whose turn it
/// is, short enough not to bore.
pub(crate) const BOT_MOMENT: Duration = Duration::from_millis(800);

/// The time between taking the last chair and the start of the game.
pub(crate) const BEFORE_START: Duration = Duration::from_secs(1);

/// The time for which an absent player keeps the chair.
pub(crate) const GRACE: Duration = Duration::from_secs(60);

/// The time after which an idle table is closed.
pub(crate) const IDLE: Duration = Duration::from_secs(24 * 60 * 60);

/// The most changes of chairs, keys and agreements between the beginnings of two games. Each change
/// is an entry that the house keeps; people who look for players for a whole day make some dozens.
pub(crate) const MOST_ARRANGEMENTS: u32 = 1_000;

/// The stage of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// People take their chairs.
    Waiting,
    /// A game is being played.
    Playing,
    /// A game is over, and another may follow.
    Finished,
    /// The table was closed.
    Closed,
}

/// A table. Its state is a fold of its journal and the time. `Debug` shows every card; it is for
/// tests only.
#[derive(Debug)]
pub struct Table {
    pub(crate) code: GameCode,
    pub(crate) kind: &'static dyn Kind,
    /// The version of the rules that the table was opened with.
    pub(crate) rules_version: u32,
    pub(crate) options: Value,
    pub(crate) settings: Settings,
    pub(crate) access: Access,
    pub(crate) secret: Secret,
    /// The shared luck, if it is not the table's own.
    pub(crate) deal: Option<Deal>,
    pub(crate) host: PlayerId,
    pub(crate) chairs: BySeat<Option<Sitter>>,
    pub(crate) stage: Stage,
    /// The number of games begun.
    pub(crate) number: u32,
    pub(crate) play: Option<RunningGame>,
    /// When the next game begins.
    pub(crate) start_at: Option<Millis>,
    pub(crate) voice: Voice,
    pub(crate) answers: Answers,
    /// The number of the last entry, and when it was made.
    pub(crate) last_entry: u64,
    pub(crate) last_at: Millis,
    /// The number of entries about chairs, keys and agreements since the last game began.
    pub(crate) arrangements: u32,
    /// The part of the time since then that no house saw pass.
    pub(crate) unseen: Duration,
    /// The last entry that is fully public.
    pub(crate) revealed: u64,
    /// The seats that are asked to move, and since when.
    pub(crate) asked: BySeat<Option<PendingTurn>>,
    pub(crate) turns: u64,
    /// The latest known time; time never goes back.
    pub(crate) now: Millis,
    pub(crate) timer: Option<Millis>,
    pub(crate) appends: Vec<Entry>,
    /// The games that these entries end.
    pub(crate) ended: Vec<Ended>,
    /// Further effects besides messages, since effects were last taken.
    pub(crate) replies: Vec<Effect>,
}

impl Table {
    /// The people who may look at it.
    pub const fn access(&self) -> &Access {
        &self.access
    }

    /// The code that friends type to join.
    pub const fn code(&self) -> &GameCode {
        &self.code
    }

    /// The shared luck, if it is not the table's own.
    pub const fn deal(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// The other table with the same luck, if there are two.
    pub fn twin(&self) -> Option<&GameCode> {
        self.deal.as_ref()?.twin(&self.code)
    }

    /// The key of its game.
    pub fn game(&self) -> &'static str {
        self.kind.meta().key
    }

    /// The host, who may free chairs: the player who opened it, or a successor.
    pub const fn host(&self) -> &PlayerId {
        &self.host
    }

    /// The number of chairs.
    pub fn n_seats(&self) -> u8 {
        // A table has at most `Seat::MAX` chairs.
        self.chairs.len() as u8
    }

    /// The stage of the table.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of the last message that a viewer heard.
    pub fn seq(&self, viewer: Viewer) -> u64 {
        self.voice.stream(viewer).seq()
    }

    /// Whether it is left out of lists.
    pub const fn is_private(&self) -> bool {
        self.access.is_private()
    }

    /// The number of games begun.
    pub const fn n_games(&self) -> u32 {
        self.number
    }

    /// The number of games that are over, even if the end of the last one is not shown yet.
    pub fn n_ended(&self) -> u32 {
        let play = self.play.as_ref();
        let is_on = play.is_some_and(|play| play.last_game().turn() != Turn::Over);
        self.number - u32::from(is_on)
    }

    /// Whether its games were begun under earlier rules: it can then be looked at, and nothing
    /// else.
    pub fn is_read_only(&self) -> bool {
        self.rules_version != self.kind.meta().rules_version
    }

    /// The time up to which it has shown everything.
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// The number of the last entry of the journal, which the next append expects.
    pub const fn last_entry(&self) -> u64 {
        self.last_entry
    }

    /// The commitment to the next game, or to the present one.
    pub fn commitment(&self) -> Commitment {
        self.secret.of_game(self.current_number()).commitment()
    }

    /// The viewer whose messages a player gets: their seat, or a spectator.
    pub fn viewer(&self, player: &PlayerId) -> Viewer {
        self.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The player who hears the messages of a seat; `None` if it is free, a bot's or was left.
    pub fn player_at(&self, seat: Seat) -> Option<&PlayerId> {
        let sitter = self.chairs.get(seat)?.as_ref()?;
        sitter.is_human().then_some(&sitter.player)
    }

    /// Renames a player, after their entries in the journal were rewritten. Nobody is told: the
    /// next request shows the new name.
    pub fn rename(&mut self, player: &PlayerId, nickname: &Nickname) {
        for seat in Seat::all(self.n_seats()) {
            let sitter = self.chairs[seat].as_mut();
            if let Some(sitter) = sitter.filter(|sitter| sitter.player == *player) {
                sitter.nickname = nickname.clone();
            }
        }
    }

    /// The table in a list: its game, its players and its free chairs. `None` if it is private or
    /// closed.
    pub fn listing(&self) -> Option<Listing> {
        let listed = !self.access.is_private() && self.stage != Stage::Closed;
        listed.then(|| Listing {
            game_code: self.code.clone(),
            game: self.kind.meta().key,
            options: self.options.clone(),
            table: self.settings.clone(),
            seats: self.chairs.len(),
            open: self.chairs.values().filter(|chair| chair.is_none()).count(),
            started: self.stage == Stage::Playing,
            players: self.players(),
        })
    }

    /// The earlier answer to a command of this player. A repeated `create_game` is answered with
    /// it, once its table is found.
    pub fn answer_to(&self, player: &PlayerId, id: &CommandId) -> Option<&Answer> {
        self.answers.find(player, id)
    }

    /// Whether this command of a player was applied so long ago that only the journal knows its
    /// answer: that of the table at that time.
    pub fn has_forgotten(&self, player: &PlayerId, id: &CommandId) -> bool {
        self.answers.has_forgotten(player, id)
    }

    /// Makes an entry, applies it and returns its answer.
    pub(crate) fn record(
        &mut self,
        now: Millis,
        player: Option<&PlayerId>,
        command_id: Option<&CommandId>,
        deed: impl Into<ToRecord>,
    ) -> Json {
        let ToRecord { fact, course } = deed.into();
        let entry = Entry {
            seq: self.last_entry + 1,
            at: now,
            player: player.cloned(),
            command_id: command_id.cloned(),
            fact,
        };
        let answer = self.apply(&entry, course);
        self.appends.push(entry);
        answer
    }

    /// The game that commitments and entropy are about.
    pub(crate) const fn current_number(&self) -> u32 {
        match self.stage {
            Stage::Playing => self.number,
            _ => self.number + 1,
        }
    }

    /// The seat that a player holds.
    pub(crate) fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        self.chairs
            .iter()
            .find(|(_, chair)| {
                chair
                    .as_ref()
                    .is_some_and(|sitter| sitter.is_human() && sitter.player == *player)
            })
            .map(|(seat, _)| seat)
    }

    /// The first free chair.
    pub(crate) fn free_seat(&self) -> Option<Seat> {
        self.chairs
            .iter()
            .find(|(_, chair)| chair.is_none())
            .map(|(seat, _)| seat)
    }

    /// Whether a bot plays on this chair for a person who has gone.
    pub(crate) fn is_abandoned(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(seat).and_then(Option::as_ref);
        self.stage == Stage::Playing && chair.is_some_and(|sitter| sitter.left || sitter.taken_over)
    }

    /// Whether everybody who is here agrees that somebody else takes this chair.
    pub(crate) fn is_offered(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(seat).and_then(Option::as_ref);
        let agrees = |by| chair.is_some_and(|sitter| sitter.offered_by.contains(by));
        self.is_abandoned(seat) && self.is_attended() && self.people_here().all(agrees)
    }

    /// Whether a person sits here and is connected. If nobody does, nobody waits: the game stands
    /// still until somebody comes back.
    pub(crate) fn is_attended(&self) -> bool {
        self.people_here().next().is_some()
    }

    /// The seats of the people who are connected.
    fn people_here(&self) -> impl Iterator<Item = Seat> {
        let here = |sitter: &Sitter| sitter.is_human() && sitter.away_since.is_none();
        let here = move |chair: &Option<Sitter>| chair.as_ref().is_some_and(here);
        let chairs = self.chairs.iter();
        chairs.filter_map(move |(seat, chair)| here(chair).then_some(seat))
    }

    /// Whether a person still sits here.
    pub(crate) fn has_human(&self) -> bool {
        self.chairs.values().flatten().any(Sitter::is_human)
    }

    /// The seats that must move now: none while something is still being shown.
    pub(crate) fn to_move(&self) -> kernel::SeatSet {
        match &self.play {
            Some(play) if self.stage == Stage::Playing && play.is_settled() => {
                play.game.turn().seats()
            }
            _ => Turn::Over.seats(),
        }
    }

    /// The time at which the clock of a seat runs out, if one runs.
    pub(crate) fn clock_ends(&self, seat: Seat) -> Option<Millis> {
        let asked = self.asked[seat].filter(|_| self.is_attended())?;
        Some(asked.at.plus(self.settings.clock()?))
    }

    /// The time at which the table is closed if nothing happens.
    pub(crate) fn idle_at(&self) -> Millis {
        self.last_at.plus(self.unseen).plus(IDLE)
    }

    /// The time at which a bot takes over for an absent player, while others are there.
    pub(crate) fn takeover_at(&self, seat: Seat) -> Option<Millis> {
        let sitter = self.chairs[seat].as_ref()?;
        let waits =
            self.stage == Stage::Playing && !sitter.is_played_by_bot() && self.is_attended();
        sitter
            .away_since
            .filter(|_| waits)
            .map(|since| since.plus(GRACE))
    }

    /// The players by seat, for clients.
    pub fn players(&self) -> Vec<PlayerAt> {
        let dealer = self.play.as_ref().and_then(|play| play.game.dealer());
        let player = |(seat, chair): (Seat, &Option<Sitter>)| {
            let sitter = chair.as_ref()?;
            Some(PlayerAt {
                uuid: sitter.player.clone(),
                nickname: sitter.nickname.clone(),
                position: seat.0 + 1,
                seat,
                is_dealer: dealer == Some(seat),
                connected: sitter.bot.is_some() || sitter.away_since.is_none(),
                bot: sitter.is_played_by_bot(),
                level: sitter.bot.filter(|_| !sitter.left),
                offered_by: sitter.offered_by.iter().collect(),
                offered: self.is_offered(seat),
            })
        };
        self.chairs.iter().filter_map(player).collect()
    }
}
