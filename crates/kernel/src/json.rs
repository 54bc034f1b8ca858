//! JSON that is written once.

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A JSON text, kept as it was written.
///
/// Journals and messages are made of these. A value is written once; afterwards its text is copied,
/// and never read and written again. Two are equal if their texts are equal.
///
/// ```
/// use kernel::Json;
///
/// let json = Json::of(&("5H", 3));
/// assert_eq!(json.text(), r#"["5H",3]"#);
/// assert_eq!(json.read::<(String, u8)>().unwrap(), ("5H".to_owned(), 3));
/// ```
#[derive(Clone)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Writes a part of a game or a message. All of these are plain data: maps have string keys,
    /// and no number is a float that JSON lacks. The conformance tests write every one.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Json {
        let text = serde_json::value::to_raw_value(value);
        Json(text.expect("the parts of a game are plain JSON data"))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// Reads it as a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(self.text())
    }

    /// Reads it as a JSON value.
    pub fn value(&self) -> Value {
        // A text that was written or read as JSON is JSON.
        self.read().unwrap_or_default()
    }

    /// An object with the fields of both. Duplicate fields are not checked for.
    ///
    /// ```
    /// use kernel::Json;
    /// use serde_json::json;
    ///
    /// let of = |value: serde_json::Value| Json::of(&value);
    /// assert_eq!(of(json!({ "a": 1 })).and(&of(json!({ "b": 2 }))).text(), r#"{"a":1,"b":2}"#);
    /// assert_eq!(of(json!({})).and(&of(json!({ "b": 2 }))).text(), r#"{"b":2}"#);
    /// assert_eq!(of(json!({ "a": 1 })).and(&of(json!({}))).text(), r#"{"a":1}"#);
    /// ```
    #[must_use]
    pub fn and(&self, more: &Json) -> Json {
        let inside = |json: &'_ Json| -> Option<usize> {
            let fields = json.text().strip_prefix('{')?.strip_suffix('}')?;
            Some(fields.len())
        };
        match (inside(self), inside(more)) {
            (Some(0), _) => more.clone(),
            (Some(own), Some(others)) if others > 0 => {
                let mut text = String::with_capacity(own + others + 3);
                text.push_str(&self.text()[..=own]);
                text.push(',');
                text.push_str(&more.text()[1..]);
                // The fields of two objects with a comma between them form an object.
                RawValue::from_string(text).map_or_else(|_| self.clone(), Json)
            }
            _ => self.clone(),
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Json {}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Json)
    }
}

impl JsonSchema for Json {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Value::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Value::json_schema(generator)
    }
}
