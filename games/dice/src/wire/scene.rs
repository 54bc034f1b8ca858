//! A viewer's sight with the players' ids, from which messages are filled.

use super::messages as say;
use crate::layout::{Colour, hand_letter, lay_out};
use crate::options::Options;
use crate::pay::Pay;
use crate::request::describe;
use crate::run::{Round, Run, RunPlayer, RunStage};
use crate::score::{HandKind, Score, ScoreItem, Tally, upgrade_cost};
use crate::shop::{Good, Offer, Shop};
use crate::state::{Phase, PublicTable};
use crate::throw::Landed;
use crate::view::View;
use kernel::{Scores, Seat, SeatSet, Seating, Viewer};

/// A view and the players' ids.
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    pub(super) seating: &'a Seating,
}

impl Scene<'_> {
    const fn table(&self) -> &PublicTable {
        &self.view.table
    }

    pub(super) fn uuid(&self, seat: Seat) -> String {
        self.seating.uuid(seat).to_owned()
    }

    fn uuids(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| self.uuid(seat)).collect()
    }

    /// The players who have publicly not finished the round.
    pub(super) fn busy(&self) -> Vec<String> {
        self.uuids(self.table().busy())
    }

    /// The public scores.
    pub(super) fn scores(&self) -> Scores {
        let shown = &self.view.shown;
        let total = |seat| shown.get(seat).map_or(0, |run: &Run| run.total);
        self.seating.scores(total)
    }

    /// The rerolls of a round follow from what the seat owned at its start.
    pub(super) fn reroll_used(&self, seat: Seat) -> say::RerollUsed {
        let PublicTable { options, round, .. } = self.table();
        let used = self.rerolled(seat);
        let given = self.view.shown.get(seat).map_or(0, |run| {
            let player = RunPlayer::new(run, round, options);
            player.rerolls()
        });
        say::RerollUsed {
            player_uuid: self.uuid(seat),
            used,
            left: given.saturating_sub(used),
        }
    }

    fn rerolled(&self, seat: Seat) -> u8 {
        let rerolled = self.table().rerolled.get(seat);
        rerolled.copied().unwrap_or(0)
    }

    pub(super) fn dice_scored(&self, seat: Seat, tally: &Tally, passed: bool) -> say::DiceScored {
        let items = tally.items();
        let hands = items.iter().filter(|item| item.rule.name.hand().is_some());
        say::DiceScored {
            player_uuid: self.uuid(seat),
            hands: (0..).zip(hands).map(scored_hand).collect(),
            layers: layers(tally),
            total: tally.total(),
            target: self.table().round.target,
            passed,
            scores: self.scores(),
        }
    }

    pub(super) fn paid(&self, seat: Seat, pay: &Pay) -> say::Paid {
        let line = |(rule, points): (crate::PayRule, u64)| say::PayLine {
            rule,
            points,
            dice: Vec::new(),
            description: rule.sentence(),
        };
        say::Paid {
            player_uuid: self.uuid(seat),
            breakdown: pay.reasons().map(line).collect(),
            total: pay.total(),
        }
    }

    pub(super) fn standings(&self) -> Vec<say::Standing> {
        let shown = self.view.shown.iter();
        shown.map(|(seat, run)| self.standing(seat, run)).collect()
    }

    fn standing(&self, seat: Seat, run: &Run) -> say::Standing {
        let table = self.table();
        let doing = match table.phase {
            _ if run.is_out() => say::Doing::Out,
            Phase::Playing if table.finished.contains(seat) => say::Doing::Finished,
            Phase::Playing => say::Doing::Playing,
            Phase::Starting | Phase::Over => say::Doing::Waiting,
        };
        say::Standing {
            player_uuid: self.uuid(seat),
            doing,
            rerolled: self.rerolled(seat),
            passed: run.passed,
            scored: run.scored,
            total: run.total,
            money: run.cash,
            dice: run.dice.iter().map(|die| die.kind).collect(),
            items: run.items.iter().collect(),
        }
    }

    pub(super) fn outcome(&self) -> Option<say::Outcome> {
        let winners = self.table().winners.as_ref()?.iter();
        let run = |seat| self.view.shown.get(seat);
        Some(say::Outcome {
            winners: winners.map(|side| self.uuid(Seat(side.0))).collect(),
            passed: self
                .seating
                .map(|seat| run(seat).map_or(0, |run| run.passed)),
            totals: self
                .seating
                .map(|seat| run(seat).map_or(0, |run| run.total)),
        })
    }

    pub(super) fn view(&self, viewer: Viewer) -> say::TableView {
        let PublicTable {
            options,
            phase,
            round,
            ..
        } = self.table();
        say::TableView {
            phase: match phase {
                Phase::Starting => say::Phase::Starting,
                Phase::Playing => say::Phase::Playing,
                Phase::Over => say::Phase::Gameover,
            },
            round: round.number,
            target: round.target,
            boss: boss(round),
            win_round: options.win_round,
            race: options.is_race(),
            run: self.run(viewer),
            standings: self.standings(),
            to_move: self.uuids(self.view.awaited(viewer)),
            scores: self.scores(),
            outcome: self.outcome(),
        }
    }

    /// The viewer's own run; alone, the only one.
    fn run(&self, viewer: Viewer) -> Option<say::Run> {
        let PublicTable { options, round, .. } = self.table();
        let alone = (!options.is_race()).then_some(Seat(0));
        let seat = viewer.seat().or(alone)?;
        let run = self.view.run(viewer, seat)?;
        let player = RunPlayer::new(run, round, options);
        let mut own = own_run(self.uuid(seat), player);
        if own.stage == say::Stage::Settling && self.table().is_last_of_race() {
            // A shop opens only if another round will come.
            own.stage = say::Stage::Waiting;
        }
        Some(own)
    }
}

fn own_run(player_uuid: String, player: RunPlayer<'_>) -> say::Run {
    let RunPlayer {
        run,
        round,
        options,
    } = player;
    let choosing = run.stage == RunStage::Choosing;
    // A run has 2 to 30 dice and no hand above its cap: its pool can be scored.
    let score = run.score(options.rules, round.boss).ok();
    let score = score.filter(|_| choosing);
    let hands = score.as_ref().map_or_else(Vec::new, |score| {
        lay_out(&run.scoring_dice(round.boss), score.split())
    });
    say::Run {
        player_uuid,
        stage: match run.stage {
            RunStage::Waiting => say::Stage::Waiting,
            RunStage::Throwing(_) => say::Stage::Throwing,
            RunStage::Choosing => say::Stage::Choosing,
            RunStage::Settling => say::Stage::Settling,
            RunStage::Shopping => say::Stage::Shopping,
            RunStage::Out => say::Stage::Out,
        },
        pool: pool(run, round, &hands),
        rerolls_left: run.rerolls,
        insured: run.insured,
        preview: score.map(|score| preview(&score, &hands, round.target)),
        scored: run.scored,
        total: run.total,
        passed: run.passed,
        money: run.cash,
        levels: HandKind::ALL
            .into_iter()
            .map(|hand| level(run, hand, options))
            .collect(),
        items: run.items.iter().map(item).collect(),
        shop: run
            .shop
            .as_ref()
            .filter(|_| run.stage == RunStage::Shopping)
            .map(shop),
    }
}

fn pool(run: &Run, round: &Round, hands: &[Option<usize>]) -> Vec<say::PoolDie> {
    let dice = (0..).zip(&run.dice);
    dice.map(|(index, die)| say::PoolDie {
        index,
        kind: die.kind,
        plays_as: die.kind.under(round.boss),
        face: die.face,
        counts_as: round.boss.map_or(die.face, |boss| boss.plays(die.face)),
        locked: die.locked,
        throws: die.throws,
        hand: hands.get(usize::from(index)).copied().flatten(),
    })
    .collect()
}

fn preview(score: &Score, hands: &[Option<usize>], target: u64) -> say::Preview {
    let items = score.tally().items().iter();
    let items = items.filter(|item| item.rule.name.hand().is_some());
    let hand = |(number, item): (usize, &ScoreItem)| say::PreviewHand {
        kind: item.rule.name,
        points: item.points,
        dice: (0..)
            .zip(hands)
            .filter(|(_, hand)| **hand == Some(number))
            .map(|(place, _)| place)
            .collect(),
        description: describe(item),
        letter: hand_letter(number),
        colour: Colour::of_hand(number),
    };
    let total = score.total();
    say::Preview {
        hands: (0..).zip(items).map(hand).collect(),
        layers: layers(score.tally()),
        total,
        passes: u64::try_from(total).is_ok_and(|total| total >= target),
    }
}

fn scored_hand((number, item): (usize, &ScoreItem)) -> say::ScoredHand {
    say::ScoredHand {
        kind: item.rule.name,
        points: item.points,
        dice: item.pieces.clone(),
        description: describe(item),
        letter: hand_letter(number),
        colour: Colour::of_hand(number),
    }
}

fn layers(tally: &Tally) -> Vec<say::Layer> {
    let items = tally.items().iter();
    let items = items.filter(|item| item.rule.name.hand().is_none());
    items
        .map(|item| say::Layer {
            kind: item.rule.name,
            points: item.points,
            description: describe(item),
        })
        .collect()
}

fn level(run: &Run, hand: HandKind, options: &Options) -> say::HandLevel {
    let level = run.levels.get(hand);
    let rises = level < run.level_cap(options.rules);
    say::HandLevel {
        hand,
        name: hand.to_string(),
        level,
        base: run.levels.base(hand),
        mult: run.levels.mult(hand).to_string(),
        next_cost: rises.then(|| upgrade_cost(level)),
    }
}

fn item(item: crate::Item) -> say::Item {
    say::Item {
        item,
        name: item.to_string(),
        effect: item.sentence(),
    }
}

pub(super) fn boss(round: &Round) -> Option<say::Boss> {
    round.boss.map(|name| say::Boss {
        name,
        effect: name.sentence(),
    })
}

pub(super) fn shop(shop: &Shop) -> say::Shop {
    let offers = (0..).zip(&shop.offers);
    say::Shop {
        offers: offers.map(|(id, it)| offer(id, it, shop)).collect(),
        free: shop.free,
    }
}

fn offer(id: u8, offer: &Offer, shop: &Shop) -> say::Offer {
    let (kind, name) = match offer.good {
        Good::Die(kind) => (say::OfferKind::Die, kind.name()),
        Good::Upgrade(hand) => (say::OfferKind::Upgrade, hand.name()),
        Good::Item(item) => (say::OfferKind::Item, item.name()),
        Good::ExtraDie => (say::OfferKind::ExtraDie, "normal"),
    };
    say::Offer {
        id,
        kind,
        name: name.to_owned(),
        label: offer.good.to_string(),
        price: shop.price(offer),
        sold: offer.sold,
    }
}

pub(super) fn landed(landed: &[Landed]) -> Vec<say::Landed> {
    let dice = landed.iter();
    dice.map(|landed| say::Landed {
        die: landed.die,
        face: landed.face,
        broke: landed.broke,
        saved: landed.saved,
    })
    .collect()
}
