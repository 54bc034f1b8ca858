//! The one place that sends messages to viewers.
//!
//! A message comes here once, with a form for each audience: those who hear the same. It gets the
//! code of the table and the next number of each viewer's own stream. A viewer in no audience hears
//! nothing, and no number of its stream is used: a gap in the numbers always means loss, and never
//! that something was hidden.

use std::borrow::Cow;

use kernel::{BySeat, Json, Viewer};
use serde::Serialize;

use crate::code::GameCode;
use crate::effect::{Audience, Effect, Message};
use crate::stream::Stream;

/// The message of an audience: a name and fields.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) to: Audience,
    pub(crate) name: Cow<'static, str>,
    pub(crate) fields: Json,
}

/// All messages of a table.
#[derive(Debug)]
pub(crate) struct Voice {
    code: GameCode,
    seats: BySeat<Stream>,
    spectators: Stream,
    /// The number of all messages, for any audience. It orders a replay, and is never told while a
    /// game runs: it would count hidden ones.
    count: u64,
    /// The viewers who heard something since effects were last taken.
    heard: Audience,
    /// The effects to send, since effects were last taken.
    pub(crate) out: Vec<Effect>,
}

impl Voice {
    pub(crate) fn new(code: GameCode, n_seats: u8) -> Voice {
        Voice {
            code,
            seats: BySeat::from_fn(n_seats, |_| Stream::default()),
            spectators: Stream::default(),
            count: 0,
            heard: Audience::default(),
            out: Vec::new(),
        }
    }

    /// The seats, then a spectator.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        // A table has at most `Seat::MAX` chairs.
        Viewer::all(self.seats.len() as u8)
    }

    /// The messages that a viewer heard.
    pub(crate) fn stream(&self, viewer: Viewer) -> &Stream {
        let seat = viewer.seat().and_then(|seat| self.seats.get(seat));
        seat.unwrap_or(&self.spectators)
    }

    /// The number of all messages, for any audience.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// Tells everybody the same about the table.
    pub(crate) fn tell_all<T: Serialize>(&mut self, name: &'static str, fields: &T) {
        let form = self.form_for_all(name, fields);
        self.tell(vec![form], false);
    }

    /// Tells everybody the same about the game.
    pub(crate) fn tell_all_of_game<T: Serialize>(&mut self, name: &'static str, fields: &T) {
        let form = self.form_for_all(name, fields);
        self.tell(vec![form], true);
    }

    /// Tells each audience its form of one message.
    pub(crate) fn tell(&mut self, forms: Vec<Form>, is_of_game: bool) {
        if forms.is_empty() {
            return;
        }
        self.count += 1;
        for Form { to, name, fields } in forms {
            for (seq, to) in self.next_numbers(to) {
                let message =
                    Message::new(name.clone(), &self.code, seq, fields.text().len(), &fields);
                for viewer in self.viewers().filter(|viewer| to.contains(*viewer)) {
                    self.heard.insert(viewer);
                    self.stream_mut(viewer).push(message.clone(), is_of_game);
                }
                self.out.push(Effect::Emit { to, message });
            }
        }
    }

    /// Every seat and every spectator.
    pub(crate) fn everybody(&self) -> Audience {
        self.viewers().collect()
    }

    /// The effects to send: the messages, then the game as it is shown, for all who heard one.
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        let mut out = std::mem::take(&mut self.out);
        let to = std::mem::take(&mut self.heard);
        if to != Audience::default() {
            out.push(Effect::Push { to });
        }
        out
    }

    /// Forgets the effects to send.
    pub(crate) fn hush(&mut self) {
        self.out.clear();
        self.heard = Audience::default();
    }

    fn form_for_all<T: Serialize>(&self, name: &'static str, fields: &T) -> Form {
        Form {
            to: self.everybody(),
            name: name.into(),
            fields: Json::of(fields),
        }
    }

    /// The next number of these viewers. They all have the same number, unless some have heard more
    /// than others.
    fn next_numbers(&self, to: Audience) -> Vec<(u64, Audience)> {
        let mut numbers: Vec<(u64, Audience)> = Vec::new();
        for viewer in self.viewers().filter(|viewer| to.contains(*viewer)) {
            let next = self.stream(viewer).seq() + 1;
            match numbers.iter_mut().find(|(seq, _)| *seq == next) {
                Some((_, to)) => to.insert(viewer),
                None => numbers.push((next, [viewer].into_iter().collect())),
            }
        }
        numbers
    }

    fn stream_mut(&mut self, viewer: Viewer) -> &mut Stream {
        match viewer.seat() {
            Some(seat) if seat.index() < self.seats.len() => &mut self.seats[seat],
            _ => &mut self.spectators,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Seat;
    use serde_json::json;

    fn voice() -> Voice {
        Voice::new("VHG4SC".parse().unwrap(), 2)
    }

    fn form(viewers: &[Viewer], name: &'static str) -> Form {
        Form {
            to: viewers.iter().copied().collect(),
            name: name.into(),
            fields: Json::of(&json!({})),
        }
    }

    const ANN: Viewer = Viewer::Seat(Seat(0));
    const BOB: Viewer = Viewer::Seat(Seat(1));

    #[test]
    fn what_is_hidden_takes_no_number() {
        let mut voice = voice();
        voice.tell(vec![form(&[ANN], "secret")], true);
        voice.tell(vec![form(&[ANN, BOB, Viewer::Spectator], "open")], true);
        let told: Vec<String> = voice
            .take()
            .iter()
            .map(|effect| format!("{effect:?}"))
            .collect();
        let expect = [
            r#"secret {"gameCode":"VHG4SC","seq":1}"#,
            r#"open {"gameCode":"VHG4SC","seq":2}"#,
            r#"open {"gameCode":"VHG4SC","seq":1}"#,
            "Push",
        ];
        assert_eq!(told.len(), expect.len(), "{told:?}");
        for (told, expect) in told.iter().zip(expect) {
            assert!(told.contains(expect), "{told}");
        }
        assert_eq!(voice.stream(BOB).since(0).unwrap().count(), 1);
        assert_eq!(voice.stream(ANN).since(0).unwrap().count(), 2);
    }

    #[test]
    fn who_heard_nothing_gets_no_state() {
        let mut voice = voice();
        voice.tell(vec![form(&[BOB], "secret")], true);
        let to = [BOB].into_iter().collect();
        assert_eq!(voice.take().last(), Some(&Effect::Push { to }));
        assert_eq!(voice.take(), []);
    }

    #[test]
    fn what_is_too_long_ago_cannot_be_repeated() {
        let mut voice = voice();
        for n in 0..100 {
            let forms = vec![form(&[ANN, Viewer::Spectator], "a"), form(&[BOB], "b")];
            voice.tell(forms, n < 60);
        }
        let since = |n| {
            let heard = voice.stream(BOB).since(n)?;
            Some(heard.map(Message::name).collect::<Vec<_>>())
        };
        assert_eq!(voice.stream(BOB).seq(), 100);
        assert_eq!(voice.stream(BOB).game_seq(), 60);
        assert_eq!(since(100), Some(vec![]));
        assert_eq!(since(98), Some(vec!["b", "b"]));
        assert_eq!(since(68).unwrap().len(), 32);
        assert_eq!(since(67), None);
        assert_eq!(since(101), None);
    }
}
