//! The one place through which viewers hear anything.
//!
//! A message is given here once, with its form for each viewer. It gets the code
//! of the table and the next number, forms that are alike are written once, and
//! who may not hear it gets `event_hidden` under the same number, so that a gap in
//! the numbers always means loss.

use std::borrow::Cow;

use kernel::{Payload, Viewer, fields};
use serde::Serialize;

use crate::code::GameCode;
use crate::effect::{Audience, Effect, Message};
use crate::messages::{EventHidden, Numbered};
use crate::told::Told;

/// What somebody hears: a name and fields, or that there is something hidden.
pub(crate) type Form = Option<(Cow<'static, str>, Payload)>;

/// A message in all its forms. Every viewer hears exactly one of them.
pub(crate) type Forms = Vec<(Audience, Form)>;

/// What a table says.
#[derive(Debug)]
pub(crate) struct Voice {
    code: GameCode,
    n_seats: u8,
    told: Told,
    /// The number of the last message about the game itself.
    game_seq: u64,
    /// What is to be done, since it was last taken.
    pub(crate) out: Vec<Effect>,
}

impl Voice {
    pub(crate) fn new(code: GameCode, n_seats: u8) -> Voice {
        Voice {
            code,
            n_seats,
            told: Told::default(),
            game_seq: 0,
            out: Vec::new(),
        }
    }

    /// The viewers in the order of a message's forms: the seats, then a spectator.
    pub(crate) fn viewers(&self) -> Vec<Viewer> {
        Viewer::all(self.n_seats).collect()
    }

    /// What was told so far.
    pub(crate) const fn told(&self) -> &Told {
        &self.told
    }

    /// The number of the last message about the game itself.
    pub(crate) const fn game_seq(&self) -> u64 {
        self.game_seq
    }

    /// Tells everybody the same about the table.
    pub(crate) fn tell_all(&mut self, name: &'static str, payload: Payload) {
        self.tell(vec![(self.everybody(), Some((name.into(), payload)))]);
    }

    /// Tells something about the game.
    pub(crate) fn tell_game(&mut self, forms: Forms) {
        self.tell(forms);
        self.game_seq = self.told.seq();
    }

    /// Tells each viewer its form. A form that nobody would hear, as of an opponent at a table
    /// for one, is left out.
    pub(crate) fn tell(&mut self, forms: Forms) {
        let seq = self.told.seq() + 1;
        let messages: Vec<(Audience, Message)> = forms
            .into_iter()
            .filter(|(to, _)| *to != Audience::default())
            .map(|(to, form)| (to, self.write(form, seq)))
            .collect();
        for (to, message) in &messages {
            let (to, message) = (*to, message.clone());
            self.out.push(Effect::Emit { to, message });
        }
        self.told.push(messages);
    }

    /// Every seat and every spectator.
    pub(crate) fn everybody(&self) -> Audience {
        Viewer::all(self.n_seats).collect()
    }

    /// Tells everybody something that has no number and is not repeated.
    pub(crate) fn mention<T: Serialize>(&mut self, name: &'static str, message: &T) {
        let to = self.everybody();
        let message = Message::new(name.into(), message);
        self.out.push(Effect::Emit { to, message });
    }

    fn write(&self, form: Form, seq: u64) -> Message {
        let hidden = || ("event_hidden".into(), fields(&EventHidden {}));
        let (name, fields) = form.unwrap_or_else(hidden);
        let number = Numbered {
            game_code: self.code.clone(),
            seq,
        };
        Message::new(name, &Spoken { number, fields })
    }
}

/// A message with its number.
#[derive(Serialize)]
struct Spoken {
    #[serde(flatten)]
    number: Numbered,
    #[serde(flatten)]
    fields: Payload,
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Seat;
    use serde_json::json;

    fn voice() -> Voice {
        Voice::new("VHG4SC".parse().unwrap(), 2)
    }

    fn form(name: &'static str) -> Form {
        Some((name.into(), Payload::new()))
    }

    fn to(viewers: &[Viewer]) -> Audience {
        viewers.iter().copied().collect()
    }

    const ANN: Viewer = Viewer::Seat(Seat(0));
    const BOB: Viewer = Viewer::Seat(Seat(1));

    #[test]
    fn who_may_not_hear_gets_the_number() {
        let mut voice = voice();
        voice.tell(vec![
            (to(&[ANN]), form("secret")),
            (to(&[BOB, Viewer::Spectator]), None),
        ]);
        let told: Vec<String> = voice
            .out
            .iter()
            .map(|effect| format!("{effect:?}"))
            .collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].contains(r#"secret {"gameCode":"VHG4SC","seq":1}"#),
            "{told:?}"
        );
        assert!(
            told[1].contains(r#"event_hidden {"gameCode":"VHG4SC","seq":1}"#),
            "{told:?}"
        );
        let heard = voice.told().since(0, Viewer::Spectator).unwrap();
        let missed = heard[0].missed();
        let expect = json!({ "gameCode": "VHG4SC", "seq": 1 });
        assert_eq!((&*missed.event, missed.payload), ("event_hidden", expect));
    }

    #[test]
    fn what_is_too_long_ago_cannot_be_repeated() {
        let mut voice = voice();
        for _ in 0..100 {
            voice.tell_game(vec![
                (to(&[ANN, Viewer::Spectator]), form("a")),
                (to(&[BOB]), form("b")),
            ]);
        }
        let told = voice.told();
        assert_eq!((told.seq(), voice.game_seq()), (100, 100));
        assert_eq!(told.since(100, Viewer::Spectator).unwrap().len(), 0);
        assert_eq!(told.since(68, BOB).unwrap().len(), 32);
        assert!(told.since(67, BOB).is_none());
        assert!(told.since(101, Viewer::Spectator).is_none());
        assert!(told.since(0, Viewer::Spectator).is_none());
        let missed = told.since(98, BOB).unwrap();
        let names: Vec<&str> = missed.iter().map(|message| message.name()).collect();
        assert_eq!(names, ["b", "b"]);
    }
}
