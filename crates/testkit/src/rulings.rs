//! The readable specification: rulings in Markdown, run as tests.
//!
//! A page is prose with rulings. A ruling is a `##` heading that names the rule, a sentence that
//! cites it, and pairs of fenced blocks: `given` is the input of the game's evaluation, `then` is
//! its expected output. Everything else on the page is for people. A page is strict: a block of
//! another kind, a lone block or a heading without one is a fault, and no ruling can be skipped by
//! a typo.
//!
//! A citation is the title of a section of the rules in double quotes, above the ruling's first
//! block: `"Pairs": three of a kind are three pairs`. The titles are the headings of the game's
//! `rules/en.md`. This module checks that the section exists. Whether it really says so is for the
//! reader to check.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::golden::{self, BlessMode};

/// Runs every ruling in the `rulings/*.md` files of a game's folder and returns their number.
/// Panics with all that do not hold; with `BLESS=1` it rewrites their `then` blocks instead. Here
/// `rules/en.md` has the heading `### Pairs`:
///
/// `````text
/// ## A pair royal is six
/// "Pairs": three of a kind are three pairs of two points each.
/// ```given
/// 5H 5C 5S JD, starter 2C
/// ```
/// ```then
/// 6 for a pair royal: 5H 5C 5S
/// ```
/// `````
///
/// ```no_run
/// let game = env!("CARGO_MANIFEST_DIR");
/// let n_rulings = testkit::rulings(game, |given| format!("{} pieces", given.split(' ').count()));
/// assert!(n_rulings >= 60);
/// ```
#[track_caller]
pub fn rulings(game: impl AsRef<Path>, eval: impl Fn(&str) -> String) -> usize {
    let (n_rulings, faults) = run(game.as_ref(), BlessMode::from_env(), &eval);
    golden::report("rulings", &faults);
    n_rulings
}

fn run(game: &Path, mode: BlessMode, eval: &dyn Fn(&str) -> String) -> (usize, Vec<String>) {
    let mut faults = Vec::new();
    let mut headings = BTreeMap::new();
    let sections = sections(game).unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    });
    let files = golden::files(&game.join("rulings"), "md").unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    });
    for path in files {
        if let Err(fault) = run_file(&path, &sections, mode, eval, &mut headings, &mut faults) {
            faults.push(fault);
        }
    }
    (headings.len(), faults)
}

/// The titles that a ruling can cite: the headings of the rules.
fn sections(game: &Path) -> Result<Vec<String>, String> {
    let path = game.join("rules/en.md");
    let text = golden::read(&path)?;
    let mut titles = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block ^= line.starts_with("```");
        if line.starts_with('#') && !in_block {
            titles.push(line.trim_start_matches('#').trim().to_owned());
        }
    }
    if titles.is_empty() {
        return Err(format!("{}: there is no heading here", path.display()));
    }
    Ok(titles)
}

/// Runs one page; `headings` tells where each rule was first ruled.
fn run_file(
    path: &Path,
    sections: &[String],
    mode: BlessMode,
    eval: &dyn Fn(&str) -> String,
    headings: &mut BTreeMap<String, String>,
    faults: &mut Vec<String>,
) -> Result<(), String> {
    let place = |line: usize| format!("{}:{}", path.display(), line + 1);
    let text = golden::read(path)?;
    let page = Page::parse(&text, sections);
    for fault in &page.faults {
        faults.push(format!("{}: {}\n", place(fault.line), fault.message));
    }
    for ruling in &page.rulings {
        let here = place(ruling.line);
        if let Some(first) = headings.insert(ruling.heading.to_lowercase(), here.clone()) {
            faults.push(format!(
                "{here}: `{}` is ruled before, at {first}\n",
                ruling.heading
            ));
        }
    }
    match mode {
        BlessMode::Check => faults.extend(page.differences(eval).iter().map(|difference| {
            let Difference {
                line,
                heading,
                what,
            } = difference;
            format!("{}: {heading}\n{what}", place(*line))
        })),
        BlessMode::Bless => golden::rewrite(path, &text, &page.blessed(eval))?,
    }
    Ok(())
}

/// A page of rulings.
struct Page<'a> {
    lines: Vec<&'a str>,
    rulings: Vec<Ruling<'a>>,
    faults: Vec<PageFault>,
}

/// A rule with its examples. Lines are counted from 0.
struct Ruling<'a> {
    line: usize,
    heading: &'a str,
    cites: bool,
    cases: Vec<Case>,
}

/// One `given` block and its `then` block, as ranges of lines.
struct Case {
    given: Range<usize>,
    then: Range<usize>,
}

/// A fault of the page itself.
#[derive(Debug, PartialEq, Eq)]
struct PageFault {
    line: usize,
    message: String,
}

/// A case whose result differs from the page.
struct Difference<'a> {
    line: usize,
    heading: &'a str,
    what: String,
}

impl<'a> Page<'a> {
    fn parse(text: &'a str, sections: &[String]) -> Page<'a> {
        let lines: Vec<&str> = text.lines().collect();
        let (parts, mut faults) = split(&lines);
        let mut rulings: Vec<Ruling<'a>> = Vec::new();
        let mut given: Option<Range<usize>> = None;
        // Only prose stands between a chapter's `#` heading and its first ruling.
        let mut in_ruling = false;
        for (line, part) in parts {
            let mut fault = |line: usize, message: &str| {
                faults.push(PageFault {
                    line,
                    message: message.to_owned(),
                });
            };
            if let Some(lonely) = given.take_if(|_| !matches!(part, Part::Block("then", _))) {
                fault(lonely.start - 1, "this `given` has no `then` after it");
            }
            match part {
                Part::Chapter => in_ruling = false,
                Part::Heading(heading) => {
                    in_ruling = true;
                    rulings.push(Ruling {
                        line,
                        heading,
                        cites: false,
                        cases: Vec::new(),
                    });
                }
                Part::Prose(prose) => {
                    if let Some(ruling) = rulings.last_mut().filter(|_| in_ruling)
                        && ruling.cases.is_empty()
                    {
                        ruling.cites |= cites(prose, sections);
                    }
                }
                Part::Block(..) if !in_ruling => fault(line, "this block is under no `##` heading"),
                Part::Block("given", body) => given = Some(body),
                Part::Block("then", then) => match (given.take(), rulings.last_mut()) {
                    (Some(given), Some(ruling)) => ruling.cases.push(Case { given, then }),
                    _ => fault(line, "this `then` has no `given` before it"),
                },
                Part::Block(word, _) => fault(
                    line,
                    &format!("a block is `given` or `then`, this one is `{word}`"),
                ),
                Part::End => {}
            }
        }
        for ruling in &rulings {
            faults.extend(ruling.fault());
        }
        faults.sort_by_key(|fault| fault.line);
        Page {
            lines,
            rulings,
            faults,
        }
    }

    /// The game's answer to each case: the lines of its `then` block and the outcome.
    fn outcomes(
        &self,
        eval: &dyn Fn(&str) -> String,
    ) -> Vec<(&Ruling<'a>, &Case, Result<String, String>)> {
        let cases = self.rulings.iter();
        cases
            .flat_map(|ruling| ruling.cases.iter().map(move |case| (ruling, case)))
            .map(|(ruling, case)| (ruling, case, outcome(&self.text(&case.given), eval)))
            .collect()
    }

    fn differences(&self, eval: &dyn Fn(&str) -> String) -> Vec<Difference<'a>> {
        let outcomes = self.outcomes(eval).into_iter();
        outcomes
            .filter_map(|(ruling, case, outcome)| {
                let expected = self.text(&case.then);
                let what = match outcome {
                    Ok(actual) if actual == expected => return None,
                    Ok(actual) => golden::diff(&expected, &actual),
                    Err(panic) => format!("    {panic}\n"),
                };
                Some(Difference {
                    line: case.then.start - 1,
                    heading: ruling.heading,
                    what,
                })
            })
            .collect()
    }

    /// The page with every outcome as it is now. A case that panics is left unchanged.
    fn blessed(&self, eval: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        let mut next = 0;
        for (_, case, outcome) in self.outcomes(eval) {
            text += &self.text(&(next..case.then.start));
            text += &outcome.unwrap_or_else(|_| self.text(&case.then));
            next = case.then.end;
        }
        text + &self.text(&(next..self.lines.len()))
    }

    /// Some lines, each with its line end.
    fn text(&self, range: &Range<usize>) -> String {
        lines_of(self.lines[range.clone()].iter().copied())
    }
}

impl Ruling<'_> {
    fn fault(&self) -> Option<PageFault> {
        let message = if self.cases.is_empty() {
            format!("`{}` has no `given` and `then` blocks", self.heading)
        } else if !self.cites {
            format!(
                "`{}` cites no section of `rules/en.md`: write its title in double quotes above the first block",
                self.heading
            )
        } else {
            return None;
        };
        Some(PageFault {
            line: self.line,
            message,
        })
    }
}

/// A piece of a page.
enum Part<'a> {
    /// A `#` heading.
    Chapter,
    /// A `##` heading.
    Heading(&'a str),
    /// A line of text.
    Prose(&'a str),
    /// A fenced block: its info word and the lines between the fences.
    Block(&'a str, Range<usize>),
    /// The end of the page.
    End,
}

/// Cuts a page into its parts, each with its first line.
fn split<'a>(lines: &[&'a str]) -> (Vec<(usize, Part<'a>)>, Vec<PageFault>) {
    let mut parts = Vec::new();
    let mut faults = Vec::new();
    let mut line = 0;
    while line < lines.len() {
        let text = lines[line].trim_end();
        if let Some((fence, word)) = opening_fence(text) {
            let rest = &lines[line + 1..];
            let Some(n_lines) = rest.iter().position(|text| text.trim_end() == fence) else {
                faults.push(PageFault {
                    line,
                    message: "this block is never closed".to_owned(),
                });
                break;
            };
            parts.push((line, Part::Block(word, line + 1..line + 1 + n_lines)));
            line += n_lines + 2;
            continue;
        }
        if let Some(heading) = text.strip_prefix("## ") {
            parts.push((line, Part::Heading(heading.trim())));
        } else if text.starts_with("# ") {
            parts.push((line, Part::Chapter));
        } else if text.starts_with("##") {
            faults.push(PageFault {
                line,
                message: "a ruling is headed by `## ` and has no headings below".to_owned(),
            });
        } else if !text.is_empty() {
            parts.push((line, Part::Prose(text)));
        }
        line += 1;
    }
    parts.push((lines.len(), Part::End));
    (parts, faults)
}

/// The backticks and the info word of a line that opens a block.
fn opening_fence(line: &str) -> Option<(&str, &str)> {
    let word = line.trim_start_matches('`');
    let fence = &line[..line.len() - word.len()];
    (fence.len() >= 3).then_some((fence, word.trim()))
}

/// Whether a line has the title of a section in double quotes.
fn cites(prose: &str, sections: &[String]) -> bool {
    let names = |title: &String| prose.contains(&format!("\"{title}\""));
    sections.iter().any(names)
}

/// The game's answer, in lines without trailing blanks, or its panic.
fn outcome(given: &str, eval: &dyn Fn(&str) -> String) -> Result<String, String> {
    let given = given.trim_end_matches('\n');
    let outcome = catch_unwind(AssertUnwindSafe(|| eval(given)))
        .map_err(|panic| format!("it panicked: {}", golden::panic_message(&*panic)))?;
    if outcome.lines().any(|line| opening_fence(line).is_some()) {
        return Err(format!("the outcome would close its block: {outcome}"));
    }
    Ok(lines_of(outcome.trim_end().lines().map(str::trim_end)))
}

fn lines_of<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::tests::Folder;

    const PAGE: &str = "\
# Counting letters
Prose before the first ruling is for people.

## Letters are counted
Every letter counts one (house rules, \"Counting\").
```given
abc
```
```then
3 letters
```
And again, with none:
```given
```
```then
0 letters
```
";

    fn sections() -> Vec<String> {
        vec!["Counting".to_owned()]
    }

    fn count(given: &str) -> String {
        assert!(!given.contains('?'), "what is {given}");
        format!("{} letters\n", given.len())
    }

    fn uncited(heading: &str) -> String {
        format!(
            "`{heading}` cites no section of `rules/en.md`: write its title in double quotes above the first block"
        )
    }

    #[track_caller]
    fn check_faults(page: &str, expect: &[(usize, &str)]) {
        let faults = Page::parse(page, &sections()).faults;
        let found: Vec<(usize, &str)> = faults
            .iter()
            .map(|fault| (fault.line + 1, fault.message.as_str()))
            .collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn a_page_that_holds_has_no_differences() {
        let page = Page::parse(PAGE, &sections());
        assert_eq!(page.faults, []);
        assert_eq!(page.rulings.len(), 1);
        assert_eq!(page.rulings[0].cases.len(), 2);
        assert!(page.differences(&count).is_empty());
        assert_eq!(page.blessed(&count), PAGE);
    }

    #[test]
    fn a_difference_names_the_line_and_the_heading() {
        let text = PAGE.replace("3 letters", "4 letters\nand a comma");
        let page = Page::parse(&text, &sections());
        let differences = page.differences(&count);
        assert_eq!(differences.len(), 1);
        assert_eq!(differences[0].line + 1, 9);
        assert_eq!(differences[0].heading, "Letters are counted");
        let what = &differences[0].what;
        assert!(what.contains("-4 letters"), "{what}");
        assert!(what.contains("-and a comma"), "{what}");
        assert!(what.contains("+3 letters"), "{what}");
        assert_eq!(page.blessed(&count), PAGE);
    }

    #[test]
    fn a_panic_is_a_difference_and_is_never_blessed() {
        let text = PAGE.replace("abc", "?");
        let page = Page::parse(&text, &sections());
        let what = &page.differences(&count)[0].what;
        assert!(what.contains("it panicked: what is ?"), "{what}");
        assert_eq!(page.blessed(&count), text);
    }

    #[test]
    fn a_page_is_strict() {
        let blocks = "```given\na\n```\n```then\n1\n```\n";
        check_faults(
            &format!("## No sentence\na label:\n{blocks}"),
            &[(1, &uncited("No sentence"))],
        );
        check_faults(
            &format!("## Late sentence\n{blocks}\"Counting\" comes after.\n"),
            &[(1, &uncited("Late sentence"))],
        );
        check_faults(
            "## No blocks\n\"Counting\": a sentence.\n",
            &[(1, "`No blocks` has no `given` and `then` blocks")],
        );
        check_faults(
            &format!("## Twice given\n\"Counting\": a sentence.\n```given\n```\n{blocks}"),
            &[(3, "this `given` has no `then` after it")],
        );
        check_faults(
            &format!("## Twice then\n\"Counting\": a sentence.\n{blocks}```then\n```\n"),
            &[(9, "this `then` has no `given` before it")],
        );
        check_faults(
            &format!("## Last given\n\"Counting\": a sentence.\n{blocks}```given\n```\n"),
            &[(9, "this `given` has no `then` after it")],
        );
        check_faults(
            &format!("## Typo\n\"Counting\": a sentence.\n{blocks}```givne\n```\n"),
            &[(9, "a block is `given` or `then`, this one is `givne`")],
        );
        check_faults(
            &format!("# Chapter\n{blocks}"),
            &[
                (2, "this block is under no `##` heading"),
                (5, "this block is under no `##` heading"),
            ],
        );
        check_faults(
            &format!("## Open\n\"Counting\": a sentence.\n{blocks}```given\n"),
            &[(9, "this block is never closed")],
        );
        check_faults(
            &format!("## Deep\n\"Counting\": a sentence.\n### Deeper\n{blocks}"),
            &[(3, "a ruling is headed by `## ` and has no headings below")],
        );
    }

    #[test]
    fn a_sentence_is_no_citation() {
        let folder = Folder::new("citations");
        folder.write(
            "rules/en.md",
            "# Counting\n\nSome prose.\n\n### The letters\n```\n# A block\n```\n",
        );
        let page = |cited: &str| {
            format!("## A ruling\n{cited}\n```given\na\n```\n```then\n1 letters\n```\n")
        };
        for (prose, cites) in [
            ("Every letter counts one.", false),
            ("Every letter counts one (rules, \"Counting\").", true),
            ("\"The letters\": each counts one.", true),
            ("As it says\nunder \"Counting\":", true),
            (
                "It says \"every letter counts one\". Counting is easy.",
                false,
            ),
            ("\"counting\": each counts one.", false),
            ("\"Counting letters\": each counts one.", false),
            ("\"\": each counts one.", false),
            ("\"A block\": each counts one.", false),
            ("\"Some prose.\": each counts one.", false),
        ] {
            folder.write("rulings/a.md", &page(prose));
            let (_, faults) = run(folder.path(), BlessMode::Check, &count);
            assert_eq!(faults.is_empty(), cites, "{prose}: {faults:?}");
        }
    }

    #[test]
    fn the_rules_say_what_can_be_cited() {
        let folder = Folder::new("sections");
        folder.write("rulings/a.md", PAGE);
        let (_, faults) = run(folder.path(), BlessMode::Check, &count);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].contains("rules/en.md: "), "{faults:?}");
        folder.write("rules/en.md", "\nProse.\n");
        let (_, faults) = run(folder.path(), BlessMode::Check, &count);
        assert!(
            faults[0].contains("rules/en.md: there is no heading here"),
            "{faults:?}"
        );
    }

    #[test]
    fn a_folder_is_run_as_one_specification() {
        let folder = Folder::new("rulings");
        folder.write("rules/en.md", "## Counting\n");
        folder.write("rulings/a.md", PAGE);
        let path = folder.write("rulings/b.md", &PAGE.replace("3 letters", "?"));
        let (n_rulings, faults) = run(folder.path(), BlessMode::Check, &count);
        assert_eq!(n_rulings, 1);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].contains("b.md:4: `Letters are counted` is ruled before, at"));
        assert!(faults[1].contains("b.md:9: Letters are counted\n"));

        run(folder.path(), BlessMode::Bless, &count);
        assert_eq!(golden::read(&path).unwrap(), PAGE);
    }
}
