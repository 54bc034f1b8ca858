//! The shape of a JSON value: its fields and their types.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::PEOPLE;

pub(super) fn fields<'a>(messages: impl IntoIterator<Item = &'a Value>) -> BTreeSet<&'a str> {
    let objects = messages.into_iter().filter_map(Value::as_object);
    objects
        .flat_map(|object| object.keys())
        .map(String::as_str)
        .collect()
}

/// The paths of a value, each with the kind of the value there.
pub(super) type Shape = BTreeSet<String>;

pub(super) fn shape(value: &Value) -> Shape {
    let mut paths = Shape::new();
    walk(value, String::new(), &mut paths);
    paths
}

/// Lists are as their first element. An entry that is repeated for each player counts once.
pub(super) fn walk(value: &Value, path: String, paths: &mut Shape) {
    let leaf = match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                let name = if is_player(name) { "<player>" } else { name };
                walk(value, format!("{path}.{name}"), paths);
            }
            return;
        }
        Value::Array(items) if !items.is_empty() => {
            return walk(&items[0], format!("{path}[]"), paths);
        }
        Value::Object(_) => "nothing",
        Value::Array(_) => "none",
        Value::String(_) => "text",
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    };
    paths.insert(format!("{path} {leaf}"));
}

/// The ids of people in tests, or a UUID.
pub(super) fn is_player(name: &str) -> bool {
    PEOPLE.contains(&name) || name.len() == 36 && name.matches('-').count() == 4
}
