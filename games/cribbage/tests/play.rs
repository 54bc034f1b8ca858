//! The play: every stack of a deal of two, and the cards that a stack refuses.

mod naive;
mod stacks;

use cribbage::score::{Rule, ScoreError, Stack, last_card};
use pieces::Card;

#[test]
fn every_stack_of_two_seats_scores_as_the_rules_say() {
    // Two seats play eight cards. The benchmark checks the longer stacks of more seats too.
    let walk = stacks::check_all(8);
    assert_eq!(walk.checked, stacks::OF_UP_TO_EIGHT);
    assert_eq!(walk.most, stacks::MOST);
}

#[test]
fn a_stack_refuses_what_does_not_fit() {
    let error = |cards: &str| stack(cards).unwrap_err();
    assert_eq!(
        error("KS QS JS 2S").to_string(),
        "2S makes 32, but the count must not pass 31"
    );
    assert_eq!(error("KS QS JS 2S").code(), "past_thirty_one");
    assert_eq!(
        error("KS 5H KS"),
        ScoreError::PlayedTwice("KS".parse().unwrap())
    );
    assert!(stack("KS QS JS AS").is_ok());
}

#[test]
fn a_stack_holds_thirteen_cards_at_most() {
    let longest = stack("AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S").unwrap();
    assert_eq!((longest.cards().len(), longest.count()), (13, 28));
    for card in Card::deck() {
        assert!(longest.clone().push(card).is_err(), "{card}");
    }
}

#[test]
fn a_stack_is_stored_as_its_cards() {
    let stack = stack("7H 8C 9D").unwrap();
    let text = serde_json::to_string(&stack).unwrap();
    assert_eq!(text, r#"["7H","8C","9D"]"#);
    assert_eq!(serde_json::from_str::<Stack>(&text).unwrap(), stack);
    assert!(serde_json::from_str::<Stack>(r#"["KH","KS","KD","KC"]"#).is_err());
    assert!(serde_json::from_str::<Stack>(r#"["KH","KH"]"#).is_err());
}

#[test]
fn the_last_card_is_one_point() {
    let item = last_card("7H".parse().unwrap());
    assert_eq!(
        (item.rule, item.points, item.pieces.len()),
        (Rule::LastCard, 1, 1)
    );
}

fn stack(cards: &str) -> Result<Stack, ScoreError> {
    // Card by card, because a list of cards would itself refuse a repeated card.
    let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    Stack::try_from(&cards[..])
}
