//! The changes between two states, field by field.
//!
//! States are printed by `Debug` and views as JSON. Both write a struct as `{ key: value, ... }`
//! with nested brackets and quoted strings, and one reader serves both. It needs no types and keeps
//! the order in which the fields are declared. It never drops text: a part that it does not
//! understand stays one value.

/// A part of a printed value: its dotted path and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    path: String,
    value: String,
}

/// The depth to which structs are opened. Two levels keep a line to one hand or one pile; deeper
/// ones would scatter a card over several lines.
const DEPTH: usize = 2;

/// The fields of a printed struct, in order; for anything else, one field without a path.
pub(crate) fn fields(text: &str) -> Vec<Field> {
    let mut fields = Vec::new();
    open(String::new(), text, DEPTH, &mut fields);
    fields
}

/// The lines that describe how `new` differs from `old`.
pub(crate) fn changes(old: &[Field], new: &[Field]) -> Vec<String> {
    // A struct that became another variant is listed again with all its fields.
    let renewed: Vec<&str> = new
        .iter()
        .filter(|field| !old.contains(field))
        .map(|field| field.path.as_str())
        .collect();
    let mut lines: Vec<String> = new
        .iter()
        .filter(|field| !old.contains(field) || field.is_below_any(&renewed))
        .map(Field::line)
        .collect();
    let gone = old.iter().filter(|field| {
        let replaced = |other: &Field| other.path == field.path || other.is_below(&field.path);
        !new.iter().any(replaced) && !field.is_below_any(&renewed)
    });
    lines.extend(gone.map(|field| format!("{} is gone", field.path)));
    lines
}

impl Field {
    fn line(&self) -> String {
        if self.path.is_empty() {
            self.value.clone()
        } else {
            format!("{}: {}", self.path, self.value)
        }
    }

    fn is_below(&self, path: &str) -> bool {
        match self.path.strip_prefix(path) {
            Some(rest) if path.is_empty() => !rest.is_empty(),
            Some(rest) => rest.starts_with('.'),
            None => false,
        }
    }

    fn is_below_any(&self, paths: &[&str]) -> bool {
        paths.iter().any(|path| self.is_below(path))
    }
}

fn open(path: String, text: &str, depth: usize, fields: &mut Vec<Field>) {
    let Some((name, members)) = members(text).filter(|_| depth > 0) else {
        let value = text.replace('\n', " ");
        fields.push(Field { path, value });
        return;
    };
    let below = |key: &str| match path.as_str() {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    };
    let keys: Vec<String> = members.iter().map(|(key, _)| below(key)).collect();
    if !name.is_empty() {
        let value = name.to_owned();
        fields.push(Field { path, value });
    }
    for (key, (_, value)) in keys.into_iter().zip(members) {
        open(key, value, depth - 1, fields);
    }
}

/// The name and the members of a struct as `Debug` or JSON print it.
fn members(text: &str) -> Option<(&str, Vec<(&str, &str)>)> {
    let (name, rest) = text.split_once('{')?;
    let inner = rest.strip_suffix('}')?;
    let members = cut(inner)?;
    let members = members
        .into_iter()
        .map(|member| {
            let (key, value) = member.split_once(':')?;
            let key = key.trim().trim_matches('"');
            is_name(key).then_some((key, value.trim()))
        })
        .collect::<Option<_>>()?;
    let name = name.trim();
    (name.is_empty() || is_name(name)).then_some((name, members))
}

/// Cuts at the commas outside all brackets and strings. `None` if a bracket closes that was never
/// opened: the text is then not the inside of one struct.
fn cut(inner: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    Some(parts)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let lines: Vec<String> = fields(text).iter().map(Field::line).collect();
        assert_eq!(lines, expect);
    }

    #[track_caller]
    fn check_changes(old: &str, new: &str, expect: &[&str]) {
        assert_eq!(changes(&fields(old), &fields(new)), expect);
    }

    #[test]
    fn debug_text_opens_into_its_fields() {
        check(
            "Toy { a: 1, b: [2, 3], c: Phase { d: Some(Deep { e: 4 }), f: {0, 1} }, g: \"x, {\\\"y\" }",
            &[
                "Toy",
                "a: 1",
                "b: [2, 3]",
                "c: Phase",
                "c.d: Some(Deep { e: 4 })",
                "c.f: {0, 1}",
                "g: \"x, {\\\"y\"",
            ],
        );
    }

    #[test]
    fn json_text_opens_into_its_fields() {
        check(
            r#"{"hand":["5H","6H"],"laid":{"known":"5:H","by":{"seat":1}},"none":{}}"#,
            &[
                r#"hand: ["5H","6H"]"#,
                r#"laid.known: "5:H""#,
                r#"laid.by: {"seat":1}"#,
                "none: {}",
            ],
        );
    }

    #[test]
    fn what_is_no_struct_stays_whole() {
        for text in [
            "7",
            "[1, 2]",
            "Over",
            "Some(A { b: 1 })",
            "{0, 1}",
            "A { b: 1 } }",
            "",
        ] {
            check(text, &[text]);
        }
        check("A { b: 1 }\n", &["A { b: 1 } "]);
    }

    #[test]
    fn only_changes_are_told() {
        let old = "T { a: 1, p: Play { count: 5, last: 2 }, q: None }";
        check_changes(old, old, &[]);
        check_changes(
            old,
            "T { a: 2, p: Play { count: 5, last: 3 }, q: None }",
            &["a: 2", "p.last: 3"],
        );
        check_changes(
            old,
            "T { a: 1, p: Show { count: 5 }, q: None }",
            &["p: Show", "p.count: 5"],
        );
        check_changes(
            r#"{"a":null,"b":{"c":1},"d":1}"#,
            r#"{"a":{"x":1},"b":null}"#,
            &[r"a.x: 1", "b: null", "d is gone"],
        );
    }
}
