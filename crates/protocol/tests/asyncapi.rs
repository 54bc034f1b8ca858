//! The AsyncAPI document is whole: everything it refers to is there, and every message is in it.

use std::collections::BTreeSet;

use kernel::Term;
use serde_json::Value;

fn document() -> Value {
    protocol::asyncapi::document()
}

/// The objects of a part of the document, by key.
fn entries<'a>(document: &'a Value, path: &str) -> Vec<(&'a str, &'a Value)> {
    let part = document.pointer(path).and_then(Value::as_object);
    let part = part.unwrap_or_else(|| panic!("there is no {path}"));
    part.iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect()
}

fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(path) if key == "$ref" => found.push(path),
                    value => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_resolves() {
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for path in found {
        let pointer = path
            .strip_prefix('#')
            .expect("a reference into the document");
        assert!(document.pointer(pointer).is_some(), "{path} is not there");
    }
}

/// Every defined schema is used.
#[test]
fn every_definition_is_used() {
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    let used: BTreeSet<&str> = found.into_iter().collect();
    for part in ["schemas", "messages"] {
        for (name, _) in entries(&document, &format!("/components/{part}")) {
            let path = format!("#/components/{part}/{name}");
            assert!(used.contains(&*path), "{path} is never used");
        }
    }
}

/// The requirements of the specification for each object that we write.
#[test]
fn the_document_has_the_form_of_asyncapi_3() {
    let document = document();
    assert_eq!(document["asyncapi"], "3.0.0");
    for field in ["title", "version"] {
        assert!(document["info"][field].is_string(), "{field}");
    }
    for (_, server) in entries(&document, "/servers") {
        assert!(server["host"].is_string() && server["protocol"].is_string());
    }
    for (key, channel) in entries(&document, "/channels") {
        assert!(channel["address"].is_string(), "{key}");
        assert!(
            !channel["messages"].as_object().unwrap().is_empty(),
            "{key}"
        );
    }
    for (key, operation) in entries(&document, "/operations") {
        let action = operation["action"].as_str().unwrap();
        let channel = operation["channel"]["$ref"].as_str().unwrap();
        assert!(channel.starts_with("#/channels/"), "{key}");
        let inside = |messages: &Value| {
            let messages = messages.as_array().unwrap();
            let prefix = format!("{channel}/messages/");
            !messages.is_empty()
                && messages
                    .iter()
                    .all(|message| message["$ref"].as_str().unwrap().starts_with(&prefix))
        };
        assert!(inside(&operation["messages"]), "{key}");
        match action {
            "receive" => assert!(inside(&operation["reply"]["messages"]), "{key}"),
            "send" => assert!(operation.get("reply").is_none(), "{key}"),
            other => panic!("{key} has the action {other}"),
        }
    }
    let well_named = |name: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        name.chars().all(fits)
    };
    for part in ["messages", "schemas"] {
        for (name, _) in entries(&document, &format!("/components/{part}")) {
            assert!(well_named(name), "{name}");
        }
    }
}

#[test]
fn every_message_of_the_house_and_its_games_is_in_it() {
    let document = document();
    let words = |key: &str, commands: &[Term], events: &[Term]| {
        let commands = commands.iter().map(|term| ("receive", term.name));
        let events = events.iter().map(|term| ("send", term.name));
        let all = commands.chain(events);
        all.map(|(action, name)| format!("{action} {key}.{name}"))
            .collect::<BTreeSet<String>>()
    };
    let house = table::messages::VOCABULARY;
    let mut expect = words("house", house.commands, house.events);
    for kind in roster::GAMES {
        let (key, vocabulary) = (kind.meta().key, kind.vocabulary());
        expect.extend(words(key, vocabulary.commands, &vocabulary.heard()));
        let refused = vocabulary.commands.iter();
        let refused = refused.filter_map(|term| kind.refused_as(term.name));
        expect.extend(refused.map(|name| format!("send {key}.{name}")));
    }
    let operations = entries(&document, "/operations");
    let found: BTreeSet<String> = operations
        .iter()
        .map(|(key, operation)| format!("{} {key}", operation["action"].as_str().unwrap()))
        .collect();
    assert_eq!(found, expect);
}

/// Comments of types become descriptions; their examples in Rust are for others.
#[test]
fn no_description_holds_code() {
    assert!(!protocol::asyncapi::text().contains("```"));
    for file in protocol::typescript::files() {
        assert!(!file.text.contains("```"), "{}", file.name);
    }
    for kind in roster::GAMES {
        let options = kind.options_schema().to_string();
        assert!(!options.contains("```"), "{options}");
    }
}
