//! Dice as arguments and in the terminal: the options of scoring, and the marks of hands.
//!
//! Every hand has a colour and a letter. The letter says all that the colour says, for people who
//! cannot see colours and for terminals without them.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use dice::score::{
    HandKind, Hundredths, Layers, Levels, ScoreError, ScoreItem, ScoreRules, ScoringDie,
};
use dice::split::Split;
use dice::{Colour, hand_letter, lay_out};
use kernel::AnyRefusal;
use pieces::{Die, ParseDieError};

use crate::style::{FAINT, STRONG, styled};

/// The options of scoring a pool.
#[derive(Debug, clap::Args)]
pub(crate) struct Scoring {
    /// The level of a hand, 0 to 5; may be given for several hands
    #[arg(long = "level", value_name = "HAND=LEVEL")]
    levels: Vec<String>,

    /// A rule option: full_house=additive or formula, of_a_kind=three_or_all or any,
    /// parity=all_remaining or subset, level_cap=0 to 10
    #[arg(long = "rule", value_name = "RULE=READING")]
    rules: Vec<String>,

    /// Points that are added to the hands
    #[arg(long, value_name = "POINTS")]
    bonus: Option<String>,

    /// The total is then multiplied by one more than this
    #[arg(long, value_name = "NUMBER")]
    mult_bonus: Option<String>,

    /// The total is then multiplied by this
    #[arg(long, value_name = "NUMBER")]
    score_mult: Option<String>,
}

impl Scoring {
    /// The levels that were given.
    pub(crate) fn levels(&self) -> Result<Levels, AnyRefusal> {
        let mut levels = Levels::default();
        for word in &self.levels {
            let (hand, level) = pair(word, "--level pair=2")?;
            let hand: HandKind = hand
                .parse()
                .map_err(|error: dice::score::UnknownHand| refuse("unknown_hand", error))?;
            let level = level
                .parse()
                .map_err(|_| refuse("wrong_type", format!("{hand}: a level must be 0 to 10")))?;
            levels.set(hand, level).map_err(refuse_score)?;
        }
        Ok(levels)
    }

    /// The given rule options.
    pub(crate) fn rules(&self) -> Result<ScoreRules, AnyRefusal> {
        let mut fields = serde_json::Map::new();
        for word in &self.rules {
            let (rule, reading) = pair(word, "--rule full_house=formula")?;
            // A level cap is a number, every other rule option a word.
            let value = serde_json::from_str(reading).unwrap_or_else(|_| reading.into());
            fields.insert(rule.to_owned(), value);
        }
        serde_json::from_value(fields.into())
            .map_err(|error| refuse("wrong_type", kernel::plainly(error)))
    }

    /// The layers that were given.
    pub(crate) fn layers(&self) -> Result<Layers, AnyRefusal> {
        let mut layers = Layers::default();
        if let Some(bonus) = &self.bonus {
            let wrong = |_| refuse("wrong_type", "--bonus must be a whole number such as 5");
            layers.bonus = bonus.parse().map_err(wrong)?;
        }
        if let Some(mult) = &self.mult_bonus {
            layers.mult_bonus = hundredths("--mult-bonus", mult)?;
        }
        if let Some(mult) = &self.score_mult {
            layers.score_mult = hundredths("--score-mult", mult)?;
        }
        Ok(layers)
    }
}

/// Reads dice from arguments, each of which may contain several: `11235`, `1 1 2 3 5`.
pub(crate) fn read(words: &[String]) -> Result<Vec<Die>, AnyRefusal> {
    let refuse = |error: ParseDieError| AnyRefusal::new(error.code(), error.to_string());
    pieces::parse_dice(&words.join(" ")).map_err(refuse)
}

/// Refuses as the scorer does.
pub(crate) fn refuse_score(error: ScoreError) -> AnyRefusal {
    refuse(error.code(), error)
}

/// The dice in their order, each with the letter of its hand: `A3 A3 ·1`.
pub(crate) fn marked(dice: &[ScoringDie], split: &Split) -> String {
    let hands = lay_out(dice, split);
    let marked = dice.iter().zip(hands).map(|(die, hand)| match hand {
        Some(hand) => styled(style(hand), format!("{}{}", hand_letter(hand), die.face)),
        None => styled(FAINT, format!("·{}", die.face)),
    });
    marked.collect::<Vec<_>>().join(" ")
}

/// A line for each hand and each layer, and then the total.
pub(crate) fn table(items: &[ScoreItem], total: i32) -> Vec<String> {
    let width = total.to_string().len().max(4);
    let mut n_hands = 0;
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let points = item.points;
        let line = match item.rule.name.hand() {
            Some(kind) => {
                let letter = styled(style(n_hands), hand_letter(n_hands));
                n_hands += 1;
                let faces: String = item.pieces.iter().map(ToString::to_string).collect();
                let workings = item.rule.workings.iter().map(ToString::to_string);
                let workings = workings.collect::<Vec<_>>().join(" + ");
                format!("  {points:>width$}  {letter} {kind} {faces}: {workings}")
            }
            None => match item.rule.factor {
                Some(factor) => format!("  {points:>width$}    all that × {factor}"),
                None => format!("  {points:>width$}    bonus"),
            },
        };
        lines.push(line);
    }
    lines.push(format!("  {}", "─".repeat(width)));
    lines.push(format!("  {}", styled(STRONG, format!("{total:>width$}"))));
    lines
}

/// The style of a split's hand: gold, teal, blue, purple, coral, and round again.
pub(crate) fn style(hand: usize) -> Style {
    let (red, green, blue) = match Colour::of_hand(hand) {
        Colour::Gold => (0xE3, 0xB3, 0x41),
        Colour::Teal => (0x2D, 0xB5, 0xA8),
        Colour::Blue => return fore(Color::Ansi(AnsiColor::BrightBlue)),
        Colour::Purple => (0xA7, 0x7B, 0xD6),
        Colour::Coral => (0xFF, 0x7F, 0x66),
    };
    fore(Color::Rgb(RgbColor(red, green, blue)))
}

fn fore(colour: Color) -> Style {
    Style::new().bold().fg_color(Some(colour))
}

fn hundredths(option: &str, text: &str) -> Result<Hundredths, AnyRefusal> {
    let wrong = |error| refuse("wrong_type", format!("{option}: {error}"));
    text.parse()
        .map_err(|error: dice::score::ParseHundredthsError| wrong(error))
}

/// The two sides of `pair=2`.
fn pair<'a>(word: &'a str, example: &str) -> Result<(&'a str, &'a str), AnyRefusal> {
    word.split_once('=')
        .ok_or_else(|| refuse("wrong_type", format!("{word:?}: write {example}")))
}

fn refuse(code: &'static str, message: impl ToString) -> AnyRefusal {
    AnyRefusal::new(code, message.to_string())
}
