//! Players and their tokens.

use crate::common::player;
use store::{Error, Journal, MOST_TOKENS, Token, TokenHash, Write};

/// Short names for the writes about players and their tokens.
pub(crate) struct Tokens<'a>(pub(crate) &'a dyn Journal);

impl Tokens<'_> {
    pub(crate) fn enroll(&self, name: &str, token: &str, at: u64) -> Result<(), Error> {
        let (player, token) = (player(name), TokenHash::of(token));
        self.0.write(Write::Enroll { player, token, at }).wait()
    }

    /// Gives a token at this time; tokens expire after a hundred.
    pub(crate) fn give(
        &self,
        name: &str,
        token: &str,
        replaces: Option<&str>,
        at: u64,
    ) -> Result<(), Error> {
        self.give_until(name, token, replaces, at, None)
    }

    /// Gives a code that expires after ten units of time.
    pub(crate) fn give_code(&self, name: &str, code: &str, at: u64) -> Result<(), Error> {
        self.give_until(name, code, None, at, Some(at + 10))
    }

    pub(crate) fn give_until(
        &self,
        name: &str,
        token: &str,
        replaces: Option<&str>,
        at: u64,
        expires_at: Option<u64>,
    ) -> Result<(), Error> {
        let give = Write::GiveToken {
            player: player(name),
            token: TokenHash::of(token),
            replaces: replaces.map(TokenHash::of),
            expires_at,
            at,
            expired_before: at.saturating_sub(100),
        };
        self.0.write(give).wait()
    }

    pub(crate) fn note_use(&self, token: &str, at: u64) -> Result<(), Error> {
        let token = TokenHash::of(token);
        self.0.write(Write::UseToken { token, at }).wait()
    }

    pub(crate) fn revoke(&self, token: &str, at: u64) -> Result<(), Error> {
        let token = TokenHash::of(token);
        self.0.write(Write::RevokeToken { token, at }).wait()
    }

    pub(crate) fn find(&self, token: &str) -> Option<Token> {
        self.0.token(&TokenHash::of(token)).unwrap()
    }

    /// The owner of a token, the time of its last use, and the time at which it was revoked.
    #[track_caller]
    pub(crate) fn check(&self, token: &str, expected: (&str, Option<u64>, Option<u64>)) {
        let token = self.find(token).unwrap();
        let (name, used_at, revoked_at) = expected;
        assert_eq!(token.player, player(name));
        assert_eq!((token.used_at, token.revoked_at), (used_at, revoked_at));
    }
}

pub(crate) fn a_token_leads_to_its_player(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "one", 1), Ok(()));
    assert_eq!(tokens.enroll("bob", "two", 2), Ok(()));
    tokens.check("one", ("ann", Some(1), None));
    tokens.check("two", ("bob", Some(2), None));
    assert_eq!(tokens.find("three"), None);

    assert_eq!(tokens.enroll("eve", "two", 3), Err(Error::TokenTaken));
    let ann = player("ann");
    let taken = Err(Error::PlayerTaken {
        player: ann.clone(),
    });
    assert_eq!(tokens.enroll("ann", "three", 3), taken);
    assert_eq!(tokens.find("three"), None, "a refused write leaves nothing");
    let stranger = player("eve");
    assert_eq!(
        tokens.give("eve", "three", None, 3),
        Err(Error::NoPlayer { player: stranger })
    );
    assert_eq!(tokens.give("bob", "one", None, 3), Err(Error::TokenTaken));

    assert_eq!(
        tokens.give("ann", "three", Some("two"), 3),
        Err(Error::NoToken),
        "nobody replaces the token of another"
    );

    assert_eq!(tokens.give("ann", "three", None, 3), Ok(()));
    let names: Vec<String> = ["one", "three"]
        .map(|token| TokenHash::of(token).name())
        .into();
    let of_ann = journal.tokens(&ann).unwrap();
    let of_ann: Vec<String> = of_ann.iter().map(|token| token.hash.name()).collect();
    assert_eq!(of_ann, names);
}

pub(crate) fn a_new_token_replaces_the_old_one_when_it_is_used(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "old", 1), Ok(()));
    assert_eq!(tokens.give("ann", "lost", Some("old"), 2), Ok(()));
    assert_eq!(tokens.give("ann", "new", Some("old"), 3), Ok(()));
    assert_eq!(tokens.find("lost"), None, "one new token waits at a time");
    assert_eq!(tokens.note_use("old", 4), Ok(()));
    tokens.check("old", ("ann", Some(4), None));
    tokens.check("new", ("ann", None, None));

    assert_eq!(tokens.note_use("new", 5), Ok(()));
    tokens.check("old", ("ann", Some(4), Some(5)));
    tokens.check("new", ("ann", Some(5), None));
    assert_eq!(tokens.note_use("old", 6), Err(Error::NoToken));
    assert_eq!(tokens.note_use("new", 4), Ok(()));
    tokens.check("new", ("ann", Some(5), None));
    assert_eq!(tokens.note_use("never", 6), Err(Error::NoToken));
}

pub(crate) fn a_token_is_revoked_once(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "one", 1), Ok(()));
    assert_eq!(tokens.give("ann", "two", None, 2), Ok(()));
    assert_eq!(tokens.revoke("one", 3), Ok(()));
    assert_eq!(tokens.revoke("one", 4), Ok(()));
    tokens.check("one", ("ann", Some(1), Some(3)));
    tokens.check("two", ("ann", None, None));
    assert_eq!(tokens.revoke("never", 4), Err(Error::NoToken));
}

pub(crate) fn a_code_becomes_one_token_in_its_time(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    let none = || Err(Error::NoToken);
    assert_eq!(tokens.enroll("ann", "laptop", 1), Ok(()));
    assert_eq!(tokens.give_code("ann", "first code", 2), Ok(()));
    assert_eq!(tokens.give_code("ann", "code", 3), Ok(()));
    assert_eq!(tokens.find("first code"), None, "there is one at a time");
    assert_eq!(tokens.find("code").unwrap().expires_at, Some(13));

    // Two devices use the code at once: the later one keeps it, and nobody can use it after that.
    assert_eq!(tokens.give("ann", "phone", Some("code"), 4), Ok(()));
    assert_eq!(tokens.give("ann", "tablet", Some("code"), 4), Ok(()));
    assert_eq!(tokens.note_use("phone", 5), none());
    assert_eq!(tokens.note_use("tablet", 5), Ok(()));
    tokens.check("code", ("ann", None, Some(5)));
    tokens.check("laptop", ("ann", Some(1), None));
    assert_eq!(tokens.give("ann", "thief", Some("code"), 6), none());

    assert_eq!(tokens.give_code("ann", "late", 20), Ok(()));
    assert_eq!(tokens.give("ann", "thief", Some("late"), 30), none());
    assert_eq!(tokens.give("ann", "just", Some("late"), 29), Ok(()));
    assert_eq!(tokens.find("thief"), None);
}

pub(crate) fn codes_are_no_devices(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    assert_eq!(tokens.enroll("ann", "0", 0), Ok(()));
    for n in 1..MOST_TOKENS {
        assert_eq!(tokens.give_code("ann", &format!("code {n}"), 1), Ok(()));
        assert_eq!(tokens.give("ann", &n.to_string(), None, 1), Ok(()));
    }
    // The ninth device is refused, with or without a code.
    let player = player("ann");
    let full = Err(Error::TooManyTokens { player });
    assert_eq!(tokens.give("ann", "9", None, 2), full);
    assert_eq!(tokens.give_code("ann", "last", 2), full);
}

pub(crate) fn tokens_are_bounded(journal: &dyn Journal) {
    let tokens = Tokens(journal);
    let full = || {
        let player = player("ann");
        Err(Error::TooManyTokens { player })
    };
    assert_eq!(tokens.enroll("ann", "0", 0), Ok(()));
    for n in 1..MOST_TOKENS {
        assert_eq!(tokens.give("ann", &n.to_string(), None, 1), Ok(()));
    }
    assert_eq!(tokens.give("ann", "more", None, 2), full());
    assert_eq!(tokens.revoke("3", 2), Ok(()));
    assert_eq!(tokens.give("ann", "more", None, 2), Ok(()));
    assert_eq!(tokens.give("ann", "and more", None, 3), full());
    // Expired tokens do not count, and one token is used.
    assert_eq!(tokens.note_use("5", 200), Ok(()));
    assert_eq!(tokens.give("ann", "and more", None, 250), Ok(()));
    // A player who asks again and again leaves a bounded number of tokens.
    for n in 0..100 {
        let (old, new) = (format!("turn {n}"), format!("turn {}", n + 1));
        let at = 300 + n;
        if n == 0 {
            assert_eq!(tokens.give("ann", &old, None, at), Ok(()));
        }
        assert_eq!(tokens.give("ann", &new, Some(&old), at), Ok(()));
        assert_eq!(tokens.note_use(&new, at), Ok(()));
    }
    assert!(journal.tokens(&player("ann")).unwrap().len() <= 2 * MOST_TOKENS + 1);
    assert_eq!(tokens.find("turn 3"), None);
    assert!(tokens.find("turn 99").unwrap().revoked_at.is_some());
    tokens.check("turn 100", ("ann", Some(399), None));
}
