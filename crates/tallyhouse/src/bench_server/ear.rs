//! One viewer of a table, which checks everything.
//!
//! Every packet is read in full and checked: numbers follow each other, a `state` has the number of
//! the last message, the player to move is the one that the messages named, and the legal actions
//! are exactly those that the viewer's own cards allow, and none while others must move. Faults are
//! counted, and the game goes on. This module sends nothing.

use anyhow::Context;
use pieces::CardSet;
use serde::Serialize;

use super::message::{
    AckMessage, EventMessage, LegalChoice, Phase, SessionMessage, State, ViewFields, value,
};

/// The checks of one viewer.
#[derive(Debug, Default)]
pub(super) struct Ear {
    /// One's own id.
    pub(super) uuid: String,
    /// The message that proves it.
    pub(super) token: String,
    /// The number of the last message; 0 before the first.
    pub(super) seq: u64,
    /// The player whom the messages last named to move in the play; `None` if it is over.
    named: Option<String>,
    pub(super) violations: Violations,
    /// The number of choices so far, which varies them.
    choices: usize,
}

/// The content of a packet.
#[derive(Debug)]
pub(super) enum Heard {
    /// An event.
    Event,
    /// The shown game, and the task of this viewer.
    State(Todo),
    /// The answer to a command.
    AckMessage {
        /// The number of the command.
        number: u64,
        /// The table that it names.
        code: Option<String>,
        /// The task of this viewer, if the answer shows the game.
        todo: Option<Todo>,
    },
    /// A message that is not about a table.
    Nothing,
}

/// The task of a viewer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Todo {
    /// Listen.
    #[default]
    Nothing,
    /// Make this move.
    Move(LegalChoice),
    /// Agree to another game.
    Rematch,
}

/// The faults found.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Violations {
    /// Missing, repeated or unordered numbers.
    pub(super) numbers: u64,
    /// Turns that differ from the announced ones.
    pub(super) turns: u64,
    /// Wrong or missing legal actions.
    pub(super) legal: u64,
    /// One of them in words.
    pub(super) example: Option<String>,
}

impl Violations {
    pub(super) const fn count(&self) -> u64 {
        self.numbers + self.turns + self.legal
    }

    pub(super) fn add(&mut self, others: &Violations) {
        self.numbers += others.numbers;
        self.turns += others.turns;
        self.legal += others.legal;
        self.example = self.example.take().or_else(|| others.example.clone());
    }

    fn explain(&mut self, example: impl FnOnce() -> String) {
        self.example.get_or_insert_with(example);
    }
}

impl Ear {
    /// Handles a Socket.IO packet.
    pub(super) fn hear(&mut self, packet: &str) -> anyhow::Result<Heard> {
        let heard = match packet.as_bytes().first() {
            Some(b'2') => self.event(&packet[1..]),
            Some(b'3') => self.answer(&packet[1..]),
            _ => Ok(Heard::Nothing),
        };
        heard.with_context(|| packet.to_owned())
    }

    fn event(&mut self, event: &str) -> anyhow::Result<Heard> {
        if event.starts_with("[\"state\",") {
            let (_, state): (&str, State<'_>) = serde_json::from_str(event)?;
            if state.seq != self.seq {
                let expect = self.seq;
                self.violations.numbers += 1;
                self.violations
                    .explain(|| format!("a state has number {} after {expect}", state.seq));
            }
            return Ok(Heard::State(self.judge(&state.view, &state.legal)));
        }
        if event.starts_with("[\"session\",") {
            let (_, session): (&str, SessionMessage<'_>) = serde_json::from_str(event)?;
            self.uuid = session.player_uuid.to_owned();
            self.token = session.token.to_owned();
            return Ok(Heard::Nothing);
        }
        let (name, told): (&str, EventMessage<'_>) = serde_json::from_str(event)?;
        // A new viewer hears from now on, and counts from there.
        if self.seq > 0 && told.seq != self.seq + 1 {
            let last = self.seq;
            self.violations.numbers += 1;
            self.violations
                .explain(|| format!("{name} has number {} after {last}", told.seq));
        }
        self.seq = told.seq;
        match name {
            "card_played" | "count_reset" => self.name(told.next_turn),
            "both_discarded" | "pegging_started" => self.name(told.current_turn),
            "cards_dealt" => self.named = None,
            _ => {}
        }
        Ok(Heard::Event)
    }

    fn answer(&mut self, text: &str) -> anyhow::Result<Heard> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text[..digits].parse()?;
        let (answer,): (AckMessage<'_>,) = serde_json::from_str(&text[digits..])?;
        anyhow::ensure!(answer.ok, "a command was refused");
        let todo = match (&answer.view, &answer.legal) {
            (Some(view), Some(legal)) => {
                self.shown_at(answer.seq);
                Some(self.judge(view, legal))
            }
            _ => None,
        };
        Ok(Heard::AckMessage {
            number,
            code: answer.game_code.map(str::to_owned),
            todo,
        })
    }

    /// Notes the number of an answer that shows the table: the last one received, because answers
    /// and events keep their order. A new spectator starts with it.
    fn shown_at(&mut self, seq: u64) {
        if self.seq > 0 && seq != self.seq {
            let last = self.seq;
            self.violations.numbers += 1;
            self.violations
                .explain(|| format!("an answer shows number {seq} after {last}"));
        }
        self.seq = seq;
    }

    /// The viewer goes on by another socket, where an answer shows the table first.
    pub(super) fn begin_anew(&mut self) {
        self.seq = 0;
        self.named = None;
    }

    /// Notes the player whom a message named; the text replaces the previous one.
    fn name(&mut self, uuid: Option<&str>) {
        let named = self.named.get_or_insert_default();
        named.clear();
        named.push_str(uuid.unwrap_or_default());
    }

    /// Checks the shown game, and returns the task of the viewer.
    fn judge(&mut self, view: &ViewFields<'_>, legal: &[LegalChoice]) -> Todo {
        let named = self.named.as_deref();
        if view.phase == Phase::Pegging
            && named.is_some_and(|named| named != view.current_turn.unwrap_or_default())
        {
            self.violations.turns += 1;
            self.violations
                .explain(|| format!("{named:?} was named to move, and the view is {view:?}"));
        }
        if !self.is_legal(view, legal) {
            let seq = self.seq;
            self.violations.legal += 1;
            self.violations.explain(|| {
                format!("at number {seq} this is legal: {legal:?}, and the view is {view:?}")
            });
        }
        if view.phase == Phase::GameOver {
            return Todo::Rematch;
        }
        if legal.is_empty() {
            return Todo::Nothing;
        }
        self.choices = self.choices.wrapping_add(1);
        Todo::Move(legal[self.choices % legal.len()])
    }

    /// Whether these are exactly the actions that the view allows its viewer.
    fn is_legal(&self, view: &ViewFields<'_>, legal: &[LegalChoice]) -> bool {
        let (me, hand) = (&*self.uuid, view.player_hand);
        match view.phase {
            Phase::Discard if !hand.is_empty() && !view.discarded.contains(&me) => {
                let pairs = hand.len() * (hand.len() - 1) / 2;
                let is_pair = |choice: &LegalChoice| matches!(choice, LegalChoice::DiscardCards { cards } if cards.len() == 2 && cards.is_subset(hand));
                legal.len() == pairs && legal.iter().all(is_pair)
            }
            Phase::Pegging if view.current_turn == Some(me) => {
                let fits = |&card: &pieces::Card| value(card) + view.running_total <= 31;
                let fitting: CardSet = hand.iter().filter(fits).collect();
                let played = legal.iter().map(|choice| match choice {
                    LegalChoice::PlayCard { card } => Some(*card),
                    LegalChoice::DiscardCards { .. } => None,
                });
                let played: Option<CardSet> = played.collect();
                !fitting.is_empty() && played == Some(fitting) && legal.len() == fitting.len()
            }
            _ => legal.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ear() -> Ear {
        Ear {
            uuid: "ann".to_owned(),
            seq: 7,
            ..Ear::default()
        }
    }

    /// A state in the play: the seat in turn, and its legal actions.
    fn state(seq: u64, turn: &str, legal: &str) -> String {
        format!(
            r#"2["state",{{"gameCode":"VHG4SC","seq":{seq},"view":{{"phase":"pegging","playerHand":["5H","KD"],"discarded":["ann","bob"],"runningTotal":25,"currentTurn":"{turn}"}},"legal":{legal},"clocks":[]}}]"#
        )
    }

    const FIVE: &str = r#"[{"play_card":{"card":{"suit":"hearts","rank":"5","value":5}}}]"#;
    const KING: &str = r#"[{"play_card":{"card":{"suit":"diamonds","rank":"K","value":10}}}]"#;

    /// Receives these packets; returns how often numbers, turns and legal actions were wrong.
    #[track_caller]
    fn check(packets: &[String], expect: [u64; 3]) -> Ear {
        let mut ear = ear();
        for packet in packets {
            ear.hear(packet).unwrap();
        }
        let found = &ear.violations;
        assert_eq!(
            [found.numbers, found.turns, found.legal],
            expect,
            "{found:?}"
        );
        assert_eq!(found.example.is_some(), expect != [0; 3]);
        ear
    }

    fn played(seq: u64, next: &str) -> String {
        format!(r#"2["card_played",{{"seq":{seq},"nextTurn":"{next}","breakdown":[{{}}]}}]"#)
    }

    #[test]
    fn what_is_right_is_no_violation_and_asks_for_a_move() {
        let mut ear = check(&[played(8, "ann"), state(8, "ann", FIVE)], [0; 3]);
        let heard = ear.hear(&state(8, "ann", FIVE)).unwrap();
        let card = "5H".parse().unwrap();
        assert!(
            matches!(heard, Heard::State(Todo::Move(LegalChoice::PlayCard { card: found })) if found == card)
        );
        check(&[played(8, "bob"), state(8, "bob", "[]")], [0; 3]);
    }

    #[test]
    fn a_gap_is_noticed_in_messages_and_in_states() {
        check(&[played(9, "ann")], [1, 0, 0]);
        check(&[played(7, "ann")], [1, 0, 0]);
        check(&[state(8, "bob", "[]")], [1, 0, 0]);
    }

    #[test]
    fn a_turn_that_nobody_told_is_noticed() {
        check(&[played(8, "ann"), state(8, "bob", "[]")], [0, 1, 0]);
    }

    #[test]
    fn legal_actions_must_be_those_of_the_view() {
        let both = format!("{},{}", &FIVE[..FIVE.len() - 1], &KING[1..]);
        check(&[state(7, "ann", &both)], [0, 0, 1]);
        check(&[state(7, "ann", KING)], [0, 0, 1]);
        check(&[state(7, "ann", "[]")], [0, 0, 1]);
        check(&[state(7, "bob", FIVE)], [0, 0, 1]);
    }

    #[test]
    fn what_cannot_be_read_and_what_is_refused_end_it() {
        assert!(ear().hear(r#"2["card_played",{"seq":}]"#).is_err());
        assert!(ear().hear(r#"30[{"ok":false,"error":{}}]"#).is_err());
        let heard = ear().hear(r#"312[{"ok":true,"seq":8}]"#).unwrap();
        assert!(matches!(
            heard,
            Heard::AckMessage {
                number: 12,
                todo: None,
                ..
            }
        ));
    }
}
