//! An OpenAPI document as a page that people can read.
//!
//! Plain HTML in the order of the document, in the reader's own colours, and as narrow
//! as a phone. It has no script, and loads nothing.

use std::fmt::Write;

use serde_json::Value;

/// The page.
pub(super) fn render(document: &Value) -> String {
    let title = text(&document["info"]["title"]);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: HTTP API</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}: HTTP API</h1>\n<p>{}</p>\n\
         <p>The same for programs: <a href=\"/api/openapi.json\">OpenAPI</a>, and for the sockets \
         <a href=\"/api/asyncapi.json\">AsyncAPI</a>.</p>\n<h2>Requests</h2>\n",
        text(&document["info"]["description"]),
    );
    for (path, methods) in fields(&document["paths"]) {
        for (method, operation) in fields(methods) {
            page += &section(path, method, operation);
        }
    }
    page += "<h2>Types</h2>\n";
    for (name, schema) in fields(&document["components"]["schemas"]) {
        let name = escape(name);
        let about = text(&schema["description"]);
        let _ = write!(
            page,
            "<section id=\"{name}\">\n<h3>{name}</h3>\n<p>{about}</p>\n{}</section>\n",
            json_block("JSON Schema", schema),
        );
    }
    page + "</main>\n</body>\n</html>\n"
}

fn section(path: &str, method: &str, operation: &Value) -> String {
    let mut section = format!(
        "<section>\n<h3><code>{} {}</code></h3>\n<p>{}</p>\n",
        escape(&method.to_uppercase()),
        escape(path),
        summary(operation),
    );
    let parameters = operation["parameters"].as_array();
    for parameter in parameters.into_iter().flatten() {
        let _ = writeln!(
            section,
            "<p><code>{{{}}}</code>: {}</p>",
            text(&parameter["name"]),
            text(&parameter["description"]),
        );
    }
    if operation["requestBody"].is_object() {
        let about = text(&operation["requestBody"]["description"]);
        let _ = writeln!(section, "<p>Body: {about}</p>");
    }
    section += "<dl>\n";
    for (status, response) in fields(&operation["responses"]) {
        let _ = write!(
            section,
            "<dt>{}</dt>\n<dd>{} {}</dd>\n",
            escape(status),
            text(&response["description"]),
            contents(&response["content"]),
        );
    }
    section + "</dl>\n</section>\n"
}

/// The first sentence of a handler's comment, and the rest.
fn summary(operation: &Value) -> String {
    let parts = [&operation["summary"], &operation["description"]];
    let parts: Vec<String> = parts.into_iter().map(text).collect();
    parts.join(" ").trim().to_owned()
}

/// The kinds of an answer's body, each with a link to its type.
fn contents(content: &Value) -> String {
    let kind = |(kind, body): (&String, &Value)| {
        let path = body["schema"]["$ref"].as_str().unwrap_or_default();
        let kind = escape(kind);
        match path.rsplit('/').next().filter(|name| !name.is_empty()) {
            Some(name) => format!("<code>{kind}</code> <a href=\"#{0}\">{0}</a>", escape(name)),
            None => format!("<code>{kind}</code>"),
        }
    };
    let kinds: Vec<String> = fields(content).map(kind).collect();
    kinds.join(", ")
}

fn json_block(caption: &str, value: &Value) -> String {
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    let json = escape(&json);
    format!("<details><summary>{caption}</summary><pre tabindex=\"0\">{json}</pre></details>\n")
}

fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}

/// The reader's own light or dark colours. Only code may be wider than the screen, and scrolls.
const STYLE: &str = "\
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }\
    body { margin: 0 }\
    main { max-width: 48rem; margin: auto; padding: 1rem; overflow-wrap: anywhere }\
    section { border-top: 1px solid; padding-bottom: .5rem }\
    dt { font-weight: bold }\
    summary { padding: .5rem 0 }\
    pre { overflow-x: auto; overflow-wrap: normal; font-size: .875rem }";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_is_shown_and_nothing_in_it_is_markup() {
        let document = json!({
            "info": { "title": "A <b>", "description": "About & more." },
            "paths": { "/x/{y}": { "get": {
                "summary": "Gives x.",
                "parameters": [{ "name": "y", "description": "Which." }],
                "responses": { "200": { "description": "It.", "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/X" } },
                } } },
            } } },
            "components": { "schemas": { "X": { "type": "object" } } },
        });
        let page = render(&document);
        for part in [
            "<h1>A &lt;b&gt;: HTTP API</h1>",
            "About &amp; more.",
            "<code>GET /x/{y}</code>",
            "<a href=\"#X\">X</a>",
            "<section id=\"X\">",
            "&quot;type&quot;: &quot;object&quot;",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(
            !page.contains("<script") && !page.contains("http://") && !page.contains("https://")
        );
    }
}
