//! Tells the events at the table, a sentence for each.
//!
//! The narrator keeps its own game from the events that it is given, and knows nothing else. If it
//! gets the events of one viewer, it cannot reveal anything.

use ::texas42::{Bid, BidVerdict, Call, Event, HandResult, Texas42, TrickRule, other_side};
use kernel::{BySeat, Game, Seat, Side, Veiled};
use pieces::DominoSet;

use super::marks;
use super::tiles::{tile, tiles};
use super::unit;
use crate::play::cast::Cast;
use crate::style::{FAINT, STRONG, styled};

/// Turns events into sentences.
pub(crate) struct Narrator {
    game: Texas42,
    cast: Cast,
}

impl Narrator {
    /// A narrator of this game from its start.
    pub(crate) fn new(game: Texas42, cast: Cast) -> Narrator {
        Narrator { game, cast }
    }

    /// The lines for this event, which follows all those told before.
    pub(crate) fn tell(&mut self, event: &Event) -> Vec<String> {
        self.game.evolve(event);
        match event {
            Event::ShakerDrawn { seat } => {
                vec![format!("{} first.", self.cast.does(*seat, "shake"))]
            }
            Event::Dealt { shaker, hands } => self.dealt(*shaker, hands),
            Event::BidPlaced { seat, call, .. } => vec![self.said(*seat, *call)],
            Event::ThrownIn => vec!["Everyone passed: the hand is thrown in.".to_owned()],
            Event::BiddingWon { seat, bid, namer } => vec![self.won_auction(*seat, *bid, *namer)],
            Event::TrumpNamed {
                seat,
                declaration,
                leader,
            } => {
                let names = styled(
                    STRONG,
                    format!("{} {declaration}.", self.cast.does(*seat, "name")),
                );
                vec![format!("{names} {}.", self.cast.does(*leader, "lead"))]
            }
            Event::DominoPlayed { seat, domino, .. } => {
                vec![format!(
                    "  {} {}",
                    self.cast.does(*seat, "play"),
                    tile(*domino)
                )]
            }
            Event::TrickWon { seat } => self.won_trick(*seat).into_iter().collect(),
            Event::LaidDown { seat, dominoes } => {
                let lays = self.cast.does(*seat, "lay");
                vec![format!(
                    "{lays} down {}: nothing can be lost any more.",
                    tiles(*dominoes)
                )]
            }
            Event::HandScored { .. } => {
                let result = self.game.table().history.last();
                result.map_or_else(Vec::new, |result| self.scored(result))
            }
            Event::Won { side } => self.won(*side),
        }
    }

    fn dealt(&self, shaker: Seat, hands: &BySeat<Veiled<DominoSet>>) -> Vec<String> {
        let table = self.game.table();
        let title = format!(
            "Hand {}. {}.",
            table.hands_dealt,
            self.cast.does(shaker, "shake")
        );
        let mut lines = vec![String::new(), styled(STRONG, title)];
        lines.extend(marks::draw(table, &self.cast));
        for (seat, hand) in hands.iter() {
            // Your own dominoes are shown with every question.
            if let (Veiled::Known(dominoes), false) = (hand, self.cast.you() == Some(seat)) {
                lines.push(format!(
                    "{} {}.",
                    self.cast.does(seat, "draw"),
                    tiles(*dominoes)
                ));
            }
        }
        lines
    }

    fn said(&self, seat: Seat, call: Call) -> String {
        let mode = self.game.table().options.mode;
        match call {
            Call::Pass if self.cast.you() == Some(seat) => "You pass.".to_owned(),
            Call::Pass => format!("{} passes.", self.cast.name(seat)),
            Call::Bid(bid) => format!("{} {}.", self.cast.does(seat, "bid"), bid.called(mode)),
        }
    }

    fn won_auction(&self, seat: Seat, bid: Bid, namer: Seat) -> String {
        let mode = self.game.table().options.mode;
        let wins = self.cast.does(seat, "win");
        let wins = format!("{wins} the auction with {}", bid.called(mode));
        if namer == seat {
            format!("{wins}.")
        } else {
            format!("{wins}. {} trump.", self.cast.does(namer, "name"))
        }
    }

    /// The winner, the items of the trick and their sum.
    fn won_trick(&self, seat: Seat) -> Option<String> {
        let tricks = &self.game.table().hand.as_ref()?.tricks;
        let tally = tricks.last()?.tally();
        let wins = format!("{} trick {}", self.cast.does(seat, "win"), tricks.len());
        let counted: Vec<String> = tally
            .items()
            .iter()
            .filter(|item| item.rule != TrickRule::Trick)
            .map(|item| format!("{} for {}", item.points, tiles(item.pieces.iter().copied())))
            .collect();
        Some(if counted.is_empty() {
            format!("{wins}: 1.")
        } else {
            format!(
                "{wins}: 1 and {} is {}.",
                counted.join(" and "),
                tally.total()
            )
        })
    }

    fn scored(&self, result: &HandResult) -> Vec<String> {
        let points = result.points;
        let mode = result.mode;
        let mut lines = vec![
            format!(
                "{} took {}, {} took {}.",
                self.cast.side(Side(0)),
                points.north_south,
                self.cast.side(Side(1)),
                points.east_west
            ),
            styled(STRONG, self.verdict(result)),
        ];
        for (side, &score) in result.score.iter().filter(|(_, score)| **score > 0) {
            let scores = self.cast.side_does(side, "score");
            lines.push(format!("{scores} {score} {}.", unit(mode, score)));
        }
        let brief = marks::brief(&self.game.table().score, &self.cast);
        lines.push(styled(FAINT, format!("The score: {brief}.")));
        lines
    }

    /// Whether the bid was made and why, with the names of the players.
    fn verdict(&self, result: &HandResult) -> String {
        let bidding = result.pledge.side();
        let (us, them) = (self.cast.side(bidding), self.cast.side(other_side(bidding)));
        let bidder = self.cast.name(result.pledge.bidder);
        let why = match result.why {
            BidVerdict::EnoughPoints { taken, .. } => format!("{us} took {taken}"),
            BidVerdict::TooManyAgainst { enough, taken } => {
                format!("{them} took {taken}, and {enough} set it")
            }
            BidVerdict::EveryTrick => format!("{us} took every trick"),
            BidVerdict::LostTrick { trick } => format!("{them} took trick {trick}"),
            BidVerdict::NoTrick => format!("{bidder} took no trick"),
            BidVerdict::TookTrick { trick } => format!("{bidder} took trick {trick}"),
        };
        let made = if result.made() { "made" } else { "set" };
        format!("The bid of {} is {made}: {why}.", result.called_bid())
    }

    fn won(&self, side: Side) -> Vec<String> {
        let table = self.game.table();
        let score = table.score;
        let mut lines = vec![String::new()];
        lines.extend(marks::draw(table, &self.cast));
        let wins = self.cast.side_does(side, "win");
        let (own, other) = (score.sides()[side], score.sides()[other_side(side)]);
        lines.push(styled(STRONG, format!("{wins} with {own} to {other}!")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::texas42::Record;
    use kernel::{Seen, Viewer};

    /// Hands with a bit of everything: a lay-down, a plunge, a set bid, a throw-in.
    const RECORD: &str = r#"
[Plunge "yes"]
[FirstShaker "3"]

deal 1 shaker 3
hand 0 6-6 6-5 6-4 6-3 6-2 6-1 5-5
hand 1 0-0 1-0 2-0 3-0 4-0 5-0 6-0
hand 2 1-1 2-1 3-1 4-1 5-1 2-2 3-2
hand 3 3-3 4-2 4-3 4-4 5-2 5-3 5-4
bid 0:1-mark 1:pass 2:pass 3:pass
name 0:sixes
trick 0:6-6 1:6-0 2:4-1 3:3-3
lay-down 0

deal 2 shaker 0
hand 0 6-5 6-4 6-3 6-2 6-1 5-4 5-3
hand 1 0-0 2-1 3-0 4-0 5-0 5-1 6-0
hand 2 6-6 5-5 4-4 3-3 3-1 2-0 1-0
hand 3 1-1 2-2 3-2 4-1 4-2 4-3 5-2
bid 1:pass 2:plunge-4 3:pass 0:pass
name 0:fives
trick 0:6-4 1:6-0 2:6-6 3:1-1
trick 2:3-1 3:4-3 0:6-3 1:3-0
trick 0:6-1 1:2-1 2:1-0 3:4-1
trick 0:6-2 1:0-0 2:2-0 3:5-2

deal 3 shaker 1
hand 0 6-5 6-4 6-3 6-2 6-1 5-4 5-3
hand 1 0-0 2-1 3-0 4-0 5-0 5-1 6-0
hand 2 6-6 5-5 4-4 3-3 3-1 2-0 1-0
hand 3 1-1 2-2 3-2 4-1 4-2 4-3 5-2
bid 2:pass 3:pass 0:pass 1:pass
"#;

    fn told(viewer: Viewer) -> String {
        let record: Record = RECORD.parse().unwrap();
        let start = Record::new(record.options().clone()).unwrap();
        let cast = Cast::of(record.game(), viewer.seat());
        let mut narrator = Narrator::new(start.game().clone(), cast);
        let mut told = String::new();
        for event in record.events() {
            let seen = Seen::event::<Texas42>(event, viewer).unwrap();
            for line in narrator.tell(seen.value()) {
                told += &format!("{}\n", anstream::adapter::strip_str(&line));
            }
        }
        told
    }

    const FOR_SEAT_0: &str = "
Hand 1. Seat 3 shakes.
                 You and Seat 2    0 marks
                 Seats 1 and 3     0 marks
You bid 1 mark.
Seat 1 passes.
Seat 2 passes.
Seat 3 passes.
You win the auction with 1 mark.
You name sixes. You lead.
  You play [6|6]
  Seat 1 plays [6|0]
  Seat 2 plays [4|1]
  Seat 3 plays [3|3]
You win trick 1: 1 and 5 for [4|1] is 6.
You lay down [5|5] [6|1] [6|2] [6|3] [6|4] [6|5]: nothing can be lost any more.
You and Seat 2 took 42, Seats 1 and 3 took 0.
The bid of 1 mark is made: You and Seat 2 took every trick.
You and Seat 2 score 1 mark.
The score: You and Seat 2 1, Seats 1 and 3 0.

Hand 2. You shake.
   /
  /              You and Seat 2    1 mark
                 Seats 1 and 3     0 marks
Seat 1 passes.
Seat 2 bids plunge 4.
Seat 3 passes.
You pass.
Seat 2 wins the auction with plunge 4. You name trump.
You name fives. You lead.
  You play [6|4]
  Seat 1 plays [6|0]
  Seat 2 plays [6|6]
  Seat 3 plays [1|1]
Seat 2 wins trick 1: 1 and 10 for [6|4] is 11.
  Seat 2 plays [3|1]
  Seat 3 plays [4|3]
  You play [6|3]
  Seat 1 plays [3|0]
You win trick 2: 1.
  You play [6|1]
  Seat 1 plays [2|1]
  Seat 2 plays [1|0]
  Seat 3 plays [4|1]
You win trick 3: 1 and 5 for [4|1] is 6.
  You play [6|2]
  Seat 1 plays [0|0]
  Seat 2 plays [2|0]
  Seat 3 plays [5|2]
Seat 3 wins trick 4: 1.
You and Seat 2 took 18, Seats 1 and 3 took 1.
The bid of plunge 4 is set: Seats 1 and 3 took trick 4.
Seats 1 and 3 score 4 marks.
The score: You and Seat 2 1, Seats 1 and 3 4.

Hand 3. Seat 1 shakes.
   /
  /              You and Seat 2    1 mark
   /\\  |
  /--\\ |         Seats 1 and 3     4 marks
Seat 2 passes.
Seat 3 passes.
You pass.
Seat 1 passes.
Everyone passed: the hand is thrown in.
";

    #[test]
    fn a_seat_is_told_what_it_may_know() {
        assert_eq!(told(Viewer::Seat(Seat(0))), FOR_SEAT_0);
    }

    /// A hidden hand is not told; if everything is open, all hands are.
    #[test]
    fn a_spectator_is_told_no_hand() {
        assert!(!told(Viewer::Spectator).contains(" draws "));
    }
}
