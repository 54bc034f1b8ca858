//! Tells what happens at the table, a sentence for each event.
//!
//! The narrator keeps the books from the events it is told, so it knows no more
//! than those say: given what one viewer sees, it cannot give anything away.

use cribbage::aloud;
use cribbage::score::{Kind, Tally};
use cribbage::{Cribbage, CutResult, Event, Loss, Outcome, Play, Table};
use kernel::{BySeat, Game, Seat, SeatSet, Side, Veiled};
use pieces::CardSet;

use super::board::{self, side_style};
use super::cast::Cast;
use crate::style::{FAINT, STRONG, printed, styled};

/// Turns events into sentences.
pub(crate) struct Narrator {
    game: Cribbage,
    cast: Cast,
    n_told: usize,
}

impl Narrator {
    /// A narrator of this game from its start.
    pub(crate) fn new(game: Cribbage, cast: Cast) -> Narrator {
        Narrator {
            game,
            cast,
            n_told: 0,
        }
    }

    /// How many events it was told.
    pub(crate) fn n_told(&self) -> usize {
        self.n_told
    }

    /// The lines that tell this event, which comes after all that were told before.
    pub(crate) fn tell(&mut self, event: &Event) -> Vec<String> {
        let awards = self.game.awards(event);
        let starter = self.table().starter;
        self.game.evolve(event);
        self.n_told += 1;
        match event {
            Event::DealerCut { cuts, result } => vec![self.cut(cuts, *result)],
            Event::Dealt { dealer, hands, .. } => self.dealt(*dealer, hands),
            Event::Discarded { seat, cards } => vec![self.discarded(*seat, cards)],
            Event::AllDiscarded { .. } => Vec::new(),
            Event::StarterCut { card, tally } => {
                let line = format!("The starter is {}.", printed([*card]));
                vec![String::new(), self.scored(line, tally, &awards)]
            }
            Event::PlayStarted { leader } => {
                vec![format!("{}.", self.cast.does(*leader, "lead"))]
            }
            Event::Played {
                seat,
                card,
                count,
                tally,
                ..
            } => {
                let plays = self.cast.does(*seat, "play");
                let line = format!("{plays} {} for {count}.", printed([*card]));
                vec![self.scored(line, tally, &awards)]
            }
            Event::WentGo { seat } => vec![format!("{} go.", self.cast.does(*seat, "say"))],
            Event::CountReset { leader } => {
                let leads = self.cast.does(*leader, "lead");
                vec![format!("The count starts again. {leads}.")]
            }
            Event::PlayFinished => vec![String::new()],
            Event::Shown { seat, kind, cards } => {
                vec![format!("{}.", self.laid_open(*seat, *kind, *cards))]
            }
            Event::CountClaimed { seat, stated, .. } => {
                let line = format!("{} {stated}.", self.cast.does(*seat, "count"));
                vec![self.pegged(line, &awards)]
            }
            Event::MugginsClaimed { seat, points, .. } => {
                vec![self.pegged(self.claimed(*seat, *points, &awards), &awards)]
            }
            Event::Counted {
                seat,
                kind,
                cards,
                tally,
                stated,
                ..
            } => {
                let line = match stated {
                    Some(stated) => verdict(*stated, tally),
                    None => {
                        let laid_open = self.laid_open(*seat, *kind, *cards);
                        // The crib's count closes the deal, so the starter is the one from before.
                        let with = starter.map(|card| format!(" with {}", printed([card])));
                        let with = with.unwrap_or_default();
                        format!("{laid_open}{with}: {}.", aloud::show(tally))
                    }
                };
                vec![self.pegged(line, &awards)]
            }
            Event::Won(outcome) => self.won(outcome),
        }
    }

    fn table(&self) -> &Table {
        self.game.table()
    }

    fn cut(&self, cuts: &[Play], result: CutResult) -> String {
        let cuts: Vec<String> = cuts
            .iter()
            .map(|cut| {
                format!(
                    "{} {}",
                    self.cast.does(cut.seat, "cut"),
                    printed([cut.card])
                )
            })
            .collect();
        let result = match result {
            CutResult::Dealer(seat) => format!("{} first", self.cast.does(seat, "deal")),
            CutResult::Again(seats) => format!("{} cut again", self.list(seats)),
        };
        format!("{}. {result}.", cuts.join(", "))
    }

    fn list(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.cast.name(seat)).collect();
        names.join(" and ")
    }

    fn dealt(&self, dealer: Seat, hands: &BySeat<Veiled<CardSet>>) -> Vec<String> {
        let deals = self.cast.does(dealer, "deal");
        let title = format!("Deal {}. {deals}, so the crib is {}.", self.table().deal, {
            if self.cast.you() == Some(dealer) {
                "yours"
            } else {
                "theirs"
            }
        });
        let mut lines = vec![String::new(), styled(STRONG, title), String::new()];
        lines.extend(board::draw(self.table(), &self.cast));
        lines.push(String::new());
        for (seat, hand) in hands.iter() {
            // Your own cards are shown with the question what to throw.
            if let (Veiled::Known(cards), false) = (hand, self.cast.you() == Some(seat)) {
                lines.push(format!("{} dealt {}.", self.is(seat), printed(*cards)));
            }
        }
        lines
    }

    fn is(&self, seat: Seat) -> String {
        let verb = if self.cast.you() == Some(seat) {
            "are"
        } else {
            "is"
        };
        format!("{} {verb}", self.cast.name(seat))
    }

    fn discarded(&self, seat: Seat, cards: &Veiled<CardSet>) -> String {
        let throws = self.cast.does(seat, "throw");
        match (cards, self.table().options.thrown()) {
            (Veiled::Known(cards), _) => format!("{throws} {} to the crib.", printed(*cards)),
            (Veiled::Hidden, 1) => format!("{throws} a card to the crib."),
            (Veiled::Hidden, n) => {
                format!("{throws} {} cards to the crib.", aloud::number(n as i32))
            }
        }
    }

    fn laid_open(&self, seat: Seat, kind: Kind, cards: CardSet) -> String {
        let what = match kind {
            Kind::Hand => "hand",
            Kind::Crib => "crib",
        };
        format!("{} {what} is {}", self.cast.whose(seat), printed(cards))
    }

    fn claimed(&self, seat: Seat, points: u8, awards: &[(Side, i32)]) -> String {
        let claims = self.cast.does(seat, "claim");
        if points == 0 {
            format!("{claims} nothing.")
        } else if awards.iter().any(|(_, points)| *points > 0) {
            format!("{claims} {points} that were missed: muggins!")
        } else {
            format!("{claims} {points} that were missed, and errs.")
        }
    }

    /// The line with what was scored, said aloud, and the new score.
    fn scored(&self, line: String, tally: &Tally, awards: &[(Side, i32)]) -> String {
        if tally.is_empty() {
            return line;
        }
        let said = aloud::play(tally);
        let line = line.trim_end_matches('.');
        self.pegged(format!("{line}: {said}."), awards)
    }

    /// The line with the new score of whoever pegged, if anybody did.
    fn pegged(&self, mut line: String, awards: &[(Side, i32)]) -> String {
        for &(side, points) in awards.iter().filter(|(_, points)| *points > 0) {
            let score = self.table().pegs[side].front;
            let style = side_style(side);
            let name = self.cast.side(side);
            line += &format!("  {style}{name} +{points} → {score}{style:#}");
        }
        line
    }

    fn won(&self, outcome: &Outcome) -> Vec<String> {
        let mut lines = vec![String::new()];
        lines.extend(board::draw(self.table(), &self.cast));
        lines.push(String::new());
        let win = self.cast.side_does(outcome.winner, "win");
        let target = self.table().options.target;
        lines.push(styled(STRONG, format!("{win} with {target}!")));
        for (side, loss) in outcome.losses.iter() {
            let name = self.cast.side(side);
            let score = self.table().pegs[side].front;
            match loss {
                Some(Loss::Plain) => lines.push(format!("{name}: {score}.")),
                Some(Loss::Skunk) => lines.push(format!("{name}: {score}, a skunk.")),
                Some(Loss::DoubleSkunk) => lines.push(format!("{name}: {score}, a double skunk.")),
                None => {}
            }
        }
        let games: Vec<String> = outcome
            .match_score
            .iter()
            .map(|(side, games)| format!("{} {games}", self.cast.side(side)))
            .collect();
        lines.push(styled(FAINT, format!("Match: {}.", games.join(", "))));
        lines
    }
}

/// How a stated count compares with the truth.
fn verdict(stated: u8, tally: &Tally) -> String {
    let said = aloud::show(tally);
    let total = tally.total();
    match total - i32::from(stated) {
        0 => format!("That is right: {said}."),
        missed @ 1.. => format!("The true count is {total}, {missed} more: {said}."),
        _ => format!("Over-counted, the true count is {total}: {said}."),
    }
}
