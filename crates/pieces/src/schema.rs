//! The pieces as JSON Schema and TypeScript, for the messages that they are part of.
//!
//! A piece is written in one form. The schema of a piece that is read names the usual forms and not
//! every spelling. It promises nothing that would be refused. A client's type of a piece is the
//! form in which the client receives it, and the client may send it back unchanged.

use crate::{Card, CardSet, Die, Domino, DominoSet, Rank, Suit};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;
use ts_rs::{Config, TS};

/// Describes a piece as a part of another schema, without a name of its own.
macro_rules! describe {
    ($Piece:ty, $typescript:literal, $schema:expr) => {
        impl JsonSchema for $Piece {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($Piece).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let schema: fn(&mut SchemaGenerator) -> Schema = $schema;
                schema(generator)
            }
        }

        impl TS for $Piece {
            type WithoutGenerics = $Piece;
            type OptionInnerType = $Piece;

            fn name(_: &Config) -> String {
                $typescript.to_owned()
            }

            fn inline(config: &Config) -> String {
                <$Piece as TS>::name(config)
            }
        }
    };
}

describe!(Card, "string", |generator| {
    let text = json_schema!({ "type": "string", "description": "A card, as \"5H\" or \"TS\"." });
    if generator.contract().is_serialize() {
        return text;
    }
    let (suit, rank) = (
        generator.subschema_for::<Suit>(),
        generator.subschema_for::<Rank>(),
    );
    json_schema!({
        "anyOf": [
            text,
            { "type": "object", "properties": { "suit": suit, "rank": rank }, "required": ["suit", "rank"] },
        ],
    })
});

describe!(CardSet, "Array<string>", |generator| {
    let card = generator.subschema_for::<Card>();
    json_schema!({ "type": "array", "items": card, "uniqueItems": true })
});

describe!(Domino, "string", |_| {
    json_schema!({ "type": "string", "pattern": "^[0-6]-[0-6]$", "description": "A domino, as \"6-4\"." })
});

describe!(DominoSet, "Array<string>", |generator| {
    let domino = generator.subschema_for::<Domino>();
    json_schema!({ "type": "array", "items": domino, "uniqueItems": true })
});

describe!(Die, "number", |_| {
    json_schema!({ "type": "integer", "minimum": 1, "maximum": 6, "description": "The face of a die." })
});

impl JsonSchema for Rank {
    fn schema_name() -> Cow<'static, str> {
        "Rank".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let labels = Rank::ALL.map(Rank::label);
        json_schema!({ "type": "string", "enum": labels, "description": "A rank, ace low." })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The labels are written once more in an attribute, which can hold no other expression.
    #[test]
    fn the_type_of_a_rank_is_the_list_of_its_labels() {
        let labels = Rank::ALL.map(|rank| format!("{:?}", rank.label()));
        assert_eq!(Rank::inline(&Config::new()), labels.join(" | "));
    }

    #[test]
    fn the_type_of_a_suit_is_the_list_of_its_names() {
        let names = Suit::ALL.map(|suit| format!("{:?}", suit.name()));
        assert_eq!(Suit::inline(&Config::new()), names.join(" | "));
        let schema = schemars::schema_for!(Suit).to_value().to_string();
        assert!(Suit::ALL.iter().all(|suit| schema.contains(suit.name())));
    }
}
