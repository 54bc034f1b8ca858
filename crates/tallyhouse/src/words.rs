//! JSON of a game in words, for games without better ones.

use serde_json::Value;

/// `discard cards 8C KD` for `{"discard_cards": {"cards": ["8C", "KD"]}}`.
pub(crate) fn in_words(value: &Value) -> String {
    let Some((name, fields)) = value.as_object().and_then(|fields| fields.iter().next()) else {
        let mut words = Vec::new();
        collect(value, &mut words);
        return words.join(" ").replace('_', " ");
    };
    let mut words = vec![name.replace('_', " ")];
    collect(fields, &mut words);
    words.join(" ")
}

fn collect(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::String(word) => words.push(word.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, words)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, words)),
        other => words.push(other.to_string()),
    }
}

/// `seat 0, chips hidden`: every field of an object by its name, lists in brackets.
pub(crate) fn by_name(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(word) => word.replace('_', " "),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(by_name).collect();
            format!("[{}]", values.join(", "))
        }
        // A value that could be hidden but is not.
        Value::Object(fields) if fields.len() == 1 && fields.contains_key("known") => {
            by_name(&fields["known"])
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| {
                let name = name.replace('_', " ");
                match value {
                    Value::Object(_) => format!("{name} ({})", by_name(value)),
                    _ => format!("{name} {}", by_name(value)),
                }
            });
            fields.collect::<Vec<String>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_command_is_said_in_short() {
        let discard = json!({ "discard_cards": { "cards": ["8C", "KD"] } });
        assert_eq!(in_words(&discard), "discard cards 8C KD");
        assert_eq!(in_words(&json!({ "stake": 3 })), "stake 3");
        assert_eq!(in_words(&json!("leave_shop")), "leave shop");
    }

    #[test]
    fn an_object_is_said_by_its_names() {
        let seen = json!({ "seat": 0, "own_chips": { "known": 3 }, "others": ["hidden", null] });
        assert_eq!(
            by_name(&seen),
            "others [hidden, none], own chips (3), seat 0"
        );
    }
}
