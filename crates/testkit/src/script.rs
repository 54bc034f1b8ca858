//! The part of a playthrough that its author wrote: comments, options and inputs.
//!
//! All other lines of the file come from the game; they are rendered again and compared, never
//! read.

use std::str::FromStr;

/// The part of a playthrough that people write.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Script {
    /// The comment at the top, which says what the playthrough shows.
    pub(crate) title: Vec<String>,
    /// The options, as JSON.
    pub(crate) options: String,
    /// The inputs, in order.
    pub(crate) steps: Vec<ScriptStep>,
    /// Comments after the last input.
    pub(crate) rest: Vec<String>,
}

/// One input with the comments above it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ScriptStep {
    /// Its line in the file, counted from 1.
    pub(crate) line: usize,
    pub(crate) comments: Vec<String>,
    pub(crate) order: ScriptOrder,
}

/// The order of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ScriptOrder {
    /// This input, as JSON.
    Input(String),
    /// Luck from this seed: the draw of the game's own number.
    Draw { seed: u64 },
    /// Random inputs from this seed, this many or up to the end.
    Random { seed: u64, times: Option<usize> },
}

impl FromStr for Script {
    type Err = String;

    fn from_str(text: &str) -> Result<Script, String> {
        let mut title = Vec::new();
        let mut options = None;
        let mut steps = Vec::new();
        let mut comments = Vec::new();
        for (line, text) in text.lines().enumerate() {
            let line = line + 1;
            let text = text.trim_end();
            if text.starts_with('#') {
                comments.push(text.to_owned());
            } else if let Some(json) = text.strip_prefix("options ") {
                if options.replace(json.trim().to_owned()).is_some() {
                    return Err(format!("line {line}: the options are given twice"));
                }
                title = std::mem::take(&mut comments);
            } else if let Some(order) = text.strip_prefix('>') {
                steps.push(ScriptStep {
                    line,
                    comments: std::mem::take(&mut comments),
                    order: order
                        .parse()
                        .map_err(|fault| format!("line {line}: {fault}"))?,
                });
            }
        }
        if title.is_empty() {
            return Err("a playthrough must begin with a comment about its subject".to_owned());
        }
        let options = options.ok_or("there is no line `options <json>`")?;
        let rest = comments;
        Ok(Script {
            title,
            options,
            steps,
            rest,
        })
    }
}

impl FromStr for ScriptOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<ScriptOrder, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["draw", seed] => Ok(ScriptOrder::Draw {
                seed: number(seed)?,
            }),
            ["random", seed] => Ok(ScriptOrder::Random {
                seed: number(seed)?,
                times: Some(1),
            }),
            ["random", seed, "to", "end"] => Ok(ScriptOrder::Random {
                seed: number(seed)?,
                times: None,
            }),
            ["random", seed, times] if times.starts_with('x') => Ok(ScriptOrder::Random {
                seed: number(seed)?,
                times: Some(number(&times[1..])? as usize),
            }),
            [] => Err("there is no input after `>`".to_owned()),
            ["draw" | "random", ..] => Err(format!(
                "`{}` is not understood; say `draw 7`, `random 7`, `random 7 x20` or `random 7 to end`",
                text.trim()
            )),
            _ => Ok(ScriptOrder::Input(text.trim().to_owned())),
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_order(text: &str, expect: Result<ScriptOrder, &str>) {
        assert_eq!(text.parse(), expect.map_err(str::to_owned));
    }

    #[test]
    fn an_order_is_an_input_or_asks_for_one() {
        check_order(" draw 7", Ok(ScriptOrder::Draw { seed: 7 }));
        let random = |times| Ok(ScriptOrder::Random { seed: 7, times });
        check_order(" random 7", random(Some(1)));
        check_order(" random 7 x20", random(Some(20)));
        check_order(" random 7 to end", random(None));
        check_order(
            " {\"chance\": [1]}",
            Ok(ScriptOrder::Input("{\"chance\": [1]}".to_owned())),
        );
        check_order(" draw x", Err("`x` is not a whole number"));
        check_order("", Err("there is no input after `>`"));
        check_order(
            " random",
            Err(
                "`random` is not understood; say `draw 7`, `random 7`, `random 7 x20` or `random 7 to end`",
            ),
        );
    }

    #[test]
    fn comments_belong_to_the_next_input() {
        let text = "# title\n\noptions {}\n\nstate 0: rendered\n# why\n> draw 1\nevent {}\n# end\n";
        let script: Script = text.parse().unwrap();
        assert_eq!(script.title, ["# title"]);
        assert_eq!(script.options, "{}");
        assert_eq!(script.steps.len(), 1);
        assert_eq!(script.steps[0].line, 7);
        assert_eq!(script.steps[0].comments, ["# why"]);
        assert_eq!(script.rest, ["# end"]);
    }

    #[test]
    fn a_script_says_what_it_shows_and_has_options_once() {
        for (text, fault) in [
            ("options {}\n", "a playthrough must begin with a comment"),
            (
                "# title\n> draw 1\n",
                "a playthrough must begin with a comment",
            ),
            (
                "# title\noptions {}\noptions {}\n",
                "line 3: the options are given twice",
            ),
            ("# title\noptions {}\n>\n", "line 3: there is no input"),
        ] {
            let found = text.parse::<Script>().unwrap_err();
            assert!(found.contains(fault), "{found}");
        }
    }
}
