//! The HTTP API as an OpenAPI 3.1 document, and as a page for people.
//!
//! The paths come from the handlers, and the schemas from the types that are really sent: a schema
//! of OpenAPI 3.1 is a JSON Schema, and no type has a second description. The page is written from
//! the document, and loads nothing.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{Html, IntoResponse};
use kernel::drill::Practice;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use table::messages::GameInfo;
use table::review::Review;
use table::verify::Verified;
use table::{Entry, Replayed};

use super::claims::{Claimed, Claiming};
use super::daily::{DailyDeals, DailyResult};
use super::duplicates::Duplicate;
use super::me::{Gone, PastGames, Statistics};
use super::review::Underway;
use super::{Failure, reference};

/// The document of this house.
static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

/// The HTTP API as OpenAPI 3.1.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "documents",
    responses((status = 200, description = "This document.", body = serde_json::Value))
)]
pub(super) async fn openapi() -> impl IntoResponse {
    json_text(DOCUMENT.to_string())
}

/// The sockets as AsyncAPI 3.
#[utoipa::path(
    get,
    path = "/api/asyncapi.json",
    tag = "documents",
    responses((status = 200, description = "Every command and event of the sockets.", body = serde_json::Value))
)]
pub(super) async fn asyncapi() -> impl IntoResponse {
    static TEXT: LazyLock<String> = LazyLock::new(protocol::asyncapi::text);
    json_text(TEXT.clone())
}

/// The HTTP API as a page.
#[utoipa::path(
    get,
    path = "/api/docs",
    tag = "documents",
    responses((status = 200, description = "A page for people.", body = String, content_type = "text/html"))
)]
pub(super) async fn docs() -> Html<String> {
    static PAGE: LazyLock<String> = LazyLock::new(|| reference::render(&DOCUMENT));
    Html(PAGE.clone())
}

fn json_text(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

/// The paths of the handlers, with the schemas of the types that they answer.
fn document() -> Value {
    let paths = super::operation().merge(super::api()).into_openapi();
    let mut document = serde_json::to_value(paths).expect("a document is plain JSON data");
    document["info"] = json!({
        "title": "Tallyhouse",
        "version": env!("CARGO_PKG_VERSION"),
        "description": ABOUT,
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["components"] = json!({ "schemas": schemas() });
    kernel::describe_plainly(&mut document);
    document
}

const ABOUT: &str = "What a Tallyhouse answers by plain HTTP; games are played by Socket.IO, \
    which /api/asyncapi.json describes. Nothing here changes a table, but for the name of a player who deletes themselves. An error has a stable code and a \
    sentence for people.";

/// Writes the schema of a type.
type WriteSchema = fn(&mut SchemaGenerator) -> Schema;

/// The types that the handlers refer to, by the names that they use.
const TYPES: &[(&str, WriteSchema)] = &[
    ("Claimed", SchemaGenerator::subschema_for::<Claimed>),
    ("Claiming", SchemaGenerator::subschema_for::<Claiming>),
    ("Games", SchemaGenerator::subschema_for::<Vec<GameInfo>>),
    ("DailyDeals", SchemaGenerator::subschema_for::<DailyDeals>),
    ("DailyResult", SchemaGenerator::subschema_for::<DailyResult>),
    ("Duplicate", SchemaGenerator::subschema_for::<Duplicate>),
    ("Journal", SchemaGenerator::subschema_for::<Vec<Entry>>),
    ("Gone", SchemaGenerator::subschema_for::<Gone>),
    ("PastGames", SchemaGenerator::subschema_for::<PastGames>),
    ("Statistics", SchemaGenerator::subschema_for::<Statistics>),
    ("Practice", SchemaGenerator::subschema_for::<Practice>),
    ("Replayed", SchemaGenerator::subschema_for::<Replayed>),
    ("Review", SchemaGenerator::subschema_for::<Review>),
    ("Underway", SchemaGenerator::subschema_for::<Underway>),
    ("Verified", SchemaGenerator::subschema_for::<Verified>),
    ("Failure", SchemaGenerator::subschema_for::<Failure>),
];

fn schemas() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings
        .with(|settings| {
            settings.meta_schema = None;
            settings.definitions_path = "/components/schemas".into();
        })
        .into_generator();
    let named: Vec<(&str, Schema)> = TYPES
        .iter()
        .map(|(name, schema)| (*name, schema(&mut generator)))
        .collect();
    let mut schemas = generator.take_definitions(true);
    for (name, schema) in named {
        // A type that is an object is there already, under its own name.
        schemas.entry(name).or_insert_with(|| schema.to_value());
    }
    schemas
}
