//! The meaning of "the same as then", if not every byte has to be.

use serde_json::Value;

/// The greatest difference of two chances of winning. Reviews draw from a fixed seed; the bots of
/// Texas 42 take `exp` in single precision from a library that gives the same bits on every
/// platform, where version 0.1 took the system's.
const TOLERANCE: f64 = 1e-6;

/// Every field that was told then is told now, with the same value; there may be more fields.
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

/// The same decisions in the same order, at the same cost, and the same results of seats. The
/// explanations may differ.
#[track_caller]
pub(crate) fn same_review(then: &Value, now: &Value, what: &str) {
    assert_eq!(then["game"], now["game"], "{what}");
    assert_eq!(then["shortened"], now["shortened"], "{what}");
    assert_eq!(then["costliest"], now["costliest"], "{what}");
    let (seats, others) = (list(&then["seats"]), list(&now["seats"]));
    assert_eq!(seats.len(), others.len(), "{what}");
    for (then, now) in seats.iter().zip(others) {
        for part in ["start", "result", "skill", "luck"] {
            close(&then[part], &now[part], what);
        }
    }
    let (decisions, others) = (list(&then["decisions"]), list(&now["decisions"]));
    assert_eq!(decisions.len(), others.len(), "{what}");
    for (n, (then, now)) in decisions.iter().zip(others).enumerate() {
        let what = format!("{what}, decision {n}");
        assert_eq!(then["input"], now["input"], "{what}");
        assert_eq!(then["seat"], now["seat"], "{what}");
        assert_eq!(then["did"]["command"], now["did"]["command"], "{what}");
        // Of two that are equally good, either may come first.
        for choice in ["did", "best"] {
            close(&then[choice]["chance"], &now[choice]["chance"], &what);
        }
        close(&then["cost"], &now["cost"], &what);
        close(&then["turnedOut"], &now["turnedOut"], &what);
    }
}

#[track_caller]
fn close(then: &Value, now: &Value, what: &str) {
    let (then, now) = (then.as_f64().unwrap(), now.as_f64().unwrap());
    assert!((then - now).abs() < TOLERANCE, "{what}: {then}, now {now}");
}

#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}
