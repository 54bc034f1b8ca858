//! Doc comments of types, for readers who do not write Rust.

use serde_json::Value;

/// A comment without its code examples, which only help readers who use the type in Rust.
///
/// ```
/// assert_eq!(kernel::without_code("A suit.\n\n```\nlet x = 1;\n```"), "A suit.");
/// ```
pub fn without_code(comment: &str) -> String {
    let mut is_code = false;
    let mut lines: Vec<&str> = Vec::new();
    for line in comment.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let is_second_gap = line.is_empty() && lines.last() == Some(&"");
        if !is_code && !is_second_gap {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

/// Removes the code from every description of a JSON Schema.
pub fn describe_plainly(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key == "description" => *text = without_code(text),
                    value => describe_plainly(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(describe_plainly),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn descriptions_keep_their_prose() {
        let text = "One.\n\n```json\n{}\n```\n\nTwo.";
        let mut schema =
            json!({ "description": text, "items": [{ "description": "Three." }], "title": text });
        describe_plainly(&mut schema);
        let expect = json!({ "description": "One.\n\nTwo.", "items": [{ "description": "Three." }], "title": text });
        assert_eq!(schema, expect);
    }
}
