//! The rules: the allowed inputs, and the events that follow.
//!
//! Each input is decided on a [`Draft`]: events are emitted and applied to a copy as the cascade
//! runs (the last domino completes a trick, the trick decides the hand, the hand ends the game).
//! Every refusal names a legal alternative.

mod illegal;
mod tricks;

pub use illegal::Illegal;
pub(crate) use tricks::check_play;

use crate::auction::Auction;
use crate::bid::{Bid, Call};
use crate::declaration::Declaration;
use crate::hand::{Hand, Pledge};
use crate::options::{Mode, Options};
use crate::score::HandScore;
use crate::sides::{SEATS, partner_of, side_of};
use crate::state::{Action, Chance, Event, Phase, PublicTable, Texas42};
use crate::trick::TRICKS;
use crate::view::{self, View};
use kernel::{
    BySeat, BySide, Draft, Game, ImpossibleDraw, Luck, Meta, Preset, Seat, SeatSet, SetupFault,
    Side, Turn, Veiled, Viewer,
};
use pieces::{Domino, DominoSet};

impl Game for Texas42 {
    const META: Meta = Meta {
        key: "texas42",
        name: "Texas 42",
        rules_version: 2,
        min_seats: SEATS,
        max_seats: SEATS,
    };

    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Reason = Illegal;

    fn new(options: Options) -> Result<Texas42, Vec<SetupFault>> {
        let faults = options.faults();
        if faults.is_empty() {
            Ok(Texas42::at_start(options))
        } else {
            Err(faults)
        }
    }

    fn presets() -> Vec<Preset<Options>> {
        Options::presets()
    }

    fn n_seats(&self) -> u8 {
        SEATS
    }

    fn side(&self, seat: Seat) -> Side {
        side_of(seat)
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if !self.turn().seats().contains(seat) {
            return Vec::new();
        }
        let Some(hand) = &self.table.hand else {
            return Vec::new();
        };
        let options = &self.table.options;
        match self.table.phase {
            Phase::Bidding(_) => hand
                .auction
                .legal_calls(options, self.doubles(seat))
                .into_iter()
                .map(Action::Bid)
                .collect(),
            Phase::Naming(_) => Declaration::ALL
                .into_iter()
                .filter(|&declaration| check_name(options, &hand.auction, declaration).is_ok())
                .map(Action::Name)
                .collect(),
            Phase::Playing(_) => self.legal_plays(hand, seat),
            _ => Vec::new(),
        }
    }

    fn draw(&self, luck: &Luck) -> Chance {
        let mut rng = luck.rng();
        if self.table.phase == Phase::Drawing {
            return Chance::Shaker(Seat(rng.below(SEATS.into()) as u8));
        }
        let mut dominoes = Domino::ALL.to_vec();
        rng.shuffle(&mut dominoes);
        let hands = dominoes.chunks(Hand::DEALT);
        let hands: Vec<DominoSet> = hands.map(|hand| hand.iter().copied().collect()).collect();
        Chance::Deal(BySeat::from(hands))
    }

    fn act(&self, seat: Seat, action: &Action, draft: &mut Draft<Texas42>) -> Result<(), Illegal> {
        let phase = self.table.phase;
        let Some(hand) = &self.table.hand else {
            return Err(Illegal::NotNow(asked_for(phase)));
        };
        match (phase, *action) {
            (Phase::Bidding(_), Action::Bid(call)) => self.bid(draft, hand, seat, call),
            (Phase::Naming(_), Action::Name(declaration)) => {
                self.name(draft, hand, seat, declaration)
            }
            (Phase::Playing(_), Action::Play(domino)) => self.play(draft, hand, seat, domino),
            (Phase::Playing(_), Action::LayDown) => self.lay_down(draft, hand, seat),
            (phase, _) => Err(Illegal::NotNow(asked_for(phase))),
        }
    }

    fn luck(&self, chance: &Chance, draft: &mut Draft<Texas42>) -> Result<(), ImpossibleDraw> {
        match (self.table.phase, chance) {
            (Phase::Drawing, Chance::Shaker(seat)) if seat.0 < SEATS => {
                draft.emit(Event::ShakerDrawn { seat: *seat });
                Ok(())
            }
            (Phase::Dealing, Chance::Deal(hands)) if is_whole_set(hands) => {
                let shaker = self.table.next_shaker().ok_or(ImpossibleDraw)?;
                let hands = hands.map(|_, hand| Veiled::Known(*hand));
                draft.emit(Event::Dealt { shaker, hands });
                Ok(())
            }
            _ => Err(ImpossibleDraw),
        }
    }

    fn evolve(&mut self, event: &Event) {
        self.apply(event);
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::redact(event, viewer))
    }

    fn scores(&self) -> BySide<i32> {
        let sides = self.table.score.sides();
        BySide::from_fn(2, |side| sides[side].into())
    }

    fn awards(&self, event: &Event) -> Vec<(Side, i32)> {
        PublicTable::awards(event)
    }

    fn winners(&self) -> Vec<Side> {
        self.table.winner.into_iter().collect()
    }

    fn deals_over(&self) -> u32 {
        self.table.history.len() as u32
    }

    /// The shake moves on from one game to the next.
    fn rematch(&self) -> Option<Options> {
        self.table.winner?;
        Some(Options {
            first_shaker: self.table.next_shaker(),
            ..self.table.options.clone()
        })
    }
}

impl PublicTable {
    /// The seats that must move next.
    pub const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Drawing | Phase::Dealing => Turn::Chance,
            Phase::Bidding(seat) | Phase::Naming(seat) | Phase::Playing(seat) => {
                Turn::Seats(SeatSet::only(seat))
            }
            Phase::Over => Turn::Over,
        }
    }

    /// The score of the hand once it is over; `None` before.
    pub(crate) fn hand_score(&self) -> Option<HandScore> {
        let hand = self.hand.as_ref()?;
        let pledge = hand.pledge()?;
        let goes_on = hand.tricks.len() < TRICKS
            && hand.laid_down.is_none()
            && is_played_out(&self.options, pledge.bid);
        if goes_on {
            return None;
        }
        HandScore::new(self.options.mode, pledge, &hand.tricks, hand.laid_down)
    }

    /// The shaker of the next hand.
    pub(crate) fn next_shaker(&self) -> Option<Seat> {
        if self.hands_dealt == 0 {
            self.shaker
        } else {
            self.shaker.map(|shaker| shaker.left(SEATS))
        }
    }
}

impl Texas42 {
    fn doubles(&self, seat: Seat) -> u8 {
        let doubles = self.hand(seat).iter().filter(|domino| domino.is_double());
        doubles.count() as u8
    }

    fn bid(
        &self,
        draft: &mut Draft<Texas42>,
        hand: &Hand,
        seat: Seat,
        call: Call,
    ) -> Result<(), Illegal> {
        hand.auction
            .check(&self.table.options, self.doubles(seat), call)
            .map_err(Illegal::Bid)?;
        let mut auction = hand.auction.clone();
        auction.push(call);
        let next = auction.speaker();
        draft.emit(Event::BidPlaced { seat, call, next });
        match (next, auction.standing()) {
            (Some(_), _) => {}
            (None, None) => draft.emit(Event::ThrownIn),
            (None, Some((seat, bid))) => {
                let namer = if bid.partner_names() {
                    partner_of(seat)
                } else {
                    seat
                };
                draft.emit(Event::BiddingWon { seat, bid, namer });
            }
        }
        Ok(())
    }

    fn name(
        &self,
        draft: &mut Draft<Texas42>,
        hand: &Hand,
        seat: Seat,
        declaration: Declaration,
    ) -> Result<(), Illegal> {
        let pledge = check_name(&self.table.options, &hand.auction, declaration)?;
        draft.emit(Event::TrumpNamed {
            seat,
            declaration,
            leader: pledge.first_leader(self.table.options.plunge_leader),
        });
        Ok(())
    }
}

/// Whether the winner of the auction may name this.
fn check_name(
    options: &Options,
    auction: &Auction,
    declaration: Declaration,
) -> Result<Pledge, Illegal> {
    let (bidder, bid) = auction
        .standing()
        .ok_or(Illegal::NotNow("nobody has bid"))?;
    let played = match declaration {
        Declaration::Trump(_) => true,
        Declaration::Nello => options.nello,
        Declaration::Sevens => options.sevens,
    };
    if options.allows(bid, declaration) {
        Ok(Pledge {
            bidder,
            bid,
            declaration,
        })
    } else if !played {
        Err(Illegal::NotPlayed(declaration))
    } else if bid.partner_names() {
        Err(Illegal::NamesTrump { declaration, bid })
    } else {
        Err(Illegal::NeedsAMark { declaration, bid })
    }
}

/// Whether a hand goes on after it is decided: in the points game both sides score what they take
/// under a bid below 42.
fn is_played_out(options: &Options, bid: Bid) -> bool {
    let both_score = options.mode == Mode::Points && matches!(bid, Bid::Points(_));
    options.play_out || both_score
}

/// The action that the table waits for, as an answer to one that does not belong here.
const fn asked_for(phase: Phase) -> &'static str {
    match phase {
        Phase::Bidding(_) => "it is time to bid or pass",
        Phase::Naming(_) => "it is time to name trump",
        Phase::Playing(_) => "it is time to play a domino",
        _ => "there is nothing to do now",
    }
}

/// Whether every domino is dealt, seven to each seat.
fn is_whole_set(hands: &BySeat<DominoSet>) -> bool {
    let sevens = hands.values().all(|hand| hand.len() == Hand::DEALT);
    let dealt = hands
        .values()
        .fold(DominoSet::EMPTY, |all, hand| all | *hand);
    hands.len() == usize::from(SEATS) && sevens && dealt == DominoSet::FULL
}
