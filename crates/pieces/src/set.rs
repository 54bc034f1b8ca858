//! Sets of pieces, a bit for each piece.
//!
//! Cards and dominoes need the same kind of set: one word that is copied, iterated in the pieces'
//! own order, and usable in constants. A generic type cannot be used in constants, because a
//! constant cannot call a trait's methods. The code is therefore written once, as a macro.

/// Defines a set of pieces in one word.
///
/// The piece has `index() -> usize` and `from_index(usize) -> Option<Self>`,
/// both `const`, implements `notation::Unique` and orders by its index.
macro_rules! piece_set {
    (
        $(#[$set_attribute:meta])*
        set $Set:ident($Bits:ty) of $Piece:ident, or $Error:ident;
        $(#[$iter_attribute:meta])*
        iterator $Iter:ident;
    ) => {
        $(#[$set_attribute])*
        ///
        /// Sets order by their bits: arbitrary, but always the same.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $Set($Bits);

        impl $Set {
            /// The set of no pieces.
            pub const EMPTY: $Set = $Set(0);

            /// The set of all pieces.
            pub const FULL: $Set = $Set((1 << <$Piece as $crate::notation::Unique>::COUNT) - 1);

            /// The set that holds the piece of index `i` if bit `i` is set; `None` if a bit is set
            /// without a piece of that index.
            pub const fn from_bits(bits: $Bits) -> Option<$Set> {
                if bits & !$Set::FULL.0 == 0 { Some($Set(bits)) } else { None }
            }

            /// A word whose bit `i` is set if the piece of index `i` is there.
            pub const fn bits(self) -> $Bits {
                self.0
            }

            /// The set of this one piece.
            pub const fn only(piece: $Piece) -> $Set {
                $Set(1 << piece.index())
            }

            /// The number of pieces.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether there are no pieces.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether this piece is there.
            pub const fn contains(self, piece: $Piece) -> bool {
                self.0 >> piece.index() & 1 == 1
            }

            /// Whether all these pieces are in `other`.
            pub const fn is_subset(self, other: $Set) -> bool {
                self.0 & !other.0 == 0
            }

            /// The lowest piece.
            pub const fn first(self) -> Option<$Piece> {
                // An empty word has as many trailing zeros as bits, which is beyond the index of
                // every piece.
                $Piece::from_index(self.0.trailing_zeros() as usize)
            }

            /// The highest piece.
            pub const fn last(self) -> Option<$Piece> {
                match self.0.checked_ilog2() {
                    Some(index) => $Piece::from_index(index as usize),
                    None => None,
                }
            }

            /// Puts this piece in; says whether it was missing.
            pub const fn insert(&mut self, piece: $Piece) -> bool {
                let missing = !self.contains(piece);
                *self = self.union($Set::only(piece));
                missing
            }

            /// Takes this piece out; says whether it was there.
            pub const fn remove(&mut self, piece: $Piece) -> bool {
                let there = self.contains(piece);
                *self = self.difference($Set::only(piece));
                there
            }

            /// The pieces in either set, also written `a | b`.
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// The pieces in both sets, also written `a & b`.
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// The pieces of this set that are not in the other, also written `a - b`.
            pub const fn difference(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// The pieces, ascending.
            pub const fn iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl ::std::ops::BitOr for $Set {
            type Output = $Set;

            fn bitor(self, other: $Set) -> $Set {
                self.union(other)
            }
        }

        impl ::std::ops::BitAnd for $Set {
            type Output = $Set;

            fn bitand(self, other: $Set) -> $Set {
                self.intersection(other)
            }
        }

        impl ::std::ops::Sub for $Set {
            type Output = $Set;

            fn sub(self, other: $Set) -> $Set {
                self.difference(other)
            }
        }

        impl ::std::ops::BitOrAssign for $Set {
            fn bitor_assign(&mut self, other: $Set) {
                *self = *self | other;
            }
        }

        impl ::std::ops::BitAndAssign for $Set {
            fn bitand_assign(&mut self, other: $Set) {
                *self = *self & other;
            }
        }

        impl ::std::ops::SubAssign for $Set {
            fn sub_assign(&mut self, other: $Set) {
                *self = *self - other;
            }
        }

        impl Extend<$Piece> for $Set {
            fn extend<I: IntoIterator<Item = $Piece>>(&mut self, pieces: I) {
                for piece in pieces {
                    self.insert(piece);
                }
            }
        }

        impl FromIterator<$Piece> for $Set {
            fn from_iter<I: IntoIterator<Item = $Piece>>(pieces: I) -> $Set {
                let mut set = $Set::EMPTY;
                set.extend(pieces);
                set
            }
        }

        impl IntoIterator for $Set {
            type Item = $Piece;
            type IntoIter = $Iter;

            fn into_iter(self) -> $Iter {
                self.iter()
            }
        }

        $(#[$iter_attribute])*
        #[derive(Debug, Clone)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Piece;

            fn next(&mut self) -> Option<$Piece> {
                let piece = self.0.first()?;
                self.0.remove(piece);
                Some(piece)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl DoubleEndedIterator for $Iter {
            fn next_back(&mut self) -> Option<$Piece> {
                let piece = self.0.last()?;
                self.0.remove(piece);
                Some(piece)
            }
        }

        impl ExactSizeIterator for $Iter {}

        impl ::std::iter::FusedIterator for $Iter {}

        /// Writes the pieces, ascending, with a space between them.
        impl ::std::fmt::Display for $Set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::notation::write_list(f, *self)
            }
        }

        impl ::std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        /// Reads pieces in any order between whitespace and commas; the same piece
        /// twice is an error.
        impl ::std::str::FromStr for $Set {
            type Err = $Error;

            fn from_str(list: &str) -> Result<$Set, $Error> {
                let pieces = $crate::notation::Distinct::<$Piece>::parse(list)?;
                Ok(pieces.into_vec().into_iter().collect())
            }
        }

        /// Writes a list of the pieces, ascending.
        impl ::serde::Serialize for $Set {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        /// Reads a list of pieces in any order, or the text of such a list; the same
        /// piece twice is an error.
        impl<'de> ::serde::Deserialize<'de> for $Set {
            fn deserialize<D>(deserializer: D) -> Result<$Set, D::Error>
            where
                D: ::serde::Deserializer<'de>,
            {
                let pieces = $crate::notation::Distinct::<$Piece>::deserialize(deserializer)?;
                Ok(pieces.into_vec().into_iter().collect())
            }
        }
    };
}

pub(crate) use piece_set;
