//! The messages as TypeScript, a file for the house and one for each game.
//!
//! Each file has the declarations of its messages, and maps from names to them: `Commands`,
//! `Events` and, in the house's, `Acks`. A game's file also has its `View`, `Legal`, `Outcome`, the
//! whole `Finished` and the events that announce a refusal, `Invalid`. Each file is a module of its
//! own: messages of different games may have the same name.

use kernel::{Declarations, Kind, Term, Vocabulary, without_code};
use table::messages::{self, AtTable, Numbered, Refused};
use table::review::Review;

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name in the folder of generated files.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Every generated file.
pub fn files() -> Vec<File> {
    let games: Vec<&dyn Kind> = described().collect();
    let file = |name: &str, text: String| File {
        name: format!("{name}.ts"),
        text: format!("{MARK}\n\n{text}"),
    };
    let mut files = vec![file("house", house())];
    files.extend(games.iter().map(|kind| file(kind.meta().key, game(*kind))));
    files.push(file("index", index(&games)));
    files
}

/// The first line of every file.
const MARK: &str =
    "// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.";

/// The games whose messages have types.
pub(crate) fn described() -> impl Iterator<Item = &'static dyn Kind> {
    let games = roster::GAMES.iter().copied();
    games.filter(|kind| !kind.vocabulary().is_empty())
}

fn house() -> String {
    let mut declarations = declarations(&messages::VOCABULARY);
    declarations.add::<AtTable>();
    declarations.add::<Numbered>();
    declarations.add::<Refused>();
    // The page reads this by plain HTTP.
    declarations.add::<Review>();
    let vocabulary = messages::VOCABULARY;
    [
        declared(&declarations),
        ANSWER.to_owned(),
        VARIANT.to_owned(),
        map("Commands", COMMANDS, vocabulary.commands, "AtTable"),
        map("Acks", ACKS, vocabulary.acks, ""),
        map("Events", EVENTS, vocabulary.events, "Numbered"),
    ]
    .join("\n\n")
        + "\n"
}

fn game(kind: &dyn Kind) -> String {
    let vocabulary = kind.vocabulary();
    let mut parts = vec![
        imports(&vocabulary),
        declared(&declarations(&vocabulary)),
        map("Commands", COMMANDS, vocabulary.commands, "AtTable"),
        map("Events", EVENTS, &vocabulary.heard(), "Numbered"),
        finished(vocabulary.outcome),
    ];
    let one = |name, about, term: Option<Term>| alias(name, about, term?);
    parts.extend(one("View", "The view of a viewer.", vocabulary.view));
    parts.extend(one(
        "Legal",
        "The legal actions of a seat.",
        vocabulary.legal,
    ));
    let outcome = "What the end of a game adds to `game_finished`.";
    parts.extend(one("Outcome", outcome, vocabulary.outcome));
    parts.push(invalid(kind));
    parts.join("\n\n") + "\n"
}

/// The imports of a game's file from the house's file.
fn imports(vocabulary: &Vocabulary) -> String {
    let at_table = match vocabulary.commands {
        [] => "",
        _ => "AtTable, ",
    };
    let variant = match vocabulary.variants {
        Some(_) => ", Variant",
        None => "",
    };
    format!("import type {{ {at_table}GameFinished, Numbered{variant} }} from \"./house\";")
}

/// The end of a game, with the fields that this game adds.
fn finished(outcome: Option<Term>) -> String {
    let added = outcome.map_or_else(String::new, |term| format!(" & {}", term.typescript()));
    format!(
        "/** `game_finished` at a table of this game. */\n\
         export type Finished = Numbered & GameFinished{added};"
    )
}

/// The modules by name, and the messages of each game by its key.
fn index(games: &[&dyn Kind]) -> String {
    let keys: Vec<&str> = games.iter().map(|kind| kind.meta().key).collect();
    let import = |key: &&str| format!("import type * as {key} from \"./{key}\";\n");
    let imports: String = keys.iter().map(import).collect();
    let entry = |kind: &&dyn Kind| {
        let key = kind.meta().key;
        let vocabulary = kind.vocabulary();
        let part = |name: &str, term: Option<Term>| match term {
            Some(_) => format!("{key}.{name}"),
            None => "unknown".to_owned(),
        };
        format!(
            "  {key}: {{ Commands: {key}.Commands; Events: {key}.Events; View: {}; Legal: {}; Outcome: {}; Finished: {key}.Finished }};\n",
            part("View", vocabulary.view),
            part("Legal", vocabulary.legal),
            part("Outcome", vocabulary.outcome),
        )
    };
    let entries: String = games.iter().map(entry).collect();
    format!(
        "import type * as house from \"./house\";\n{imports}\n\
         export type {{ house, {} }};\n\n\
         /** The commands and events of each game, by its key. */\n\
         export type Games = {{\n{entries}}};\n",
        keys.join(", ")
    )
}

/// The answer to a command.
const ANSWER: &str = "/** The answer to a command. */\n\
    export type Answer<Fields> = ({ ok: true } & Fields) | Refused;";

/// The type of the message for a variant of a game's own events.
const VARIANT: &str = "/** The fields of one kind of event, by its name: those of a struct, or `value`. */\n\
    export type Variant<Event, Name extends string> = Event extends Name\n  \
    ? unknown\n  \
    : Event extends Record<Name, infer Fields>\n    \
    ? Fields extends unknown[] | string | number | boolean | null\n      \
    ? { value: Fields }\n      \
    : Fields\n    \
    : never;";

const COMMANDS: &str = "The commands that a client may send, by name.";
const ACKS: &str = "The answer to each command that is obeyed, by its name. Commands of games are answered as `act` is.";
const EVENTS: &str = "The events that a client may hear, by name.";

fn declarations(vocabulary: &Vocabulary) -> Declarations {
    let mut declarations = Declarations::default();
    for term in vocabulary.terms() {
        term.declare(&mut declarations);
    }
    declarations
}

fn declared(declarations: &Declarations) -> String {
    let texts: Vec<String> = declarations
        .iter()
        .map(|(_, text)| laid_out(text))
        .collect();
    texts.join("\n\n")
}

/// A declaration with its fields indented, and no space at the end of a line.
fn laid_out(text: &str) -> String {
    let (docs, declaration) = text
        .trim()
        .split_at(text.find("export ").unwrap_or_default());
    let lines: Vec<&str> = declaration.lines().map(str::trim_end).collect();
    prose_of(docs) + &lines.join("\n  ")
}

/// A comment without its examples in Rust.
fn prose_of(docs: &str) -> String {
    if !docs.contains("```") {
        return docs.to_owned();
    }
    let said = |line: &str| line.trim_start().trim_start_matches("* ").to_owned();
    let lines = docs.lines().map(str::trim);
    let lines = lines.filter(|line| !matches!(*line, "/**" | "*/"));
    let lines: Vec<String> = lines
        .map(|line| {
            if line == "*" {
                String::new()
            } else {
                said(line)
            }
        })
        .collect();
    let prose = without_code(&lines.join("\n"));
    let lines = prose.lines().map(|line| match line {
        "" => " *\n".to_owned(),
        line => format!(" * {line}\n"),
    });
    format!("/**\n{} */\n", lines.collect::<String>())
}

/// A map from the name of each message to its type, with the fields that the house adds at a table.
fn map(name: &str, about: &str, terms: &[Term], added: &str) -> String {
    let entry = |term: &Term| {
        let fields = term.typescript();
        match term.at_table {
            true => format!("  {}: {added} & {fields};\n", term.name),
            false => format!("  {}: {fields};\n", term.name),
        }
    };
    if terms.is_empty() {
        return format!(
            "/** {about} There is none. */\nexport type {name} = Record<never, never>;"
        );
    }
    let entries: String = terms.iter().map(entry).collect();
    format!("/** {about} */\nexport type {name} = {{\n{entries}}};")
}

/// Another name for a type; `None` if the type has that name already.
fn alias(name: &str, about: &str, term: Term) -> Option<String> {
    let named = term.typescript();
    (named != name).then(|| format!("/** {about} */\nexport type {name} = {named};"))
}

/// The events that announce a refused command.
fn invalid(kind: &dyn Kind) -> String {
    let commands = kind.vocabulary().commands.iter();
    let names: Vec<String> = commands
        .filter_map(|term| kind.refused_as(term.name))
        .map(|name| format!("{name:?}"))
        .collect();
    let names = match names.is_empty() {
        true => "never".to_owned(),
        false => names.join(" | "),
    };
    format!(
        "/** The events that announce a refused command, with two arguments: the sentence and the code. */\n\
         export type Invalid = {names};"
    )
}
