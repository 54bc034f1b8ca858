//! Checks that the files and functions that ARCHITECTURE.md names exist.
//!
//! It has two such tables: questions that newcomers ask, and the way of a move through the house.
//! Each row names a file and functions; each function must be in that file. The way also tells how
//! many files it leads through. The order of the calls and the quality of the answers are not
//! checked.

use std::collections::BTreeSet;

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;

const PAGE: &str = "ARCHITECTURE.md";

const WAY: &str = "## The way of a move";

/// The headings above the tables, and the least number of rows of each.
const TABLES: &[(&str, usize)] = &[("## Where to look", 10), (WAY, 15)];

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let tables = TABLES.iter();
    tables
        .flat_map(|(heading, least)| check_table(tree, heading, *least))
        .chain(check_number(tree))
        .collect()
}

/// The number of files is told above the table.
fn check_number(tree: &Tree) -> Option<TidyFault> {
    let page = tree.text(PAGE).unwrap_or_default();
    let files: BTreeSet<String> = rows(page, WAY).into_iter().map(|row| row.file).collect();
    let told = format!(" {} files", files.len());
    let is_told = below(page, WAY).any(|(_, line)| line.contains(&told));
    let message = format!("\"{WAY}\" must say that it leads through{told}");
    (!is_told).then(|| TidyFault::of(PAGE, message))
}

fn check_table(tree: &Tree, heading: &str, least: usize) -> Vec<TidyFault> {
    let page = tree.text(PAGE).unwrap_or_default();
    let rows = rows(page, heading);
    let mut faults = Vec::new();
    if rows.len() < least {
        let message = format!("\"{heading}\" has no table of at least {least} rows");
        faults.push(TidyFault::of(PAGE, message));
    }
    for Row {
        line,
        file,
        functions,
    } in rows
    {
        let Some(code) = tree.text(&file) else {
            let message = format!("there is no file {file}");
            faults.push(TidyFault::at(PAGE, line, message));
            continue;
        };
        for function in functions {
            if !code.contains(&format!("fn {function}("))
                && !code.contains(&format!("fn {function}<"))
            {
                let message = format!("{file} has no function {function}");
                faults.push(TidyFault::at(PAGE, line, message));
            }
        }
    }
    faults
}

/// A row of the table: a file, and the functions in it.
struct Row {
    line: usize,
    file: String,
    functions: Vec<String>,
}

fn rows(page: &str, heading: &str) -> Vec<Row> {
    let lines = below(page, heading);
    lines.filter_map(|(line, text)| row(line, text)).collect()
}

/// The lines below a heading, with their numbers.
fn below<'a>(page: &'a str, heading: &str) -> impl Iterator<Item = (usize, &'a str)> {
    (1..)
        .zip(page.lines())
        .skip_while(move |(_, line)| *line != heading)
        .skip(1)
        .take_while(|(_, line)| !line.starts_with("## "))
}

/// The second column has the file, the third the functions, each in backticks.
fn row(line: usize, text: &str) -> Option<Row> {
    let mut columns = text.strip_prefix("| ")?.split(" | ").skip(1);
    let file = in_backticks(columns.next()?).pop()?;
    let functions = in_backticks(columns.next()?);
    Some(Row {
        line,
        file,
        functions,
    })
}

fn in_backticks(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page whose way leads through two files and says this, with one row more in the table
    /// before.
    fn page(says: &str, row: &str) -> Tree {
        let good = "| 1 | `a.rs` | `go` | it goes |\n".repeat(15);
        let last = "| 2 | `c.rs` | `stop` | it stops |\n";
        let tables = TABLES.iter().enumerate().map(|(n, (heading, _))| {
            let row = if n == 0 { row } else { last };
            format!("{heading}\n\n{says}\n\n{good}{row}\n\n")
        });
        let tables: String = tables.collect();
        let page = format!("# Map\n\n{tables}## Next\n\n| 9 | `none.rs` | `no` | no |\n");
        Tree::of(&[
            (PAGE, &page),
            ("a.rs", "fn go() {}\nfn run<T>() {}\n"),
            ("c.rs", "fn stop() {}\n"),
        ])
    }

    #[track_caller]
    fn check_row(row: &str, expect: &[&str]) {
        check_page(&page("All in 2 files.", row), expect);
    }

    #[track_caller]
    fn check_page(page: &Tree, expect: &[&str]) {
        let faults: Vec<String> = check(page).iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), expect.len(), "{faults:?}");
        for (fault, expect) in faults.iter().zip(expect) {
            assert!(fault.contains(expect), "{fault}");
        }
    }

    #[test]
    fn every_function_must_be_in_its_file() {
        check_row("| 2 | `a.rs` | `go`, `run` | both are there |", &[]);
        check_row(
            "| 2 | `a.rs` | `gone`, `run` | no |",
            &["a.rs has no function gone"],
        );
        check_row("| 2 | `b.rs` | `go` | no |", &["there is no file b.rs"]);
    }

    #[test]
    fn the_number_of_files_must_be_told() {
        for says in ["", "All in 3 files.", "All in 12 files."] {
            check_page(&page(says, ""), &["that it leads through 2 files"]);
        }
    }

    #[test]
    fn a_page_without_the_tables_is_a_fault() {
        assert_eq!(check(&Tree::default()).len(), TABLES.len() + 1);
    }
}
