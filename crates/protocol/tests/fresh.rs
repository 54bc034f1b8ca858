//! The generated files in the repository agree with the present types of the messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the web client's generated types.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol")
}

#[test]
fn the_types_of_the_web_client_are_fresh() {
    let files = protocol::typescript::files();
    for file in &files {
        testkit::generated(&folder().join(&file.name), &file.text);
    }
}

#[test]
fn the_document_of_the_sockets_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/asyncapi.json");
    testkit::generated(&path, &protocol::asyncapi::text());
}

#[test]
fn what_a_page_must_say_is_fresh() {
    testkit::generated(&folder().join("said.json"), &protocol::said::text());
}

/// A file that nobody generates any more would still be believed.
#[test]
fn no_generated_file_is_left_over() {
    let generated = protocol::typescript::files();
    let first_line = generated[0].text.lines().next().unwrap();
    let generated: BTreeSet<&str> = generated.iter().map(|file| &*file.name).collect();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let marked = text.lines().next() == Some(first_line);
        assert!(!marked || generated.contains(&*name), "{name} is left over");
    }
}
