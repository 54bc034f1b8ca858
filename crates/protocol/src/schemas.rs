//! The JSON Schemas of one side of a vocabulary, as parts of a document.

use kernel::{Term, without_code};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Collects schemas under names of their own, and returns references to them.
///
/// A sent and a read message have different schemas even if their type is the same: a field with a
/// default is always sent, and may be missing when it is read.
pub(crate) struct Schemas {
    /// The prefix of every type's name.
    space: String,
    generator: SchemaGenerator,
}

impl Schemas {
    /// Schemas of sent messages, under names with this prefix.
    pub(crate) fn sent(space: impl Into<String>) -> Schemas {
        Schemas::new(space, settings().for_serialize())
    }

    /// Schemas of read messages, under names with this prefix.
    pub(crate) fn read(space: impl Into<String>) -> Schemas {
        Schemas::new(space, settings().for_deserialize())
    }

    fn new(space: impl Into<String>, settings: SchemaSettings) -> Schemas {
        Schemas {
            space: space.into(),
            generator: settings.into_generator(),
        }
    }

    /// The schema of a message's fields.
    pub(crate) fn of(&mut self, term: &Term) -> Value {
        let schema = term.schema(&mut self.generator).to_value();
        self.placed(schema)
    }

    /// The schema of any other type.
    pub(crate) fn of_type<T: schemars::JsonSchema>(&mut self) -> Value {
        let schema = self.generator.subschema_for::<T>().to_value();
        self.placed(schema)
    }

    /// All schemas that were referred to, by their names in the document.
    pub(crate) fn into_definitions(mut self) -> Map<String, Value> {
        let definitions = self.generator.take_definitions(true);
        let placed = |(name, schema)| (format!("{}.{name}", self.space), self.placed(schema));
        definitions.into_iter().map(placed).collect()
    }

    /// The same schema, with references that fit the document.
    fn placed(&self, schema: Value) -> Value {
        match schema {
            Value::Object(fields) => {
                let placed = |(key, value): (String, Value)| match value {
                    Value::String(path) if key == "$ref" => (key, self.reference(&path)),
                    Value::String(text) if key == "description" => {
                        (key, without_code(&text).into())
                    }
                    value => (key, self.placed(value)),
                };
                fields.into_iter().map(placed).collect()
            }
            Value::Array(items) => items.into_iter().map(|item| self.placed(item)).collect(),
            other => other,
        }
    }

    fn reference(&self, path: &str) -> Value {
        let name = path.rsplit('/').next().unwrap_or_default();
        json!(format!("#/components/schemas/{}.{name}", self.space))
    }
}

/// A schema of AsyncAPI is one of draft 7.
fn settings() -> SchemaSettings {
    SchemaSettings::draft07().with(|settings| settings.meta_schema = None)
}
