//! Whether bots play fair.
//!
//! A bot receives what its seat sees and must not know more. This check changes what is hidden
//! from the bot; with the same luck the bot must then make the same choice. The hidden part is
//! changed in two ways: in the truth, where the game's tests say what is hidden, and by imagining
//! another world from the view. The first way finds a bot that relies on a view that tells too
//! much, which the second cannot find, because every world imagined from such a view agrees with
//! it. Every choice must also be legal, and a bot that is asked twice must answer the same: no
//! clock, thread or earlier game may influence it.

use kernel::{Bot, Facade, Game, Imagine, Key, Rng, Seat, Seen, Sight, Turn, Viewer, bot, bots};

use crate::secrets::Secrets;
use crate::trail::{Trail, ensure, follow, or_panic};
use crate::transcript::json;
use crate::walk::Walk;

/// One choice in this many is the bot's, the others are random: a few choices of a slow bot are
/// thereby spread over whole games.
const ASKED: u32 = 3;

/// A game that has taken this many inputs is abandoned.
const MOST_INPUTS: usize = 20_000;

/// The report of [`bots_do_not_peek`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fairness {
    /// The number of games begun.
    pub games: usize,
    /// The number of choices of the bots.
    pub choices: usize,
    /// The number of times that hidden pieces were swapped.
    pub swapped: usize,
}

/// Checks that bots choose only by their view: their choice is legal, and it stays the same when
/// they are asked again and when everything hidden from them is swapped. Each of the named bots
/// makes `n_choices` choices in random games, spread over every preset; without names every bot of
/// the game does.
///
/// # Panics
/// At the first unfair choice, with the preset, the seed and the step.
///
/// ```no_run
/// # fn check<G: kernel::Imagine + kernel::Facade + testkit::Secrets>() {
/// let seen = testkit::bots_do_not_peek::<G>(&["easy", "medium"], 200);
/// assert!(seen.swapped > 0, "this game hides something");
/// # }
/// ```
#[track_caller]
pub fn bots_do_not_peek<G: Imagine + Facade + Secrets>(
    names: &[&str],
    n_choices: usize,
) -> Fairness {
    let named =
        |name: &&str| bot(name).unwrap_or_else(|| panic!("{} has no bot {name:?}", G::META.key));
    let chosen: Vec<&Bot<G>> = match names {
        [] => bots().collect(),
        _ => names.iter().map(named).collect(),
    };
    or_panic(fairness(&chosen, n_choices))
}

/// The report of [`bots_do_not_peek`] for these bots, or the first unfair choice.
pub(crate) fn fairness<G: Imagine + Secrets>(
    bots: &[&Bot<G>],
    n_choices: usize,
) -> Result<Fairness, String> {
    let mut seen = Fairness::default();
    for bot in bots {
        watch(bot, n_choices, &mut seen)?;
    }
    Ok(seen)
}

fn watch<G: Imagine + Secrets>(
    bot: &Bot<G>,
    n_choices: usize,
    seen: &mut Fairness,
) -> Result<(), String> {
    let presets = G::presets();
    let share = n_choices.div_ceil(presets.len().max(1));
    for preset in presets {
        let table = format!("the preset `{}` with the bot {}", preset.name, bot.name());
        let until = seen.choices + share;
        let mut seed = 0;
        while seen.choices < until {
            let mut trail = Trail::new(&table, &preset.options, seed);
            follow::<G, _>(&mut trail, |trail| {
                play(bot, &preset.options, seed, until, seen, trail)
            })?;
            seen.games += 1;
            seed += 1;
        }
    }
    Ok(())
}

/// A random game in which the bot is asked now and then, until it has chosen often enough.
fn play<G: Imagine + Secrets>(
    bot: &Bot<G>,
    options: &G::Options,
    seed: u64,
    until: usize,
    seen: &mut Fairness,
    trail: &mut Trail,
) -> Result<(), String> {
    let mut game =
        G::new(options.clone()).map_err(|faults| format!("it has faults: {faults:?}"))?;
    let mut walk = Walk::new(seed);
    let key = Key::from_seed(seed);
    let mut rng = key.stream("watch");
    while let Some(input) = walk.step(&game) {
        if seen.choices >= until || trail.step() >= MOST_INPUTS {
            break;
        }
        if let Turn::Seats(seats) = game.turn()
            && rng.below(ASKED) == 0
        {
            let seats: Vec<Seat> = seats.iter().collect();
            if let Some(seat) = rng.choose(&seats).copied() {
                trail.ask(format!("a choice of seat {seat}"));
                watch_choice(bot, &game, seat, &mut rng, seen)?;
            }
        }
        for event in game.decide(&input).map_err(|refusal| refusal.to_string())? {
            game.evolve(&event);
        }
        trail.advance();
    }
    Ok(())
}

fn watch_choice<G: Imagine + Secrets>(
    bot: &Bot<G>,
    game: &G,
    seat: Seat,
    rng: &mut Rng,
    seen: &mut Fairness,
) -> Result<(), String> {
    let luck = Key::from_seed(u64::from(rng.next_u32()));
    let chosen = choose(bot, game, seat, &luck);
    ensure!(
        game.is_legal(seat, &chosen),
        "the bot chose {}, which is against the rules",
        json(&chosen)
    );
    let again = choose(bot, game, seat, &luck);
    ensure!(
        again == chosen,
        "asked twice, the bot chose {} and then {}",
        json(&chosen),
        json(&again)
    );
    seen.choices += 1;
    let viewer = Viewer::Seat(seat);
    let mut truth = game.clone();
    truth.swap_hidden(viewer, rng);
    let imagined = G::imagine(&game.view(viewer), viewer, rng);
    for world in [truth, imagined] {
        let other = choose(bot, &world, seat, &luck);
        ensure!(
            other == chosen,
            "the bot chose {}, and {} where only what it may not see was another",
            json(&chosen),
            json(&other)
        );
        seen.swapped += usize::from(world != *game);
    }
    Ok(())
}

/// The bot's action in this seat of this world.
fn choose<G: Game>(bot: &Bot<G>, world: &G, seat: Seat, luck: &Key) -> G::Action {
    let sight = Sight {
        seat,
        view: &Seen::view(world, Viewer::Seat(seat)),
        legal: &world.legal_actions(seat),
    };
    (bot.choose)(&sight, &mut luck.stream("bot"))
}
