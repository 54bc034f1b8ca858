//! The variants of an enum as messages: their names and their schemas.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::Scores;

/// The names of the variants of a type as serde writes them; empty if it is not an enum.
pub(super) fn names_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // This always fails: it only records the names that the type asks for.
    let _ = T::deserialize(Asking(&mut names));
    names
}

/// An empty source that records the variants it is asked for.
struct Asking<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Asking<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("there is nothing here"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The schema of a variant's message: its fields, and the scores if they change.
pub(super) fn schema_of(generator: &mut SchemaGenerator, whole: &Schema, name: &str) -> Schema {
    let fields = fields_of(generator, whole, name);
    let mut scores = Scores::json_schema(generator);
    scores.remove("required");
    json_schema!({ "allOf": [fields, scores] })
}

/// The fields of a variant: those of a struct as they are, any other content as the field `value`,
/// and no fields for a variant without content.
fn fields_of(generator: &mut SchemaGenerator, whole: &Schema, name: &str) -> Schema {
    let whole = resolved(generator, whole.as_value().clone());
    let choices = whole.get("oneOf").or_else(|| whole.get("anyOf"));
    let choices = choices.and_then(Value::as_array).cloned();
    let choices = choices.unwrap_or_else(|| vec![whole]);
    let fields = choices.iter().find_map(|choice| {
        let fields = choice.get("properties")?.get(name)?.clone();
        Some((fields, choice.get("description").cloned()))
    });
    let Some((fields, about)) = fields else {
        return json_schema!({ "type": "object" });
    };
    let is_object = resolved(generator, fields.clone())
        .get("properties")
        .is_some();
    let mut schema = match is_object {
        true => Schema::try_from(fields).unwrap_or_default(),
        false => json_schema!({
            "type": "object", "properties": { "value": fields }, "required": ["value"],
        }),
    };
    if let Some(about) = about
        && schema.get("$ref").is_none()
    {
        schema.insert("description".to_owned(), about);
    }
    schema
}

/// A schema, or its target if it is a reference to one of the generator's definitions.
fn resolved(generator: &SchemaGenerator, schema: Value) -> Value {
    let path = schema.get("$ref").and_then(Value::as_str);
    let name = path.and_then(|path| path.rsplit('/').next());
    let found = name.and_then(|name| generator.definitions().get(name));
    found.cloned().unwrap_or(schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema, ts_rs::TS)]
    #[serde(rename_all = "snake_case")]
    enum Happening {
        Bare,
        WrappedUp(u8),
        /// Somebody sat down.
        Full {
            seat: u8,
        },
    }

    #[test]
    fn an_enum_tells_its_names() {
        assert_eq!(names_of::<Happening>(), ["bare", "wrapped_up", "full"]);
        assert_eq!(names_of::<u8>(), [""; 0]);
    }

    #[test]
    fn each_variant_has_the_schema_of_its_message() {
        let mut generator = SchemaGenerator::default();
        let whole = generator.subschema_for::<Happening>();
        let mut of = |name| fields_of(&mut generator, &whole, name).to_value();
        assert_eq!(of("bare"), serde_json::json!({ "type": "object" }));
        assert_eq!(of("wrapped_up")["required"], serde_json::json!(["value"]));
        assert_eq!(of("full")["required"], serde_json::json!(["seat"]));
        assert_eq!(of("full")["description"], "Somebody sat down.");
    }

    #[test]
    fn a_type_of_which_only_variants_are_sent_is_not_defined() {
        let mut generator = SchemaGenerator::default();
        let full = Term::variant::<Happening>("full").schema(&mut generator);
        assert_eq!(
            full.to_value()["allOf"][0]["required"],
            serde_json::json!(["seat"])
        );
        assert!(!generator.definitions().contains_key("Happening"));
    }
}
