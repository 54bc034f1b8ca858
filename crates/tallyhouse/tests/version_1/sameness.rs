//! The meaning of "the same as then", if not every byte has to be.

use serde_json::Value;

/// Sums of chances are written with fewer digits than they are computed with.
const TOLERANCE: f64 = 1e-6;

/// Every field of an old message is still there, with the same value; there may be more fields.
#[track_caller]
pub(crate) fn still_told(then: &Value, now: &Value, what: &str) {
    match (then, now) {
        (Value::Object(fields), Value::Object(_)) => {
            for (name, then) in fields {
                still_told(then, &now[name.as_str()], &format!("{what}.{name}"));
            }
        }
        (Value::Array(parts), Value::Array(others)) => {
            assert_eq!(parts.len(), others.len(), "{what}");
            for (n, (then, now)) in parts.iter().zip(others).enumerate() {
                still_told(then, now, &format!("{what}[{n}]"));
            }
        }
        _ => assert_eq!(then, now, "{what}"),
    }
}

/// The same decisions in the same order, and the same results of seats. Chances are those of
/// today's adviser, which may know better than the one of then; they must add up.
#[track_caller]
pub(crate) fn same_review(then: &Value, now: &Value, what: &str) {
    assert_eq!(then["game"], now["game"], "{what}");
    assert_eq!(then["shortened"], now["shortened"], "{what}");
    let (seats, others) = (list(&then["seats"]), list(&now["seats"]));
    assert_eq!(seats.len(), others.len(), "{what}");
    for (then, now) in seats.iter().zip(others) {
        close(number(&then["result"]), number(&now["result"]), what);
        let sum = number(&now["start"]) + number(&now["luck"]) + number(&now["skill"]);
        close(sum, number(&now["result"]), what);
    }
    let (decisions, others) = (list(&then["decisions"]), list(&now["decisions"]));
    assert_eq!(decisions.len(), others.len(), "{what}");
    for (n, (then, now)) in decisions.iter().zip(others).enumerate() {
        let what = format!("{what}, decision {n}");
        assert_eq!(then["input"], now["input"], "{what}");
        assert_eq!(then["seat"], now["seat"], "{what}");
        assert_eq!(then["did"]["command"], now["did"]["command"], "{what}");
        let [did, best] = ["did", "best"].map(|choice| number(&now[choice]["chance"]));
        assert!(
            0.0 <= did && did <= best + TOLERANCE && best <= 1.0,
            "{what}: {did} of {best}"
        );
        close(best - did, number(&now["cost"]), &what);
    }
}

#[track_caller]
fn close(expected: f64, told: f64, what: &str) {
    let is_close = (expected - told).abs() < TOLERANCE;
    assert!(is_close, "{what}: {told} instead of {expected}");
}

#[track_caller]
fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}
