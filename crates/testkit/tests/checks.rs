//! The checks themselves: they pass a sound game, and find each flaw of a flawed one.

mod blind_dice;
mod flawed;
mod high_card;

use std::cell::RefCell;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use blind_dice::BlindDice;
use flawed::{Flaw, Flawed};
use high_card::{Action, Card, Event, HighCard, Options, View, Why};
use kernel::{
    Bot, BySeat, BySide, Game, Imagine, Input, Luck, Refusal, Rng, Seat, SeatSet, Side, Strength,
    Turn, Veiled, Viewer,
};
use testkit::Secrets;

#[test]
fn a_sound_game_conforms() {
    let seen = testkit::conforms::<HighCard>();
    assert!(seen.games > 50, "{seen:?}");
    assert!(seen.inputs >= 3_000, "{seen:?}");
    assert_eq!(seen.unlisted, [""; 0]);
}

#[test]
fn a_sound_game_keeps_its_secrets() {
    let seen = testkit::keeps_secrets::<HighCard>();
    assert!(seen.games > 50, "{seen:?}");
    assert!(seen.hiding > 1_000, "{seen:?}");
    assert!(seen.differed > seen.imagined / 2, "{seen:?}");
    assert!(seen.alike > 1_000, "{seen:?}");
}

#[test]
fn a_sound_game_of_small_numbers_passes() {
    assert_eq!(testkit::conforms::<BlindDice>().unlisted, [""; 0]);
    let seen = testkit::keeps_secrets::<BlindDice>();
    assert!(seen.hiding > 1_000 && seen.alike > 1_000, "{seen:?}");
}

/// Every flaw is found, whether a secret is a named piece or a plain number.
#[test]
fn planted_flaws_are_found() {
    for found in [
        testkit::finds_planted_flaws::<HighCard>(),
        testkit::finds_planted_flaws::<BlindDice>(),
    ] {
        for (flaw, expect) in [
            ("redaction that hides nothing", "hears more than it sees"),
            (
                "redaction that hides nothing from seats",
                "hears more than it sees",
            ),
            ("events left out by what they hide", "more than it "),
            (
                "an event added by what is hidden",
                "hears more than it sees",
            ),
            // Two reports are possible: a view that changes with hidden pieces, or one that changes
            // although nothing is told.
            (
                "a view that tells",
                "what is hidden from it|sees more than it hears",
            ),
            (
                "a refusal that tells",
                "the refusal tells worlds apart that look alike",
            ),
            ("awards that are too high", "but its awards are "),
            ("a score that is cut too early", "but its awards are "),
            (
                "a bot that peeks",
                "where only what it may not see was another",
            ),
        ] {
            let fault = found.iter().find(|(name, _)| *name == flaw);
            let (_, fault) = fault.expect("every flaw is planted");
            let said = expect.split('|').any(|expect| fault.contains(expect));
            assert!(said, "{flaw}: {fault}");
        }
    }
}

#[test]
fn one_table_can_be_checked_alone() {
    let options = Options {
        seats: 3,
        target: 20,
    };
    assert_eq!(testkit::conforms_with::<HighCard>(options, 2).games, 2);
    assert_eq!(testkit::keeps_secrets_with::<HighCard>(options, 2).games, 2);
}

/// Checks that `conforms` fails with this sentence.
#[track_caller]
fn breaks_contract<F: Flaw>(expect: &str) {
    check_panic(expect, || drop(testkit::conforms::<Flawed<F>>()));
}

/// Checks that `keeps_secrets` fails with this sentence.
#[track_caller]
fn tells_secrets<F: Flaw>(expect: &str) {
    check_panic(expect, || {
        testkit::keeps_secrets::<Flawed<F>>();
    });
}

#[track_caller]
fn check_panic(expect: &str, check: fn()) {
    let panic = catch_unwind(check).expect_err("the flaw is not found");
    let message = panic.downcast_ref::<String>().expect("a sentence");
    assert!(message.contains(expect), "{message}");
}

fn card(text: &str) -> Card {
    text.to_owned().try_into().expect("a card")
}

/// Declares a flaw: the methods of `Flaw` that go wrong.
macro_rules! flaw {
    ($name:ident: $($method:item)+) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        struct $name;
        impl Flaw for $name { $($method)+ }
    };
}

#[test]
fn a_fault_says_where_it_is_and_how_to_get_there() {
    flaw! { LateSlip: fn awards(game: &HighCard, event: &Event) -> Vec<(Side, i32)> {
        let mut awards = game.awards(event);
        awards.retain(|_| game.scores[Side(0)] == 0);
        awards
    }}
    let check = || drop(testkit::conforms::<Flawed<LateSlip>>());
    let panic = catch_unwind(check).expect_err("the flaw is not found");
    let message = panic.downcast_ref::<String>().expect("a sentence");
    let (fault, script) = message
        .split_once("this playthrough leads there when it is blessed:\n")
        .expect("a script");
    assert!(fault.starts_with("high_card: side "), "{fault}");
    assert!(
        fault.contains("but its awards are 0 in {\"scored\":"),
        "{fault}"
    );
    assert!(
        fault.contains("at the preset `two`, seed 0, step "),
        "{fault}"
    );
    assert!(fault.contains("looking at {\"act\":"), "{fault}");

    let script: String = script
        .lines()
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    let transcript = testkit::transcript::<HighCard>(&script).expect("the script runs");
    // The next input is the faulty one: its seat must move in the last state.
    let (_, asked) = fault.split_once("{\"act\":{\"seat\":").expect("an input");
    let last = transcript.rsplit("\nstate ").next().expect("a state");
    assert!(
        last.contains(&format!("seat {} has", &asked[..1])),
        "{last}"
    );
}

#[test]
fn awards_must_add_up_to_the_score() {
    flaw! { Generous: fn awards(game: &HighCard, event: &Event) -> Vec<(Side, i32)> {
        let awards = game.awards(event).into_iter();
        awards.map(|(side, points)| (side, points + 1)).collect()
    }}
    breaks_contract::<Generous>("but its awards are 2 in {\"scored\":");

    flaw! { Nobody: fn awards(_: &HighCard, _: &Event) -> Vec<(Side, i32)> {
        vec![(Side(7), 0)]
    }}
    breaks_contract::<Nobody>("points are awarded to side 7, which is not there");

    // The tally is right, and the score changes by another number.
    flaw! { Doubling: fn evolve(game: &mut HighCard, event: &Event) {
        game.evolve(event);
        game.evolve(&match event {
            Event::Scored { .. } => event.clone(),
            _ => return,
        });
    }}
    breaks_contract::<Doubling>("but its awards are 1 in {\"scored\":");
}

#[test]
fn a_score_may_only_be_cut_at_the_target() {
    // Before the game is over.
    flaw! { Early: fn evolve(game: &mut HighCard, event: &Event) {
        game.evolve(event);
        if game.winners().is_empty() {
            game.scores = game.scores.map(|_, &score| score.min(3));
        }
    }}
    breaks_contract::<Early>("to 3, but its awards are ");

    // When the game is over, but for the side that did not reach the target.
    flaw! { Robbing: fn evolve(game: &mut HighCard, event: &Event) {
        game.evolve(event);
    }
    fn scores(game: &HighCard) -> BySide<i32> {
        let winners = game.winners();
        game.scores.map(|side, &score| {
            if winners.is_empty() || winners.contains(&side) { score } else { score.min(1) }
        })
    }}
    breaks_contract::<Robbing>("to 1, but its awards are 0");

    // Sometimes at one total and sometimes at another.
    flaw! { Wavering: fn scores(game: &HighCard) -> BySide<i32> {
        let mut scores = game.scores();
        for side in game.winners() {
            scores[side] -= i32::from(game.turned_up.len() < 6);
        }
        scores
    }}
    breaks_contract::<Wavering>("a score was cut at ");
}

#[test]
fn a_listed_action_must_be_accepted() {
    flaw! { Promising: fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        let mut actions = game.legal_actions(seat);
        if !actions.is_empty() && actions.len() < 3 {
            actions.extend(game.turned_up.last().copied().map(Action::Lay));
        }
        actions
    }}
    breaks_contract::<Promising>("this action is listed as legal, but refused");

    flaw! { Eager: fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        game.hands.get(seat).into_iter().flatten().copied().map(Action::Lay).collect()
    }}
    breaks_contract::<Eager>("is not to move and has 2 actions");

    flaw! { Stuck: fn legal_actions(_: &HighCard, _: Seat) -> Vec<Action> {
        Vec::new()
    }}
    breaks_contract::<Stuck>("seat 0 is to move and has 0 actions");
}

#[test]
fn what_is_listed_twice_or_not_at_all_shows() {
    flaw! { Doubling: fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        game.legal_actions(seat).repeat(2)
    }}
    breaks_contract::<Doubling>("is listed twice");

    flaw! { Forgetful: fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        let mut actions = game.legal_actions(seat);
        actions.truncate(1);
        actions
    }}
    let seen = testkit::conforms::<Flawed<Forgetful>>();
    assert!(!seen.unlisted.is_empty(), "{seen:?}");
}

#[test]
fn is_legal_must_agree_with_decide() {
    flaw! { Lenient: fn is_legal(game: &HighCard, seat: Seat, _: Action) -> bool {
        game.turn().seats().contains(seat)
    }}
    breaks_contract::<Lenient>("is_legal says true, but decide refuses");
}

#[test]
fn nobody_may_act_out_of_turn() {
    flaw! { Pushy: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        match input {
            Input::Act { seat, .. } if game.turn() == Turn::Chance => Ok(vec![Event::Laid {
                seat: *seat,
                card: Veiled::Hidden,
            }]),
            _ => game.decide(input),
        }
    }
    fn is_legal(game: &HighCard, seat: Seat, action: Action) -> bool {
        game.turn() == Turn::Chance || game.is_legal(seat, &action)
    }}
    breaks_contract::<Pushy>("a seat that is not to move may do this");
}

#[test]
fn decide_must_be_pure() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    flaw! { Moody: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        let mut events = game.decide(input)?;
        if asked % 100 == 99 {
            events.clear();
        }
        Ok(events)
    }}
    breaks_contract::<Moody>("decide answers otherwise the second time");
}

#[test]
fn luck_must_be_drawn_in_its_turn_and_fit() {
    static DRAWN: AtomicUsize = AtomicUsize::new(0);
    flaw! { Fickle: fn draw(game: &HighCard, luck: &Luck) -> BySeat<Vec<Card>> {
        let mut hands = game.draw(luck);
        if DRAWN.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            hands[Seat(0)].reverse();
        }
        hands
    }}
    breaks_contract::<Fickle>("the same luck draws something else the second time");

    flaw! { Short: fn draw(game: &HighCard, luck: &Luck) -> BySeat<Vec<Card>> {
        let mut hands = game.draw(luck);
        hands[Seat(0)].pop();
        hands
    }}
    breaks_contract::<Short>("the game refuses its own draw");

    flaw! { Redealing: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        match input {
            Input::Chance(hands) if game.turn() != Turn::Over => {
                Ok(vec![Event::Dealt(hands.map(|_, hand| Veiled::Known(hand.clone())))])
            }
            _ => game.decide(input),
        }
    }}
    breaks_contract::<Redealing>("luck is accepted when it is not its turn");
}

#[test]
fn strange_input_must_not_panic() {
    flaw! { Trusting: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        if let Input::Chance(hands) = input {
            let first = hands[Seat(0)][0];
            assert!(hands.values().skip(1).all(|hand| !hand.contains(&first)), "a card twice");
        }
        game.decide(input)
    }}
    breaks_contract::<Trusting>("the game panicked: ");

    flaw! { Unbounded: fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        let _ = &game.hands[seat];
        game.legal_actions(seat)
    }}
    breaks_contract::<Unbounded>("the game panicked: index out of bounds");
}

#[test]
fn events_must_rebuild_the_state() {
    static APPLIED: AtomicUsize = AtomicUsize::new(0);
    flaw! { Drifting: fn evolve(game: &mut HighCard, event: &Event) {
        game.evolve(event);
        if matches!(event, Event::TurnedUp(_)) && APPLIED.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            game.turned_up.pop();
        }
    }}
    breaks_contract::<Drifting>("the stored events rebuild another state");

    flaw! { Silent: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        let mut events = game.decide(input)?;
        events.retain(|event| !matches!(event, Event::Dealt(_)));
        Ok(events)
    }}
    breaks_contract::<Silent>("an accepted input makes nothing happen");
}

#[test]
fn a_turn_must_be_somebodys() {
    flaw! { Empty: fn turn(game: &HighCard) -> Turn {
        match game.turn() {
            Turn::Chance => Turn::Seats(SeatSet::EMPTY),
            turn => turn,
        }
    }}
    breaks_contract::<Empty>("it is the turn of no seat");
}

#[test]
fn a_game_must_end() {
    flaw! { Endless: fn evolve(game: &mut HighCard, event: &Event) {
        if !matches!(event, Event::Scored { .. }) {
            game.evolve(event);
        }
    }
    fn awards(_: &HighCard, _: &Event) -> Vec<(Side, i32)> {
        Vec::new()
    }}
    breaks_contract::<Endless>("the game does not end within 20000 inputs");
}

#[test]
fn an_end_must_be_an_end() {
    flaw! { Premature: fn winners(game: &HighCard) -> Vec<Side> {
        let ahead = game.scores.iter().filter(|&(_, &score)| score > 2);
        ahead.map(|(side, _)| side).collect()
    }}
    breaks_contract::<Premature>("the game goes on, but [Side(");

    flaw! { Hasty: fn rematch(game: &HighCard) -> Option<Options> {
        Some(game.options)
    }}
    breaks_contract::<Hasty>("the game goes on, but a rematch is offered");

    flaw! { Crowded: fn rematch(game: &HighCard) -> Option<Options> {
        let seats = game.options.seats + 4;
        game.rematch().map(|options| Options { seats, ..options })
    }}
    breaks_contract::<Crowded>("the rematch cannot begin");

    flaw! { Vague: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        game.decide(input).map_err(|refusal| match refusal {
            Refusal::Over => Refusal::NotYourTurn,
            refusal => refusal,
        })
    }}
    breaks_contract::<Vague>("the game is over, but that is not the reason");
}

#[test]
fn a_view_must_not_tell() {
    // The whole view of the next seat.
    flaw! { Glass: fn view(game: &HighCard, viewer: Viewer) -> View {
        match viewer {
            Viewer::Seat(seat) => game.view(Viewer::Seat(seat.left(game.n_seats()))),
            Viewer::Spectator => game.view(viewer),
        }
    }}
    tells_secrets::<Glass>("seat 0 hears more than it sees");

    // The event names no card, but the number of held cards is wrong by the laid card.
    flaw! { Telling: fn view(game: &HighCard, viewer: Viewer) -> View {
        let mut view = game.view(viewer);
        for seat in Seat::all(game.n_seats()) {
            view.n_held[seat] += usize::from(game.laid[seat] > Some(card("c6")));
        }
        view
    }}
    tells_secrets::<Telling>("seat 0 sees more than it hears");
}

#[test]
fn redaction_must_hide() {
    flaw! { Open: fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Laid { .. } => Some(event.clone()),
            _ => HighCard::redact(event, viewer),
        }
    }}
    tells_secrets::<Open>("hears more than it sees: all looks the same, but one way it is told");

    // The others hear nothing, except for one card; yet they see that something lies there.
    flaw! { Flinching: fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Laid { card: Veiled::Known(known), seat } if !viewer.is(*seat) => {
                (*known == card("c12")).then(|| HighCard::redact(event, viewer))?
            }
            Event::Laid { card: Veiled::Hidden, .. } => Some(event.clone()),
            _ => HighCard::redact(event, viewer),
        }
    }}
    tells_secrets::<Flinching>("hears more than it sees");

    // One seat hears what another was dealt; a spectator does not.
    flaw! { Showing: fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        match (event, viewer) {
            (Event::Dealt(hands), Viewer::Seat(Seat(0))) => Some(Event::Dealt(hands.map(|seat, hand| {
                if seat == Seat(1) { hand.clone() } else { hand.to(viewer, seat) }
            }))),
            _ => HighCard::redact(event, viewer),
        }
    }}
    tells_secrets::<Showing>("seat 0 hears more than it sees");

    flaw! { Favouring: fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        match (event, viewer) {
            (Event::TurnedUp(_), Viewer::Seat(Seat(1))) => None,
            _ => HighCard::redact(event, viewer),
        }
    }}
    tells_secrets::<Favouring>("a spectator sees more of {\"turned_up\":");

    flaw! { Peeling: fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Laid { card: Veiled::Hidden, .. } => None,
            _ => HighCard::redact(event, viewer),
        }
    }}
    tells_secrets::<Peeling>("gives something else");
}

#[test]
fn an_answer_must_not_tell() {
    /// Whether somebody else holds the card.
    fn is_elsewhere(game: &HighCard, seat: Seat, card: Card) -> bool {
        game.hands
            .iter()
            .any(|(other, hand)| other != seat && hand.contains(&card))
    }

    flaw! { Gossiping: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        match (game.decide(input), input) {
            (Err(Refusal::Illegal(_)), &Input::Act { seat, action: Action::Lay(card) })
                if is_elsewhere(game, seat, card) => Err(Refusal::NotYourTurn),
            (answer, _) => answer,
        }
    }}
    tells_secrets::<Gossiping>("the refusal tells worlds apart that look alike");

    flaw! { Naming: fn decide(game: &HighCard, input: &Input<HighCard>) -> Result<Vec<Event>, Refusal<Why>> {
        game.decide(input).map_err(|refusal| match (refusal, &game.hands[Seat(1)][..]) {
            (Refusal::Illegal(_), &[.., card]) => Refusal::Illegal(Why::NotHeld(card)),
            (refusal, _) => refusal,
        })
    }}
    tells_secrets::<Naming>("the refusal tells worlds apart that look alike");

    flaw! { Winking: fn legal_actions(game: &HighCard, seat: Seat) -> Vec<Action> {
        let mut actions = game.legal_actions(seat);
        actions.sort_by_key(|&Action::Lay(card)| card);
        if is_elsewhere(game, seat, card("c12")) {
            actions.reverse();
        }
        actions
    }}
    tells_secrets::<Winking>("the legal actions tell ");
}

#[test]
fn imagining_must_fit_and_vary() {
    flaw! { Dreamy: fn imagine(view: &View, viewer: Viewer, rng: &mut Rng) -> HighCard {
        let mut game = HighCard::imagine(view, viewer, rng);
        game.turned_up.clear();
        game
    }}
    tells_secrets::<Dreamy>("two worlds should look alike to ");

    // A way round the view: imagining the truth.
    thread_local! {
        static LOOKED_AT: RefCell<Option<HighCard>> = const { RefCell::new(None) };
    }
    flaw! { Knowing: fn swap_hidden(game: &mut HighCard, viewer: Viewer, rng: &mut Rng) {
        LOOKED_AT.with_borrow_mut(|truth| *truth = Some(game.clone()));
        game.swap_hidden(viewer, rng);
    }
    fn imagine(_: &View, _: Viewer, _: &mut Rng) -> HighCard {
        LOOKED_AT.with_borrow(Clone::clone).expect("somebody looked")
    }}
    tells_secrets::<Knowing>("something is hidden, but every imagined world is the true one");

    // Secrets that the game's own tests do not name.
    flaw! { Careless: fn swap_hidden(_: &mut HighCard, _: Viewer, _: &mut Rng) {}}
    tells_secrets::<Careless>("worlds can be imagined otherwise, but nothing is named as hidden");
}

/// Checks that `bots_do_not_peek` fails with this sentence.
#[track_caller]
fn plays_unfair<F: Flaw>(expect: &str) {
    check_panic(expect, || {
        testkit::bots_do_not_peek::<Flawed<F>>(&["flawed"], 200);
    });
}

/// Declares a flawed game with one bot that chooses like this.
macro_rules! flawed_bot {
    ($name:ident: $choose:expr) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        struct $name;
        impl Flaw for $name {
            const BOTS: &'static [Bot<Flawed<Self>>] = &[Bot {
                strength: Strength::Baseline("flawed"),
                about: "does what it should not",
                choose: $choose,
            }];
        }
    };
}

#[test]
fn a_fair_bot_is_found_fair() {
    let seen = testkit::bots_do_not_peek::<HighCard>(&[], 300);
    assert!(seen.choices >= 300, "{seen:?}");
    assert!(seen.swapped > 300, "{seen:?}");
    assert!(seen.games > 5, "{seen:?}");
}

#[test]
fn a_bot_may_not_look_at_what_is_hidden() {
    thread_local! {
        static LOOKED_AT: RefCell<Option<HighCard>> = const { RefCell::new(None) };
    }
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Peeking;
    impl Flaw for Peeking {
        const BOTS: &'static [Bot<Flawed<Self>>] = &[Bot {
            strength: Strength::Baseline("flawed"),
            about: "looks at the truth",
            choose: |sight, _| {
                let truth = LOOKED_AT
                    .with_borrow(Clone::clone)
                    .expect("somebody looked");
                let hands = format!("{:?}", truth.hands);
                sight.legal[hands.bytes().map(usize::from).sum::<usize>() % sight.legal.len()]
            },
        }];

        fn view(game: &HighCard, viewer: Viewer) -> View {
            LOOKED_AT.with_borrow_mut(|truth| *truth = Some(game.clone()));
            game.view(viewer)
        }
    }
    plays_unfair::<Peeking>("where only what it may not see was another");
}

/// Worlds that are imagined from a leaking view agree with the leak, and therefore cannot expose
/// this bot.
#[test]
fn a_bot_may_not_live_on_a_view_that_tells() {
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Living;
    impl Flaw for Living {
        const BOTS: &'static [Bot<Flawed<Self>>] = &[Bot {
            strength: Strength::Baseline("flawed"),
            about: "lays by what the next seat holds",
            choose: |sight, _| {
                let next = sight.seat.left(sight.view.value().hands.len() as u8);
                let theirs = sight.view.value().hands[next].known();
                let highest = theirs.and_then(|hand| hand.iter().max().copied());
                let low = sight
                    .legal
                    .iter()
                    .rfind(|&&Action::Lay(card)| Some(card) < highest);
                *low.unwrap_or(&sight.legal[0])
            },
        }];

        fn view(game: &HighCard, viewer: Viewer) -> View {
            let mut view = game.view(viewer);
            if let Viewer::Seat(seat) = viewer {
                let next = seat.left(game.n_seats());
                view.hands[next] = Veiled::Known(game.hands[next].clone());
            }
            view
        }
    }
    plays_unfair::<Living>("where only what it may not see was another");
    tells_secrets::<Living>("sees more than it hears");
}

#[test]
fn a_bot_must_keep_to_the_rules_and_to_its_word() {
    flawed_bot! { Cheating: |_, _| Action::Lay(card("c12")) }
    plays_unfair::<Cheating>("which is against the rules");

    static ASKED: AtomicUsize = AtomicUsize::new(0);
    flawed_bot! { Moody: |sight, _| {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        sight.legal[asked % sight.legal.len()]
    }}
    plays_unfair::<Moody>("asked twice, the bot chose");
}
