//! The messages of the wire, described by their Rust types.
//!
//! Each message is a struct, and its JSON Schema and its TypeScript come from the same struct.
//! Therefore the documents and the clients' types cannot differ from what is sent.
//!
//! Every message of a table also has a few fields that the house adds, such as the code of the
//! table; they are not part of a [`Term`].

mod variants;

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use ts_rs::{Config, TS, TypeVisitor};

use crate::Scores;

/// One kind of message: its name, and the type of its fields.
///
/// ```
/// use kernel::{Declarations, Term};
///
/// /// A card lies on the table.
/// #[derive(serde::Serialize, schemars::JsonSchema, ts_rs::TS)]
/// struct CardPlayed { card: String, score: u8 }
///
/// let term = Term::of::<CardPlayed>("card_played");
/// let mut declarations = Declarations::default();
/// term.declare(&mut declarations);
/// let (name, declaration) = declarations.iter().next().unwrap();
/// assert_eq!(name, "CardPlayed");
/// assert!(declaration.contains("type CardPlayed = { card: string, score: number, };"));
/// ```
#[derive(Clone, Copy)]
pub struct Term {
    /// The name of the message.
    pub name: &'static str,
    /// Whether it belongs to a table: the house then adds the fields that all messages of a table
    /// have.
    pub at_table: bool,
    /// Whether it is the variant of this name of its type, rather than the whole type.
    is_variant: bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    typescript: fn(&Config) -> String,
    declare: fn(&mut Declarations),
}

impl Term {
    /// Messages of this name at a table have fields of this type. The browser's build leaves the
    /// descriptions out: nobody writes documents there, and they would be a third of its size.
    #[cfg(target_arch = "wasm32")]
    pub const fn of<T: JsonSchema + TS + 'static>(name: &'static str) -> Term {
        Term {
            name,
            at_table: true,
            is_variant: false,
            schema: |_| Schema::default(),
            typescript: |_| String::new(),
            declare: |_| {},
        }
    }

    /// Messages of this name at a table have fields of this type.
    #[cfg(not(target_arch = "wasm32"))]
    pub const fn of<T: JsonSchema + TS + 'static>(name: &'static str) -> Term {
        Term {
            name,
            at_table: true,
            is_variant: false,
            schema: |generator| generator.subschema_for::<T>(),
            typescript: T::name,
            declare: Declarations::add::<T>,
        }
    }

    /// Messages of this name have exactly the fields of this type; the house adds nothing.
    pub const fn exact<T: JsonSchema + TS + 'static>(name: &'static str) -> Term {
        Term {
            at_table: false,
            ..Term::of::<T>(name)
        }
    }

    /// Messages of this name have the fields of the variant of this name, and the scores if they
    /// change.
    pub const fn variant<T: JsonSchema + TS + 'static>(name: &'static str) -> Term {
        Term {
            is_variant: true,
            schema: itself::<T>,
            declare: |declarations| {
                declarations.add::<T>();
                declarations.add::<Scores>();
            },
            ..Term::of::<T>(name)
        }
    }

    /// The JSON Schema of the fields, or a reference to it among the generator's definitions.
    pub fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let whole = (self.schema)(generator);
        match self.is_variant {
            true => variants::schema_of(generator, &whole, self.name),
            false => whole,
        }
    }

    /// The name of the type in TypeScript. A variant is written with `Variant`, which the house's
    /// own file declares.
    pub fn typescript(&self) -> String {
        let whole = (self.typescript)(&config());
        match self.is_variant {
            true => format!("Variant<{whole}, {:?}> & Partial<Scores>", self.name),
            false => whole,
        }
    }

    /// Adds the type, and all types it consists of, to the declarations.
    pub fn declare(&self, declarations: &mut Declarations) {
        (self.declare)(declarations);
    }
}

/// Everything that a game or the house says and hears on the wire.
#[derive(Debug, Clone, Copy, Default)]
pub struct Vocabulary {
    /// The commands of clients, besides [`ACT`](crate::ACT).
    pub commands: &'static [Term],
    /// The answer to an obeyed command of the same name. A game has none, because the house answers
    /// all commands of games alike.
    pub acks: &'static [Term],
    /// The events that clients hear.
    pub events: &'static [Term],
    /// Further events: the variants of a type.
    pub variants: Option<fn() -> Vec<Term>>,
    /// A view, as `sync` sends it.
    pub view: Option<Term>,
    /// A seat's legal actions, as `sync` sends them.
    pub legal: Option<Term>,
    /// The fields that the end of a game adds to `game_finished`.
    pub outcome: Option<Term>,
}

impl Vocabulary {
    /// An empty vocabulary.
    pub const EMPTY: Vocabulary = Vocabulary {
        commands: &[],
        acks: &[],
        events: &[],
        variants: None,
        view: None,
        legal: None,
        outcome: None,
    };

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.terms().next().is_none()
    }

    /// Every event that a client may hear.
    pub fn heard(&self) -> Vec<Term> {
        let variants = self.variants.map_or_else(Vec::new, |variants| variants());
        self.events.iter().copied().chain(variants).collect()
    }

    /// Every term: commands, acks, events, and the rest.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let lists = self.commands.iter().chain(self.acks).copied();
        lists
            .chain(self.heard())
            .chain(self.view)
            .chain(self.legal)
            .chain(self.outcome)
    }
}

/// The schema of a type itself instead of a reference: if all messages are variants of the type,
/// nothing refers to the whole of it.
#[cfg(not(target_arch = "wasm32"))]
fn itself<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    T::json_schema(generator)
}

/// The browser's build leaves the descriptions out.
#[cfg(target_arch = "wasm32")]
fn itself<T: JsonSchema>(_: &mut SchemaGenerator) -> Schema {
    Schema::default()
}

/// The messages for the variants of an enum, each under its own name.
pub(crate) fn variant_terms<T>() -> Vec<Term>
where
    T: serde::de::DeserializeOwned + JsonSchema + TS + 'static,
{
    let names = variants::names_of::<T>().iter();
    names.map(|name| Term::variant::<T>(name)).collect()
}

/// Declarations of TypeScript by the name of the type, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declarations(BTreeMap<String, String>);

impl Declarations {
    /// Adds a type and all types it consists of.
    ///
    /// # Panics
    ///
    /// If another type has the same name: a client could not tell them apart.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        // A type without a file of its own, such as a number or a list, is written where it is
        // used.
        if T::output_path().is_some() {
            let config = config();
            let name = T::ident(&config);
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}", T::decl(&config));
            if let Some(known) = self.0.get(&name) {
                assert_eq!(*known, declaration, "two types are called {name}");
                return;
            }
            self.0.insert(name, declaration);
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }

    /// The names and their declarations, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

/// All our integers fit a JavaScript number.
fn config() -> Config {
    Config::new().with_large_int("number")
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Term({}: {})", self.name, self.typescript())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod one {
        #[derive(ts_rs::TS)]
        pub(super) struct Boss {
            #[expect(dead_code, reason = "only its type matters")]
            name: u8,
        }
    }

    #[derive(ts_rs::TS)]
    struct Boss {
        #[expect(dead_code, reason = "only its type matters")]
        name: one::Boss,
    }

    #[test]
    #[should_panic(expected = "two types are called Boss")]
    fn two_types_of_one_name_are_noticed() {
        let mut declarations = Declarations::default();
        declarations.add::<Boss>();
    }

    #[test]
    fn a_type_that_is_met_twice_is_declared_once() {
        let mut declarations = Declarations::default();
        declarations.add::<(one::Boss, Vec<one::Boss>)>();
        assert_eq!(declarations.iter().count(), 1);
    }
}
