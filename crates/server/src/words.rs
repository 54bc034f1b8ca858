//! Words that no name may hold, as the operator of the house lists them.
//!
//! A line is a word, which must not be one of the words of a name; with a star at its beginning or
//! its end it must not be a part of one. Case and width of letters do not matter. Empty lines and
//! lines that begin with `#` are ignored.

use table::Nickname;

/// A list of words.
///
/// ```
/// use server::Words;
/// use table::Nickname;
///
/// let words = Words::read("# our list\nrascal\n*scoundrel*");
/// assert!(words.forbid(&Nickname::new("The RASCAL").unwrap()));
/// assert!(!words.forbid(&Nickname::new("Rascals").unwrap()));
/// assert!(words.forbid(&Nickname::new("Scoundrels").unwrap()));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(Vec<Pattern>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    word: String,
    /// Whether letters may come before it, and after it.
    open: (bool, bool),
}

impl Words {
    /// Reads a list, a word a line.
    pub fn read(text: &str) -> Words {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.starts_with('#'));
        let patterns = lines.map(|line| Pattern {
            word: Nickname::word(line.trim_matches('*')),
            open: (line.starts_with('*'), line.ends_with('*')),
        });
        Words(
            patterns
                .filter(|pattern| !pattern.word.is_empty())
                .collect(),
        )
    }

    /// Whether this name is forbidden.
    pub fn forbid(&self, name: &Nickname) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let words = name.words();
        // A reader sees one word in "r a s c a l".
        let all = words.concat();
        let mut words = words.iter().chain([&all]);
        words.any(|word| self.0.iter().any(|pattern| pattern.fits(word)))
    }
}

impl Pattern {
    fn fits(&self, word: &str) -> bool {
        let letters = |c: char| !c.is_alphanumeric();
        let bare = word.trim_matches(letters);
        match self.open {
            (false, false) => bare == self.word || word == self.word,
            (true, false) => bare.ends_with(&self.word),
            (false, true) => bare.starts_with(&self.word),
            (true, true) => word.contains(&self.word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(list: &str, name: &str, forbidden: bool) {
        let name = Nickname::new(name).unwrap();
        assert_eq!(
            Words::read(list).forbid(&name),
            forbidden,
            "{list:?} {name}"
        );
    }

    #[test]
    fn a_word_is_forbidden_as_a_whole_unless_it_has_stars() {
        check("", "Ann", false);
        check("\n#ann\n  \n*\n", "Ann", false);
        check("ass", "Cassandra", false);
        check("ass", "an ASS!", true);
        check("ass", "ａｓｓ", true);
        check("ass", "a s s", true);
        check("*ass", "Jackass", true);
        check("*ass", "Assam", false);
        check("ass*", "Assam", true);
        check("*ass*", "Cassandra", true);
        check("straße", "STRASSE", true);
    }
}
