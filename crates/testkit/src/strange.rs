//! Inputs that nobody expects.
//!
//! A client may send anything. Strange inputs are legal ones with something
//! bent: a number too large, a card twice, a list far too long. Most are
//! refused as malformed, the rest must be refused by the rules; none may panic.

use kernel::Rng;
use serde_json::Value;

/// The value with one thing in it changed.
pub(crate) fn strange(value: &Value, rng: &mut Rng) -> Value {
    match value {
        Value::Null => Value::from(0),
        Value::Bool(yes) => Value::from(!yes),
        Value::Number(number) => strange_number(number.as_i64().unwrap_or(0), rng),
        Value::String(text) => strange_text(text, rng),
        Value::Array(items) => strange_list(items, rng),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            let n_fields = fields.len() as u32;
            if n_fields > 0 {
                let place = rng.below(n_fields) as usize;
                if let Some(field) = fields.values_mut().nth(place) {
                    *field = strange(field, rng);
                }
            }
            Value::Object(fields)
        }
    }
}

fn strange_number(number: i64, rng: &mut Rng) -> Value {
    let (above, below) = (number.saturating_add(1), number.saturating_sub(1));
    let numbers = [0, 1, -1, 7, 8, 255, i64::MAX, above, below];
    Value::from(*rng.choose(&numbers).unwrap_or(&0))
}

fn strange_text(text: &str, rng: &mut Rng) -> Value {
    let backwards: String = text.chars().rev().collect();
    let texts = [String::new(), backwards, format!("{text}{text}")];
    Value::from(rng.choose(&texts).cloned().unwrap_or_default())
}

fn strange_list(items: &[Value], rng: &mut Rng) -> Value {
    /// Longer than any hand, deck or table.
    const FAR_TOO_MANY: usize = 1_000;
    let mut items = items.to_vec();
    let Some(first) = items.first().cloned() else {
        return Value::from(vec![Value::from(0)]);
    };
    match rng.below(6) {
        0 => drop(items.pop()),
        1 => items.push(first),
        2 => items.reverse(),
        3 => items.clear(),
        4 => items.resize(FAR_TOO_MANY, first),
        _ => {
            let place = rng.below(items.len() as u32) as usize;
            items[place] = strange(&items[place], rng);
        }
    }
    Value::from(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_kind_of_strangeness_comes_up() {
        let value = json!({ "cards": ["5H", "6H"], "seat": 1, "yes": true, "none": null });
        let mut rng = Rng::from_seed(1);
        let found: Vec<Value> = (0..500).map(|_| strange(&value, &mut rng)).collect();
        for expect in [
            json!(["5H"]),
            json!(["5H", "6H", "5H"]),
            json!(["6H", "5H"]),
            json!([]),
            json!(["", "6H"]),
            json!(["H5", "6H"]),
            json!(["5H", "6H6H"]),
        ] {
            assert!(
                found.iter().any(|value| value["cards"] == expect),
                "{expect}"
            );
        }
        assert!(found.iter().any(|value| value["seat"] == 255));
        assert!(found.iter().any(|value| value["yes"] == false));
        assert!(found.iter().any(|value| value["none"] == 0));
        let lengths = found.iter().filter_map(|value| value["cards"].as_array());
        assert_eq!(lengths.map(Vec::len).max(), Some(1_000));
    }
}
