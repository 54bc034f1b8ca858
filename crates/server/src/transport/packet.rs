//! A message of a client: the name of an event and at most one payload.

use std::borrow::Cow;

use engineioxide::Str;
use kernel::plainly;
use serde::Deserialize;
use serde_json::Value;

/// A message as it came, unread. It may go on to another node so.
#[derive(Debug, Clone)]
pub(crate) struct Raw(Result<Str, PacketFault>);

/// The part of a message that tells where it must go.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Head<'a> {
    /// The name of the event.
    pub(crate) event: Cow<'a, str>,
    /// The fields `gameCode` and `key`, if they are texts.
    pub(crate) game_code: Option<Cow<'a, str>>,
    pub(crate) key: Option<Cow<'a, str>>,
}

/// The fields of a head, where they have no escapes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(borrow)]
    game_code: Option<&'a str>,
    #[serde(borrow)]
    key: Option<&'a str>,
}

impl Raw {
    /// A message with this text, if it takes at most `limit` bytes.
    pub(crate) fn new(text: Str, limit: usize) -> Raw {
        if text.len() > limit {
            return Raw::refused(PacketFault::TooLarge(limit));
        }
        Raw(Ok(text))
    }

    /// A message that is not read, with this fault instead of a payload.
    pub(super) fn refused(fault: PacketFault) -> Raw {
        Raw(Err(fault))
    }

    /// A message of this node.
    pub(crate) fn of(event: &str, payload: &Value) -> Raw {
        let text = serde_json::to_string(&(event, payload)).expect("a payload is plain JSON data");
        Raw(Ok(text.into()))
    }

    /// A message that another node has sent on.
    pub(crate) fn sent_on(text: &str) -> Raw {
        Raw(Ok(Str::copy_from_slice(text)))
    }

    /// Reads all of it.
    pub(crate) fn read(&self) -> Packet {
        match &self.0 {
            Ok(text) => Packet::read(text.as_str()),
            Err(fault) => Packet {
                event: String::new(),
                payload: Err(fault.clone()),
            },
        }
    }

    /// Reads no more than it must to find out where the message must go.
    pub(crate) fn head(&self) -> Head<'_> {
        let Ok(text) = &self.0 else {
            return Head::default();
        };
        if fits_in_a_line(text.as_str())
            && let Ok((event, fields)) = serde_json::from_str::<(&str, Fields<'_>)>(text.as_str())
        {
            return Head {
                event: event.into(),
                game_code: fields.game_code.map(Cow::from),
                key: fields.key.map(Cow::from),
            };
        }
        // It has line breaks, escapes or further payloads, or is malformed.
        let Packet { event, payload } = self.read();
        let payload = payload.unwrap_or_default();
        let field = |name: &str| {
            let text = payload.get(name).and_then(Value::as_str);
            text.map(|text| Cow::from(text.to_owned()))
        };
        Head {
            event: event.into(),
            game_code: field("gameCode"),
            key: field("key"),
        }
    }

    /// The text in one line, without tabs; nothing if it is malformed. If it has a code in its head,
    /// it is not.
    pub(crate) fn line(&self) -> Option<Cow<'_, str>> {
        let text = self.0.as_ref().ok()?;
        if fits_in_a_line(text.as_str()) {
            return Some(text.as_str().into());
        }
        let read: Value = serde_json::from_str(text.as_str()).ok()?;
        Some(read.to_string().into())
    }
}

/// A message of a client. Reading it never fails: an error in it is reported by the code that
/// answers it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Packet {
    /// The name of the event, as `play_card`.
    pub(crate) event: String,
    /// Its payload; `null` if it has none.
    pub(crate) payload: Result<Value, PacketFault>,
}

/// The reason why a payload could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PacketFault {
    /// It is not JSON of the expected form.
    #[error("this message is not understood: {0}")]
    Malformed(String),
    /// It is larger than any command needs to be.
    #[error("this message is too large: at most {0} bytes are read")]
    TooLarge(usize),
    /// There were too many before it.
    #[error("too many messages at once: wait a moment")]
    TooFast,
}

impl Packet {
    /// Reads the text of a Socket.IO event, an array of its name and its payload.
    fn read(text: &str) -> Packet {
        let (event, payload) = match serde_json::from_str::<Vec<Value>>(text) {
            Ok(parts) => split(parts),
            Err(error) => (String::new(), malformed(plainly(error))),
        };
        Packet { event, payload }
    }
}

/// Whether there are no line breaks and tabs. In JSON, they can stand only between values.
fn fits_in_a_line(text: &str) -> bool {
    !text.bytes().any(|byte| byte.is_ascii_control())
}

/// Takes the name and the payload; a client may send more, which is ignored.
fn split(parts: Vec<Value>) -> (String, Result<Value, PacketFault>) {
    let mut parts = parts.into_iter();
    match parts.next() {
        Some(Value::String(event)) => (event, Ok(parts.next().unwrap_or_default())),
        _ => (String::new(), malformed("an event needs a name")),
    }
}

fn malformed(why: impl Into<String>) -> Result<Value, PacketFault> {
    Err(PacketFault::Malformed(why.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(text: &str, event: &str, payload: Value) {
        let raw = Raw::sent_on(text);
        let head = raw.head();
        assert_eq!(head.event, event, "{text}");
        for (found, name) in [(head.game_code, "gameCode"), (head.key, "key")] {
            assert_eq!(
                found.as_deref(),
                payload.get(name).and_then(Value::as_str),
                "{text}"
            );
        }
        let packet = raw.read();
        assert_eq!(Raw::sent_on(&raw.line().unwrap()).read(), packet);
        assert_eq!(
            (packet.event.as_str(), packet.payload),
            (event, Ok(payload))
        );
    }

    #[track_caller]
    fn refuses(text: &str) {
        let raw = Raw::sent_on(text);
        let payload = raw.read().payload;
        assert!(matches!(payload, Err(PacketFault::Malformed(_))), "{text}");
        assert_eq!(raw.head(), Head::default(), "{text}");
    }

    #[test]
    fn a_packet_is_a_name_and_a_payload() {
        check(
            r#"["sync",{"gameCode":"VHG4SC"}]"#,
            "sync",
            json!({"gameCode": "VHG4SC"}),
        );
        check(r#"["sync"]"#, "sync", Value::Null);
        check(r#"["sync",1,2,3]"#, "sync", json!(1));
        check(r#"["",[]]"#, "", json!([]));
        let watch = json!({"gameCode": "VHG4SC", "key": "ab"});
        let text = r#"["watch_game",{"gameCode":"VHG4SC","key":"ab"}]"#;
        check(text, "watch_game", watch.clone());
        check(
            r#"["\u0073ync",{"key":"\u0061"}]"#,
            "sync",
            json!({"key": "a"}),
        );
        check(
            r#"["a",{"gameCode":7,"key":null,"cards":[1,"\n\t"]},8]"#,
            "a",
            json!({"gameCode": 7, "key": null, "cards": [1, "\n\t"]}),
        );
        check(r#"["a",{"key":"b","key":"c"}]"#, "a", json!({"key": "c"}));
    }

    #[test]
    fn a_message_fits_in_a_line() {
        for text in [
            "[\n\"a\",\r\n\t{\"key\": \"b\" ,\n\n\"n\"\t:1}]\n",
            "[\"a\",{\"key\":\"b\",\"n\":1}]",
        ] {
            let line = Raw::sent_on(text).line().unwrap().into_owned();
            assert_eq!(line, r#"["a",{"key":"b","n":1}]"#);
        }
        assert_eq!(Raw::sent_on("[\"a\",{\"key\":\"b\n\"}]").line(), None);
        assert_eq!(Raw::refused(PacketFault::TooFast).line(), None);
    }

    #[test]
    fn whatever_else_is_malformed() {
        for text in [
            "",
            "[]",
            "{}",
            "[1,2]",
            "[null]",
            "[\"sync\",{]",
            "\"sync\"",
            "[\"a\"] x",
        ] {
            refuses(text);
        }
        refuses(&format!(
            "[\"deep\",{}{}]",
            "[".repeat(200),
            "]".repeat(200)
        ));
    }

    #[test]
    fn a_large_packet_is_not_read() {
        let text = format!("[\"sync\",\"{}\"]", "x".repeat(100));
        let read = |limit| Raw::new(Str::copy_from_slice(&text), limit).read().payload;
        assert_eq!(read(100), Err(PacketFault::TooLarge(100)));
        assert!(read(text.len()).is_ok());
    }
}
