//! Par is what the experts of today have. Whoever changes them makes it anew, by the example `par`.

#[path = "../examples/par/average.rs"]
mod average;

use average::averages;
use serde_json::Value;

/// By chance a mean is further off than this many standard errors once in 16,000 times.
const MOST_ERRORS: f64 = 4.0;

#[track_caller]
fn check(game: &str, n_games: u64) {
    let kind = roster::find(game).expect("a game of the house");
    let averages = averages(kind, "expert", &Value::Null, 0..n_games);
    let with_par = kind
        .measures()
        .iter()
        .filter(|measure| measure.par.is_some());
    assert!(with_par.clone().count() > 0, "{game} has par");
    for measure in with_par {
        let key = measure.key;
        let average = averages
            .get(key)
            .unwrap_or_else(|| panic!("no {key} in {game}"));
        let par = f64::from(measure.par.unwrap_or_default()) / 1e3;
        let off = (average.mean - par).abs() / average.error;
        assert!(
            off < MOST_ERRORS,
            "{key}: par is {par}, and {n_games} games of experts have {:.3} ± {:.3} from {}",
            average.mean,
            average.error,
            average.n
        );
    }
}

#[test]
fn par_of_cribbage_is_what_experts_have() {
    check("cribbage", 60);
}

#[test]
fn par_of_texas42_is_what_experts_have() {
    check("texas42", 12);
}
