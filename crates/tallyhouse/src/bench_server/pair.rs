//! Two players at a table, who play cribbage as fast as they are told to.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::Deserialize;
use serde_json::{Value, json};
use server::client::Client;
use tokio::time::Instant;

use super::report::Tally;

/// When to move and when to measure.
#[derive(Debug)]
pub(super) struct Plan {
    begin: Instant,
    /// Moves are measured from here on; before, everybody finds their pace.
    from: Instant,
    end: Instant,
    /// Between two moves at a table; nothing is no pause.
    pause: Option<Duration>,
    tables: usize,
}

impl Plan {
    /// Long enough for the first deals, which are all at the same time.
    const WARM_UP: Duration = Duration::from_secs(3);

    pub(super) fn new(tables: usize, rate: u64, measured: Duration) -> Plan {
        let begin = Instant::now();
        let from = begin + Plan::WARM_UP;
        let pause = (rate > 0).then(|| Duration::from_secs_f64(tables as f64 / rate as f64));
        Plan {
            begin,
            from,
            end: from + measured,
            pause,
            tables,
        }
    }

    pub(super) fn measured(&self) -> Duration {
        self.end - self.from
    }

    pub(super) const fn from(&self) -> Instant {
        self.from
    }

    pub(super) fn middle(&self) -> Instant {
        self.from + self.measured() / 2
    }

    /// When the table in this place makes its first move: they take turns.
    fn first_move(&self, place: usize) -> Instant {
        let pause = self.pause.unwrap_or_default();
        self.begin + pause.mul_f64(place as f64 / self.tables as f64)
    }
}

/// Two players at a table.
pub(super) struct Pair {
    players: [Seat; 2],
    code: String,
}

struct Seat {
    client: Client,
    uuid: String,
    hand: Vec<Value>,
    seq: u64,
}

/// What this generator looks at in an event.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    seq: Option<u64>,
    #[serde(borrow)]
    next_turn: Option<Cow<'a, str>>,
    #[serde(borrow)]
    current_turn: Option<Cow<'a, str>>,
    player_hand: Option<Vec<Value>>,
    running_total: Option<u64>,
}

/// What a table waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Next {
    /// This seat throws cards.
    Discard(usize),
    /// This seat plays a card onto this count.
    Play(usize, u64),
    /// Both agree to play again.
    Rematch,
    /// More news.
    Wait,
}

impl Pair {
    /// Connects two players and seats them at a table of their own.
    pub(super) async fn seat(address: SocketAddr) -> anyhow::Result<Pair> {
        let mut host = Seat::connect(address).await?;
        let mut guest = Seat::connect(address).await?;
        let create = json!({
            "game": "cribbage", "nickname": "Host", "private": true,
            "table": { "pace": "instant" },
        });
        let created = host.client.ask("create_game", &create).await?;
        let code = created["gameCode"]
            .as_str()
            .with_context(|| created.to_string())?;
        let join = json!({ "gameCode": code, "nickname": "Guest" });
        let joined = guest.client.ask("join_game", &join).await?;
        anyhow::ensure!(joined["ok"] == true, "{joined}");
        let code = code.to_owned();
        // Whoever joins hears from then on, and counts from the first event.
        Ok(Pair {
            players: [host, guest],
            code,
        })
    }

    /// Plays until the plan ends, and gives what was measured.
    pub(super) async fn play(mut self, plan: Arc<Plan>, place: usize) -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        let mut due = plan.first_move(place);
        let mut next = self.hear(&mut tally).await?;
        while Instant::now() < plan.end {
            match next {
                Next::Wait => next = self.hear(&mut tally).await?,
                Next::Rematch => {
                    for player in 0..2 {
                        let again = json!({ "gameCode": self.code });
                        self.ask(player, "rematch", again, &mut tally).await?;
                    }
                    next = self.hear(&mut tally).await?;
                }
                Next::Discard(_) | Next::Play(..) => {
                    tokio::time::sleep_until(due).await;
                    due += plan.pause.unwrap_or_default();
                    let began = Instant::now();
                    next = self.make_move(&next, &mut tally).await?;
                    if plan.from <= began && began < plan.end {
                        tally.moves.push(began.elapsed());
                    }
                }
            }
        }
        Ok(tally)
    }

    /// Makes a move and waits for its ack; says what comes next as far as was heard.
    async fn make_move(&mut self, what: &Next, tally: &mut Tally) -> anyhow::Result<Next> {
        match *what {
            Next::Discard(player) => {
                let cards = self.players[player]
                    .hand
                    .get(..2)
                    .context("no cards were dealt")?;
                let payload = json!({ "gameCode": self.code, "cards": cards });
                self.ask(player, "discard_cards", payload, tally).await
            }
            Next::Play(player, count) => {
                let hand = &mut self.players[player].hand;
                let place = hand.iter().position(|card| fits(card, count));
                let place = place.context("no card fits")?;
                let card = hand.swap_remove(place);
                let payload = json!({ "gameCode": self.code, "card": card });
                self.ask(player, "play_card", payload, tally).await
            }
            Next::Rematch | Next::Wait => Ok(what.clone()),
        }
    }

    /// Asks and waits for the ack, then for what both are told because of it.
    async fn ask(
        &mut self,
        player: usize,
        command: &str,
        payload: Value,
        tally: &mut Tally,
    ) -> anyhow::Result<Next> {
        let number = self.players[player].client.emit(command, &payload).await?;
        let prefix = format!("3{number}[");
        let mut next = Next::Wait;
        loop {
            let packet = self.players[player].client.next_packet().await?;
            if let Some(answer) = packet.strip_prefix(&prefix) {
                anyhow::ensure!(
                    answer.contains("\"ok\":true"),
                    "{command} {payload}: {answer}"
                );
                return Ok(next);
            }
            next = self.told(player, &packet, tally)?.unwrap_or(next);
        }
    }

    /// Hears both players out until somebody is to move.
    async fn hear(&mut self, tally: &mut Tally) -> anyhow::Result<Next> {
        loop {
            let [host, guest] = &mut self.players;
            let (player, packet) = tokio::select! {
                packet = host.client.next_packet() => (0, packet?),
                packet = guest.client.next_packet() => (1, packet?),
            };
            if let Some(next) = self.told(player, &packet, tally)? {
                return Ok(next);
            }
        }
    }

    /// Takes in an event, and says what it asks for.
    fn told(
        &mut self,
        player: usize,
        packet: &str,
        tally: &mut Tally,
    ) -> anyhow::Result<Option<Next>> {
        let Some(event) = packet.strip_prefix('2') else {
            return Ok(None);
        };
        let (name, told): (Cow<'_, str>, Told<'_>) =
            serde_json::from_str(event).with_context(|| packet.to_owned())?;
        let seat = &mut self.players[player];
        if let Some(seq) = told.seq {
            tally.events += 1;
            if seat.seq > 0 && seq != seat.seq + 1 {
                tally.gaps += 1;
            }
            seat.seq = seq;
        }
        if let Some(hand) = told.player_hand {
            seat.hand = hand;
        }
        let turn = told.next_turn.or(told.current_turn);
        // Each hears that it is asked; who moves is told once, by that one.
        let asked = turn.is_some_and(|turn| turn == seat.uuid);
        Ok(match &*name {
            "waiting_for_discard" => Some(Next::Discard(player)),
            "pegging_started" | "card_played" | "count_reset" if asked => {
                // Where no card fits, a new count follows, and asks again.
                let count = told.running_total.unwrap_or(0);
                let fits = seat.hand.iter().any(|card| fits(card, count));
                fits.then_some(Next::Play(player, count))
            }
            "game_finished" if player == 1 => Some(Next::Rematch),
            _ => None,
        })
    }
}

fn fits(card: &Value, count: u64) -> bool {
    card["value"]
        .as_u64()
        .is_some_and(|value| value + count <= 31)
}

impl Seat {
    async fn connect(address: SocketAddr) -> anyhow::Result<Seat> {
        let mut client = Client::connect(address, None).await?;
        let session = client.wait_for("session").await?;
        let uuid = session["playerUuid"].as_str().context("no identity")?;
        Ok(Seat {
            uuid: uuid.to_owned(),
            client,
            hand: Vec::new(),
            seq: 0,
        })
    }
}
