//! Tests of drills.

use super::*;
use serde_json::json;

/// Which of two dice shows more? Doubles teach nothing.
#[derive(Debug)]
struct Eyes;

impl Drill for Eyes {
    fn key(&self) -> &'static str {
        "eyes"
    }

    fn about(&self) -> &'static str {
        "find the higher die"
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }

    fn pool(&self) -> &'static str {
        r#"{"easy": [{"ask": [6, 1], "worth": [6, 1]}], "medium": [], "hard": []}"#
    }

    fn draw(&self, rng: &mut Rng) -> Option<Value> {
        Some(json!([rng.die(), rng.die()]))
    }

    fn choices(&self, ask: &Value) -> Option<Vec<String>> {
        let dice: Vec<u8> = serde_json::from_value(ask.clone()).ok()?;
        Some(dice.iter().map(u8::to_string).collect())
    }

    fn weigh(&self, ask: &Value) -> Option<Vec<i32>> {
        serde_json::from_value(ask.clone()).ok()
    }

    fn level(&self, _: &Value, worth: &[i32]) -> Option<Difficulty> {
        Difficulty::by_margin(worth, [3, 2, 1])
    }

    fn tell(&self, ask: &Value) -> Vec<String> {
        vec![ask.to_string(), "Which die shows more?".into()]
    }

    fn grade(&self, item: &DrillItem, answer: &str) -> Result<Grade, AnyRefusal> {
        let choices = self.choices(&item.ask).unwrap_or_default();
        let place = choices.iter().position(|choice| choice == answer);
        let place = place.ok_or_else(|| AnyRefusal::new("unknown", "no such die"))?;
        Ok(Grade::of_choice(&choices, item, place))
    }
}

#[test]
fn levels_go_by_how_far_the_second_best_is_behind() {
    for (worth, level) in [
        (&[9, 2, 6][..], Some(Difficulty::Easy)),
        (&[9, 7], Some(Difficulty::Medium)),
        (&[8, 9], Some(Difficulty::Hard)),
        (&[9, 9, 1], None),
        (&[9], None),
    ] {
        assert_eq!(Difficulty::by_margin(worth, [3, 2, 1]), level, "{worth:?}");
    }
}

#[test]
fn a_pool_has_no_question_twice_and_comes_from_its_luck_alone() {
    let draw = |seed| Pool::draw(&Eyes, 4, 500, &mut Rng::from_seed(seed));
    let pool = draw(1);
    let counts = Difficulty::ALL.map(|level| pool.level(level).len());
    assert_eq!(counts, [4, 4, 4]);
    let mut asked: Vec<String> = pool.items().map(|(_, item)| item.ask.to_string()).collect();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), 12);
    assert_eq!(draw(1), pool);
    assert_ne!(draw(2), pool);
    assert!(
        pool.items()
            .all(|(level, item)| Eyes.level(&item.ask, &item.worth) == Some(level)),
        "each question lies in its level"
    );
}

#[test]
fn a_pool_is_read_as_it_was_written() {
    let pool = Pool::draw(&Eyes, 3, 500, &mut Rng::from_seed(7));
    let text = pool.to_text();
    assert_eq!(serde_json::from_str::<Pool>(&text).unwrap(), pool);
    assert_eq!(text.lines().filter(|line| line.contains("ask")).count(), 9);
}

#[test]
fn a_page_is_told_every_answer_with_its_worth() {
    let practice = Practice::of("eyes_game", &Eyes);
    assert_eq!(
        serde_json::to_value(practice).unwrap(),
        json!({
            "game": "eyes_game", "drill": "eyes", "unit": "points", "slack": 1,
            "items": [{ "level": "easy", "ask": [6, 1], "choices": [["6", 6], ["1", 1]] }],
        })
    );
}

#[test]
fn an_answer_costs_what_the_best_is_worth_more() {
    let pool = Pool::of(&Eyes);
    let (_, item) = pool.items().next().unwrap();
    let grade = Eyes.grade(item, "1").unwrap();
    assert_eq!((grade.cost, grade.best.as_str()), (5, "6"));
    assert_eq!(Eyes.grade(item, "6").unwrap().cost, 0);
    assert!(Eyes.grade(item, "3").is_err());
}
