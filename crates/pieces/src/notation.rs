//! The common parts of all notations: lists, and the error for a text that is not a piece.
//!
//! Texts come from players and from the network. Therefore a reader looks at each byte once, stops
//! at the first fault and keeps at most a few characters of it: a megabyte of junk costs a megabyte
//! of reading and a short message.

use serde::{Deserialize, Deserializer, de};
use std::fmt::{self, Display};
use std::marker::PhantomData;

/// A text that is not a piece, as an error shows it: its beginning and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    text: String,
    place: Option<Place>,
}

impl Unread {
    /// The number of characters that are kept. They are enough to recognise any misspelt piece (the
    /// longest name, `QUEEN_DIAMONDS`, has 14).
    pub const MAX_CHARS: usize = 20;

    /// The text, cut after [`Unread::MAX_CHARS`] characters, when `…` stands for the rest.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of the text in a list; `None` for a piece that was read alone.
    pub fn place(&self) -> Option<Place> {
        self.place
    }
}

/// Writes `"5X"`, or `"5X" (number 3, at byte 6)` if it stood in a list.
impl Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Debug` escapes control characters, so that no junk reaches a terminal or a log as it is.
        write!(f, "{:?}", self.text)?;
        match self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

/// The place of a piece in a list of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The number of bytes before it.
    pub offset: usize,
}

/// Writes `number 3, at byte 6`.
impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number {}, at byte {}", self.number, self.offset)
    }
}

/// The text of one piece, still to be read.
#[derive(Clone, Copy)]
pub(crate) struct PieceText<'a> {
    pub(crate) text: &'a str,
    place: Option<Place>,
}

impl<'a> PieceText<'a> {
    /// The text of a piece that stands alone.
    pub(crate) fn alone(text: &'a str) -> PieceText<'a> {
        PieceText {
            text: text.trim(),
            place: None,
        }
    }

    /// The text of the piece at this index, from 0, of a list, after this many bytes.
    pub(crate) fn in_list(text: &'a str, index: usize, offset: usize) -> PieceText<'a> {
        PieceText {
            text,
            place: Some(Place {
                number: index + 1,
                offset,
            }),
        }
    }

    /// The part that an error shows.
    pub(crate) fn unread(self) -> Unread {
        Unread {
            text: excerpt(self.text),
            place: self.place,
        }
    }
}

/// Whether this may stand between the pieces of a list.
pub(crate) fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The texts between separators.
fn tokens(list: &str) -> impl Iterator<Item = PieceText<'_>> {
    list.split_inclusive(is_separator)
        .scan(0, |end, part| {
            let offset = *end;
            *end += part.len();
            Some((offset, part.trim_end_matches(is_separator)))
        })
        .filter(|(_, text)| !text.is_empty())
        .enumerate()
        .map(|(index, (offset, text))| PieceText::in_list(text, index, offset))
}

/// A piece of which a full set holds exactly one, as a card of the deck.
pub(crate) trait Unique: Copy + Eq {
    /// The errors for a text or a list that cannot be read.
    type Error: Display;

    /// The number of different pieces.
    const COUNT: usize;

    /// The piece that this text means.
    fn read(token: PieceText<'_>) -> Result<Self, Self::Error>;

    /// The fault of a list in which this piece stands at both these numbers, from 1.
    fn duplicate(self, first: usize, second: usize) -> Self::Error;

    /// The fault of a list longer than the full set.
    fn too_many() -> Self::Error;
}

/// Pieces in the order in which they were listed, none of them twice.
pub(crate) struct Distinct<P>(Vec<P>);

impl<P: Unique> Distinct<P> {
    /// Reads pieces between whitespace and commas.
    pub(crate) fn parse(list: &str) -> Result<Distinct<P>, P::Error> {
        let mut pieces = Distinct(Vec::new());
        for token in tokens(list) {
            pieces.push(P::read(token)?)?;
        }
        Ok(pieces)
    }

    pub(crate) fn into_vec(self) -> Vec<P> {
        self.0
    }

    fn push(&mut self, piece: P) -> Result<(), P::Error> {
        if self.0.len() == P::COUNT {
            return Err(P::too_many());
        }
        if let Some(index) = self.0.iter().position(|&earlier| earlier == piece) {
            return Err(piece.duplicate(index + 1, self.0.len() + 1));
        }
        self.0.push(piece);
        Ok(())
    }
}

/// Reads a list of pieces, or the text of such a list.
impl<'de, P: Unique + Deserialize<'de>> Deserialize<'de> for Distinct<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<P>(PhantomData<P>);

        impl<'de, P: Unique + Deserialize<'de>> de::Visitor<'de> for Visitor<P> {
            type Value = Distinct<P>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of different pieces")
            }

            fn visit_str<E: de::Error>(self, list: &str) -> Result<Distinct<P>, E> {
                Distinct::parse(list).map_err(E::custom)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<Distinct<P>, A::Error> {
                let mut pieces = Distinct(Vec::new());
                while let Some(piece) = list.next_element()? {
                    pieces.push(piece).map_err(de::Error::custom)?;
                }
                Ok(pieces)
            }
        }

        deserializer.deserialize_any(Visitor(PhantomData))
    }
}

/// A number of pips as it stands in JSON.
///
/// Unlike a plain `u8`, it does not repeat a text that stands in its place in full.
pub(crate) struct Pips(pub(crate) u8);

impl<'de> Deserialize<'de> for Pips {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pips, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Pips;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of pips")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Pips, E> {
                match u8::try_from(number) {
                    Ok(pips) => Ok(Pips(pips)),
                    Err(_) => Err(E::invalid_value(de::Unexpected::Unsigned(number), &self)),
                }
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Pips, E> {
                Err(unexpected(text, &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// Writes pieces with a space between them.
pub(crate) fn write_list<P: Display>(
    f: &mut fmt::Formatter<'_>,
    pieces: impl IntoIterator<Item = P>,
) -> fmt::Result {
    for (index, piece) in pieces.into_iter().enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{piece}")?;
    }
    Ok(())
}

/// A short error for an unexpected text in JSON.
pub(crate) fn unexpected<E: de::Error>(text: &str, expected: &dyn de::Expected) -> E {
    E::invalid_value(de::Unexpected::Str(&excerpt(text)), expected)
}

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(Unread::MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
