//! The web pages that may talk to the house.
//!
//! A browser says with `Origin` which page a request comes from. The house's own page may always
//! ask; others only if they are listed, because a page could otherwise play in the name of its
//! visitors. Other programs send no `Origin`, and have no visitors to protect.

use axum::http::{HeaderMap, HeaderValue, header};

/// The pages that may talk to the house besides its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origins(Vec<String>);

impl Origins {
    /// These origins, for example `https://example.org`; `*` means all.
    ///
    /// ```
    /// use server::Origins;
    ///
    /// assert_eq!(Origins::new(["https://example.org/"]), Origins::new(["https://example.org"]));
    /// ```
    pub fn new<I: IntoIterator<Item: Into<String>>>(origins: I) -> Origins {
        let origins = origins.into_iter().map(|origin| {
            let origin: String = origin.into();
            origin.trim_end_matches('/').to_lowercase()
        });
        Origins(origins.collect())
    }

    /// Whether a request with these headers may be answered.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        match headers.get(header::ORIGIN) {
            None => true,
            Some(origin) => is_own(origin, headers) || self.lists(origin),
        }
    }

    /// Whether this origin is one of the list.
    pub(crate) fn lists(&self, origin: &HeaderValue) -> bool {
        let Ok(origin) = origin.to_str() else {
            return false;
        };
        let origin = origin.to_lowercase();
        self.0.iter().any(|known| *known == origin || known == "*")
    }

    /// Whether the list is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether the page was served under the name that the request is sent to. The scheme
/// is not compared: a proxy may add encryption on the way.
fn is_own(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
    let origin = origin.as_bytes();
    let own = [&b"http://"[..], b"https://"].into_iter();
    own.filter_map(|scheme| origin.strip_prefix(scheme))
        .any(|name| host.is_some_and(|host| host.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(listed: &[&str], origin: Option<&str>, allowed: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("house.example:4242"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        let origins = Origins::new(listed.iter().copied());
        assert_eq!(origins.allow(&headers), allowed, "{origin:?}");
    }

    #[test]
    fn the_own_page_and_programs_may() {
        check(&[], None, true);
        check(&[], Some("http://house.example:4242"), true);
        check(&[], Some("https://House.example:4242"), true);
    }

    #[test]
    fn other_pages_may_only_if_listed() {
        check(&[], Some("https://other.example"), false);
        check(&[], Some("http://house.example"), false);
        check(&[], Some("null"), false);
        check(
            &["https://other.example"],
            Some("https://other.example"),
            true,
        );
        check(
            &["https://other.example"],
            Some("https://other.example.net"),
            false,
        );
        check(&["*"], Some("https://other.example"), true);
    }

    #[test]
    fn without_a_host_no_page_is_the_own_one() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ORIGIN, HeaderValue::from_static("http://"));
        assert!(!Origins::default().allow(&headers));
    }
}
