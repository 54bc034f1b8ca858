use super::{LONGEST_MESSAGE, MEGABYTE, check_json, check_json_error, json_error, strings};
use crate::{Card, CardSet, ParseCardError, Place, Rank, Suit, parse_cards};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The ranks as people write them, ascending, spelt out apart from the code under test.
const RANKS: [&[&str]; 13] = [
    &["A", "ACE"],
    &["2", "TWO"],
    &["3", "THREE"],
    &["4", "FOUR"],
    &["5", "FIVE"],
    &["6", "SIX"],
    &["7", "SEVEN"],
    &["8", "EIGHT"],
    &["9", "NINE"],
    &["T", "10", "TEN"],
    &["J", "JACK"],
    &["Q", "QUEEN"],
    &["K", "KING"],
];

/// The same for suits: the characters that may follow a rank, then the name.
const SUITS: [(&[&str], &str); 4] = [
    (&["S", "♠", "♤"], "SPADES"),
    (&["H", "♥", "♡"], "HEARTS"),
    (&["D", "♦", "♢"], "DIAMONDS"),
    (&["C", "♣", "♧"], "CLUBS"),
];

/// Every spelling of every card, in upper case, with the card's index.
fn spellings() -> BTreeMap<String, usize> {
    let mut spellings = BTreeMap::new();
    for (index, (ranks, (suits, name))) in RANKS
        .iter()
        .flat_map(|ranks| SUITS.iter().map(move |suits| (ranks, suits)))
        .enumerate()
    {
        for rank in *ranks {
            spellings.insert(format!("{rank}_{name}"), index);
            for suit in *suits {
                spellings.insert(format!("{rank}{suit}"), index);
                spellings.insert(format!("{rank}_{suit}"), index);
            }
        }
    }
    spellings
}

#[test]
fn every_card_reads_back_from_every_spelling() {
    for (text, index) in spellings() {
        let card = Card::from_index(index).unwrap();
        let title_case = text[..1].to_owned() + &text[1..].to_lowercase();
        for text in [
            &text,
            &text.to_lowercase(),
            &title_case,
            &format!(" {text}\n"),
        ] {
            assert_eq!(text.parse(), Ok(card), "{text:?}");
            let json = serde_json::to_string(text).unwrap();
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card, "{json}");
        }
    }
}

#[test]
fn nothing_else_of_up_to_three_characters_is_a_card() {
    let spellings = spellings();
    let alphabet: Vec<char> = ('!'..='~').chain("♠♤♥♡♦♢♣♧é🂡".chars()).collect();
    let mut n_cards = 0;
    for text in strings(&alphabet, 3) {
        let index = spellings.get(&text.to_uppercase()).copied();
        assert_eq!(text.parse().ok().map(Card::index), index, "{text:?}");
        n_cards += usize::from(index.is_some());
    }
    // Two characters: 8 digits in one case and 5 letters in two, times 4 suits
    // in 4 forms, (8 + 10) × 16. Three: `10H`, 16, and `5_H`, again 18 × 16.
    assert_eq!(n_cards, 288 + 16 + 288);
}

#[test]
fn a_symbol_may_ask_for_colour_or_for_plain_text() {
    let five_of_spades = Card::new(Rank::Five, Suit::Spades);
    assert_eq!("5♠\u{FE0F}".parse(), Ok(five_of_spades));
    assert_eq!("5♠\u{FE0E}".parse(), Ok(five_of_spades));
    assert_eq!(
        parse_cards("5♠\u{FE0F} 6♥\u{FE0F}").unwrap(),
        [five_of_spades, Card::new(Rank::Six, Suit::Hearts)]
    );
}

#[test]
fn cards_stand_in_the_order_of_the_deck() {
    let pairs = Rank::ALL
        .into_iter()
        .flat_map(|rank| Suit::ALL.map(|suit| (rank, suit)));
    for (index, (rank, suit)) in pairs.enumerate() {
        let card = Card::new(rank, suit);
        assert_eq!(
            (card.index(), card.rank(), card.suit()),
            (index, rank, suit)
        );
        assert_eq!(Card::from_index(index), Some(card));
        assert_eq!(
            card.to_string(),
            format!("{}{}", rank.letter(), suit.letter())
        );
        assert_eq!(format!("{card:?}"), card.text());
    }
    assert_eq!(Card::from_index(52), None);
    assert_eq!(Card::from_index(usize::MAX), None);
    assert_eq!(Card::deck().len(), 52);
    assert!(Card::deck().is_sorted());
    assert_eq!(
        format!("[{:>4}]", Card::new(Rank::Ten, Suit::Hearts)),
        "[  TH]"
    );
}

#[test]
fn ranks_and_suits_say_their_texts() {
    let labels = Rank::ALL.map(Rank::label).join(" ");
    assert_eq!(labels, "A 2 3 4 5 6 7 8 9 10 J Q K");
    for (number, rank) in (1..).zip(Rank::ALL) {
        assert_eq!(
            (rank.number(), rank.index()),
            (number, usize::from(number) - 1)
        );
        assert_eq!(Rank::from_number(number), Some(rank));
        assert!(RANKS[rank.index()].contains(&rank.name().to_uppercase().as_str()));
        assert_eq!(rank.to_string(), rank.label());
        check_json(rank, &format!("{:?}", rank.label()));
    }
    assert_eq!((Rank::from_number(0), Rank::from_number(14)), (None, None));
    for (index, suit) in Suit::ALL.into_iter().enumerate() {
        let (letters, name) = SUITS[index];
        assert_eq!(suit.index(), index);
        assert_eq!(
            [suit.letter().to_string(), suit.symbol().to_string()],
            letters[..2]
        );
        assert_eq!(suit.name().to_uppercase(), name);
        assert_eq!(suit.to_string(), suit.name());
        check_json(suit, &format!("{:?}", suit.name()));
    }
}

#[test]
fn a_card_reads_from_an_object() {
    for card in Card::deck() {
        let (rank, suit) = (card.rank().label(), card.suit().name());
        for json in [
            format!(r#"{{"suit": "{suit}", "rank": "{rank}"}}"#),
            format!(r#"{{"rank": "{rank}", "value": 1, "suit": "{suit}"}}"#),
            format!(r#"{{"value": {{"deep": [1, "x"]}}, "rank": "{rank}", "suit": "{suit}"}}"#),
        ] {
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card, "{json}");
            let tree: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(
                serde_json::from_value::<Card>(tree).unwrap(),
                card,
                "{json}"
            );
        }
        check_json(card, &format!("{:?}", card.text()));
    }
}

#[test]
fn json_errors_say_what_is_wrong() {
    check_json_error::<Card>(
        r#""5X""#,
        "\"5X\" must be a card such as 5H: a rank and a suit, S H D or C",
    );
    check_json_error::<Card>(
        "5",
        "invalid type: integer `5`, expected a card such as \"5H\" or \
         {\"suit\": \"hearts\", \"rank\": \"5\"}",
    );
    check_json_error::<Card>(r#"{"rank": "5"}"#, "missing field `suit`");
    check_json_error::<Card>(
        r#"{"rank": "11", "suit": "hearts"}"#,
        "invalid value: string \"11\", expected a rank: A, 2 to 10, J, Q or K",
    );
    check_json_error::<Card>(
        r#"{"rank": "5", "suit": "stars"}"#,
        "invalid value: string \"stars\", expected a suit: spades, hearts, diamonds or clubs",
    );
    check_json_error::<CardSet>(
        r#"["5H", "6H", {"suit": "hearts", "rank": "5"}]"#,
        "5H must be listed once, not as card 1 and card 3",
    );
}

#[test]
fn a_list_keeps_its_order() {
    for text in [
        "KC 5H AS",
        "kc,5h,as",
        " KC ,, 5H\t\nA♠, ",
        "KC\u{A0}5H\u{3000}AS",
    ] {
        let cards = parse_cards(text).unwrap();
        assert_eq!(format!("{cards:?}"), "[KC, 5H, AS]", "{text:?}");
    }
    for text in ["", " ", ",", "\n , \t"] {
        assert_eq!(parse_cards(text), Ok(vec![]), "{text:?}");
    }
}

#[track_caller]
fn check_list_error(text: &str, code: &str, message: &str) {
    let error = parse_cards(text).unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (code, message));
}

#[test]
fn list_errors_say_what_is_wrong_and_where() {
    check_list_error(
        "5H, 6H 5X",
        "unknown_card",
        "\"5X\" (number 3, at byte 7) must be a card such as 5H: a rank and a suit, S H D or C",
    );
    check_list_error(
        "5♥ 1♥",
        "unknown_card",
        "\"1♥\" (number 2, at byte 5) must be a card such as 5H: a rank, \
         A 2 3 4 5 6 7 8 9 T J Q or K, and a suit",
    );
    check_list_error(
        "5H 6H 5_hearts",
        "duplicate_card",
        "5H must be listed once, not as card 1 and card 3",
    );
    check_list_error(
        &format!("{} AS", CardSet::FULL),
        "too_many_cards",
        "there must be at most 52 cards, as many as in a deck",
    );
}

#[test]
fn an_error_names_its_kind() {
    let error = |text: &str| text.parse::<Card>().unwrap_err();
    assert_eq!(error(""), ParseCardError::Missing);
    assert_eq!(error(" ").code(), "missing_card");
    assert_eq!(
        error("").to_string(),
        "a card must be a rank and a suit, such as 5H"
    );
    for no_rank in ["H", "1H", "11H", "0_HEARTS", "_H", "5HH", "5H,6H", "♥"] {
        assert!(
            matches!(error(no_rank), ParseCardError::UnknownRank(_)),
            "{no_rank:?}"
        );
    }
    for no_suit in ["5", "10", "5_", "5_STARS", "H5", "5H!", "5H 6Z", "hello"] {
        assert!(
            matches!(error(no_suit), ParseCardError::UnknownSuit(_)),
            "{no_suit:?}"
        );
    }

    let ParseCardError::UnknownSuit(unread) = parse_cards("KC  hello").unwrap_err() else {
        panic!("`hello` ends with no suit");
    };
    assert_eq!(unread.text(), "hello");
    assert_eq!(
        unread.place(),
        Some(Place {
            number: 2,
            offset: 4
        })
    );
}

#[test]
fn junk_is_answered_in_short() {
    let error = "x".repeat(21).parse::<Card>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"xxxxxxxxxxxxxxxxxxxx…\" must be a card such as 5H: a rank and a suit, S H D or C"
    );
    for junk in [
        "x",
        "♥",
        "\u{FE0F}",
        "\u{10ffff}",
        "\u{7}",
        "_",
        "5H",
        "5H ",
        ", ",
        "\u{301}",
    ] {
        let junk = junk.repeat(MEGABYTE / junk.len());
        if let Err(error) = parse_cards(&junk) {
            assert!(
                error.to_string().chars().count() <= LONGEST_MESSAGE,
                "{error}"
            );
        }
        let json = serde_json::to_string(&junk).unwrap();
        for message in [
            json_error::<Card>(&json),
            json_error::<Card>(&format!(r#"{{"rank": {json}, "suit": "hearts"}}"#)),
            json_error::<Card>(&format!(r#"{{"rank": "5", "suit": {json}}}"#)),
            json_error::<Card>(&format!("{{{json}: 1}}")),
            json_error::<CardSet>(&format!("[{json}]")),
            json_error::<CardSet>(&format!("{{{json}: 1}}")),
        ] {
            assert!(message.chars().count() <= LONGEST_MESSAGE, "{message}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_reads_or_fails_without_panic(text in "\\PC*") {
        check_total(&text);
    }

    #[test]
    fn near_misses_read_or_fail_without_panic(text in "[0-9ATJQKatjqkSHDCshdc♠♥_, \u{FE0F}é]{0,24}") {
        check_total(&text);
    }
}

/// Any text either reads, is written canonically and reads back, or is refused with a short
/// message.
fn check_total(text: &str) {
    match text.parse::<Card>() {
        Ok(card) => assert_eq!(card.to_string().parse(), Ok(card)),
        Err(error) => assert!(error.to_string().chars().count() <= LONGEST_MESSAGE),
    }
    match parse_cards(text) {
        Ok(cards) => {
            let written: Vec<String> = cards.iter().map(Card::to_string).collect();
            assert_eq!(parse_cards(&written.join(",")), Ok(cards.clone()));
            assert_eq!(text.parse(), Ok(cards.iter().copied().collect::<CardSet>()));
        }
        Err(error) => assert_eq!(text.parse::<CardSet>(), Err(error)),
    }
}
