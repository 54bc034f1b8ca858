//! Shopping by taste: buys what is usually good, without computing anything.
//!
//! Every good has a fixed worth that does not depend on the run. The worths were found by trial:
//! each was changed in turn, and the change was kept if rollouts of whole runs then won more often
//! (`docs/decisions/0005-shopping-in-dice.md`). The levels below the expert shop this way, and all
//! players in the shops that the expert imagines do too.

use crate::die_kind::DieKind;
use crate::items::Item;
use crate::options::Options;
use crate::run::{Round, Run, RunPlayer};
use crate::score::HandKind;
use crate::shop::Good;
use crate::state::Action;

/// The least gain for which money is spent.
const WORTHWHILE: f64 = 1.8;

/// The worth of one more die per dollar: more than anything else.
const DIE_PER_DOLLAR: f64 = 4.0;

/// Takes the best free offer, then the best for its price.
pub(super) fn shop(run: &Run, round: &Round, options: &Options) -> Action {
    let player = RunPlayer::new(run, round, options);
    let mut best = (0.0, Action::LeaveShop);
    for action in player.legal_actions() {
        let Some((gain, price)) = looked_at(run, &action) else {
            continue;
        };
        // A free offer counts as if it cost a dollar.
        let rate = gain / price.max(1.0);
        if (price == 0.0 || gain >= WORTHWHILE) && rate > best.0 {
            best = (rate, action);
        }
    }
    best.1
}

/// The gain and the cost of a purchase.
fn looked_at(run: &Run, action: &Action) -> Option<(f64, f64)> {
    let Action::Buy { offer, replace } = action else {
        return None;
    };
    let shop = run.shop.as_ref()?;
    let offer = shop.offers.get(usize::from(*offer))?;
    let price = shop.price(offer) as f64;
    let replaced = replace.and_then(|place| run.dice.get(usize::from(place)));
    let lost = replaced.map_or(0.0, |die| of_die(die.kind));
    let worth = match offer.good {
        Good::Die(kind) => of_die(kind),
        Good::Upgrade(hand) => of_hand(hand),
        Good::Item(item) => of_item(item),
        Good::ExtraDie => DIE_PER_DOLLAR * price,
    };
    Some((worth - lost, price))
}

const fn of_die(kind: DieKind) -> f64 {
    match kind {
        DieKind::Glass => 40.0,
        DieKind::Wild => 25.0,
        DieKind::Heavy | DieKind::Odd | DieKind::Even | DieKind::Echo => 1.5,
        DieKind::Normal => 0.0,
        DieKind::Light => -3.0,
        DieKind::Broken => -30.0,
    }
}

const fn of_hand(hand: HandKind) -> f64 {
    match hand {
        HandKind::LargeStraight => 13.5,
        HandKind::SmallStraight => 9.0,
        HandKind::AllEven | HandKind::AllOdd | HandKind::FullRun => 7.0,
        HandKind::XOfAKind => 6.5,
        HandKind::TwoTriplets => 5.0,
        HandKind::Pair => 4.5,
        HandKind::TwoPair => 3.0,
        HandKind::ThreePairs => 2.5,
        // It scores by the levels of its parts.
        HandKind::FullHouse => 1.5,
        HandKind::HighRoll | HandKind::Pyramid => 0.1,
    }
}

const fn of_item(item: Item) -> f64 {
    match item {
        Item::EvenSteven | Item::OddTodd => 100.0,
        Item::ExtraReroll => 15.0,
        Item::HighRoller => 8.0,
        Item::LuckyPenny => 4.0,
        Item::Insurance | Item::Whetstone => 1.0,
    }
}
