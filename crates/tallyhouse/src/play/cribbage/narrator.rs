//! Tells the events at the table, a sentence for each.
//!
//! The narrator keeps its own game from the events that it is given, and knows nothing else. If it
//! gets the events of one viewer, it cannot reveal anything.

use cribbage::aloud;
use cribbage::score::{HandOrCrib, Tally};
use cribbage::{Cribbage, CutResult, Event, Loss, Outcome, Play, PublicTable};
use kernel::{BySeat, Game, Seat, SeatSet, Side, Veiled};
use pieces::{Card, CardSet};

use super::board::{self, side_style};
use crate::play::cast::Cast;
use crate::style::{FAINT, STRONG, printed, styled, wrapped};

/// Turns events into sentences.
pub(crate) struct Narrator {
    game: Cribbage,
    cast: Cast,
}

impl Narrator {
    /// A narrator of this game from its start.
    pub(crate) fn new(game: Cribbage, cast: Cast) -> Narrator {
        Narrator { game, cast }
    }

    /// The lines for this event, which follows all those told before.
    pub(crate) fn tell(&mut self, event: &Event) -> Vec<String> {
        let awards = self.game.awards(event);
        // The count of the crib ends the deal and removes the starter.
        let starter = self.table().starter;
        self.game.evolve(event);
        let mut lines = self.sentences(event, starter);
        if let Some(last) = lines.last_mut() {
            last.push_str(&self.new_scores(&awards));
        }
        lines
    }

    /// The event in words; the last line is the one that scores.
    fn sentences(&self, event: &Event, starter: Option<Card>) -> Vec<String> {
        match event {
            Event::DealerCut { cuts, result } => vec![self.cut(cuts, *result)],
            Event::Dealt { dealer, hands, .. } => self.dealt(*dealer, hands),
            Event::Discarded { seat, cards } => vec![self.discarded(*seat, cards)],
            Event::AllDiscarded { .. } => Vec::new(),
            Event::StarterCut { card, tally } => {
                let sentence = format!("The starter is {}", printed([*card]));
                vec![String::new(), scored(sentence, tally)]
            }
            Event::PlayStarted { leader } => {
                vec![format!("{}.", self.cast.does(*leader, "lead"))]
            }
            Event::Played {
                seat, card, tally, ..
            } => {
                let count = self.table().stack.count();
                let plays = self.cast.does(*seat, "play");
                let sentence = format!("{plays} {} for {count}", printed([*card]));
                vec![scored(sentence, tally)]
            }
            Event::WentGo { seat } => vec![format!("{} go.", self.cast.does(*seat, "say"))],
            Event::CountReset { leader } => {
                let leads = self.cast.does(*leader, "lead");
                vec![format!("The count starts again. {leads}.")]
            }
            Event::PlayFinished => vec![String::new()],
            Event::Shown { seat, kind, cards } => {
                vec![self.laid_open(*seat, *kind, *cards, starter)]
            }
            Event::CountClaimed { seat, stated, .. } => {
                vec![format!("{} {stated}.", self.cast.does(*seat, "count"))]
            }
            Event::MugginsClaimed {
                seat,
                points,
                pegged,
                ..
            } => vec![self.claimed(*seat, *points, *pegged)],
            Event::Counted {
                tally,
                stated: Some(stated),
                ..
            } => {
                let mut lines = vec![verdict(*stated, tally)];
                lines.extend(said_aloud(tally));
                lines
            }
            Event::Counted {
                seat,
                kind,
                cards,
                tally,
                ..
            } => {
                let mut lines = vec![self.laid_open(*seat, *kind, *cards, starter)];
                lines.extend(said_aloud(tally));
                lines
            }
            Event::Won(outcome) => self.won(outcome),
        }
    }

    fn table(&self) -> &PublicTable {
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
        let title = format!("Deal {}. {deals}.", self.table().deal);
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

    fn laid_open(
        &self,
        seat: Seat,
        kind: HandOrCrib,
        cards: CardSet,
        starter: Option<Card>,
    ) -> String {
        let what = match kind {
            HandOrCrib::Hand => "hand",
            HandOrCrib::Crib => "crib",
        };
        let whose = self.cast.whose(seat);
        let (cards, starter) = (printed(cards), printed(starter));
        format!("{whose} {what} is {cards} with {starter}.")
    }

    fn claimed(&self, seat: Seat, points: u8, pegged: u8) -> String {
        let claims = self.cast.does(seat, "claim");
        match (points, pegged) {
            (0, _) => format!("{claims} nothing."),
            (_, 0) => format!("{claims} {points} that were missed, wrongly."),
            _ => format!("{claims} {points} that were missed: muggins!"),
        }
    }

    /// The new score of the side that pegged, if one did.
    fn new_scores(&self, awards: &[(Side, i32)]) -> String {
        let scores = awards.iter().filter(|(_, points)| *points > 0);
        let scores = scores.map(|&(side, points)| {
            let (name, score) = (self.cast.side(side), self.table().pegs[side].front);
            let text = format!("{name} +{points} → {score}");
            format!("  {}", styled(side_style(side), text))
        });
        scores.collect()
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
            .match_score(&self.table().options)
            .iter()
            .map(|(side, games)| format!("{} {games}", self.cast.side(side)))
            .collect();
        lines.push(styled(FAINT, format!("Match: {}.", games.join(", "))));
        lines
    }
}

/// The sentence, with the score as its owner says it.
fn scored(sentence: String, tally: &Tally) -> String {
    if tally.is_empty() {
        format!("{sentence}.")
    } else {
        format!("{sentence}: {}.", aloud::play(tally))
    }
}

/// The count as its owner says it, indented.
fn said_aloud(tally: &Tally) -> Vec<String> {
    let said = format!("“{}”", aloud::show(tally));
    let lines = wrapped(&said).into_iter();
    lines.map(|line| format!("  {line}")).collect()
}

/// Compares a stated count with the truth.
fn verdict(stated: u8, tally: &Tally) -> String {
    let total = tally.total();
    match total - i32::from(stated) {
        0 => "That is right.".to_owned(),
        missed @ 1.. => format!("The true count is {total}: {missed} missed."),
        _ => format!("That is an over-count, and pegs the true {total}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cribbage::Record;
    use kernel::{Seen, Viewer};

    /// A deal with everything: heels, a go, thirty-one, an over-count, and a win by muggins.
    const RECORD: &str = r#"
[HeadStart "0 108"]
[Counting "muggins"]

cut 4H 9S

deal 1 dealer 0
hand 0 5H 6C 7D 7S 8C KD
hand 1 2S 3S 4D TS QC KH
throw 1 TS KH
throw 0 8C KD
starter JD
play 1:QC 0:5H 1:4D 0:7S 1:3S 0:go 1:2S
play 0:7D 0:6C
count 1 12
muggins 0 2
count 0 6
muggins 1 4
"#;

    #[track_caller]
    fn check(viewer: Viewer, expected: &str) {
        let record: Record = RECORD.parse().unwrap();
        let start = Record::new(record.options().clone()).unwrap();
        let cast = Cast::of(record.game(), viewer.seat());
        let mut narrator = Narrator::new(start.game().clone(), cast);
        let mut told = String::new();
        for event in record.events() {
            let seen = Seen::event::<Cribbage>(event, viewer).unwrap();
            for line in narrator.tell(seen.value()) {
                told += &format!("{}\n", anstream::adapter::strip_str(&line));
            }
        }
        assert_eq!(told, expected);
    }

    const BEFORE_THE_THROWS: &str = "
                    10         20         30         40         50         60
   You   0   ·········· ·········· ·········· ·········· ·········· ··········
            ┊·········· ·········· ··········┊·········· ·········· ·········· ◇
Seat 1 108   ·········· ·········· ·········· ·········· ·········· ··········
            ┊·········· ·········· ··········┊·········· ·······●·· ·········· ◇
";

    const AFTER_THE_THROWS: &str = "
The starter is J♦: his heels for two.  You +2 → 2
Seat 1 leads.
Seat 1 plays Q♣ for 10.
You play 5♥ for 15: fifteen for two.  You +2 → 4
Seat 1 plays 4♦ for 19.
You play 7♠ for 26.
Seat 1 plays 3♠ for 29.
You say go.
Seat 1 plays 2♠ for 31: thirty-one for two.  Seat 1 +2 → 110
The count starts again. You lead.
You play 7♦ for 7.
You play 6♣ for 13: last card for one.  You +1 → 5

Seat 1's hand is 2♠ 3♠ 4♦ Q♣ with J♦.
Seat 1 counts 12.  Seat 1 +7 → 117
You claim 2 that were missed, wrongly.
That is an over-count, and pegs the true 7.
  “fifteen two, fifteen four, and a run of three is seven”
Your hand is 5♥ 6♣ 7♠ 7♦ with J♦.
You count 6.  You +6 → 11
Seat 1 claims 4 that were missed: muggins!  Seat 1 +4 → 121
The true count is 10: 4 missed.
  “fifteen two and a double run of three is ten”

                    10         20         30         40         50         60
   You  11   ····○····· ●········· ·········· ·········· ·········· ··········
            ┊·········· ·········· ··········┊·········· ·········· ·········· ◇
Seat 1 121   ·········· ·········· ·········· ·········· ·········· ··········
            ┊·········· ·········· ··········┊·········· ·········· ······○··· ●

Seat 1 wins with 121!
You: 11, a double skunk.
Match: You 0, Seat 1 3.
";

    #[test]
    fn a_seat_is_told_what_it_may_know() {
        let throws = "
Seat 1 throws two cards to the crib.
You throw 8♣ K♦ to the crib.
";
        let title = "You cut 4♥, Seat 1 cuts 9♠. You deal first.\n\nDeal 1. You deal.\n";
        let told = [title, BEFORE_THE_THROWS, throws, AFTER_THE_THROWS].concat();
        check(Viewer::Seat(Seat(0)), &told);
    }
}
