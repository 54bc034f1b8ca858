//! The web client: the files of `web/dist`, in the program itself.
//!
//! A release build carries them; a debug build reads them from the folder for each request, and the
//! client can be built anew without the house. The build makes compressed copies beside the files,
//! which are sent unchanged: nothing is compressed here. Browsers may keep files whose names hold a
//! hash for ever, and ask for all others each time. An address that is not a file is a screen of
//! the client, which is one page.
//!
//! Nothing here reads a path from the disk: an address only chooses among known names.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// The client's answer to every address without another route.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if is_elsewhere(uri.path()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    respond(uri.path(), &headers, find)
}

/// A file of the client.
struct File {
    bytes: Cow<'static, [u8]>,
    hash: [u8; 32],
}

fn find(name: &str) -> Option<File> {
    Dist::get(name).map(|file| File {
        hash: file.metadata.sha256_hash(),
        bytes: file.data,
    })
}

/// Addresses of the house that are never a screen of the client.
fn is_elsewhere(path: &str) -> bool {
    ["/api/", "/socket.io/"]
        .iter()
        .any(|root| path.starts_with(root))
}

const INDEX: &str = "index.html";

/// Vite puts files here under names that hold a hash of their content.
const HASHED: &str = "assets/";

fn respond(path: &str, headers: &HeaderMap, find: impl Fn(&str) -> Option<File>) -> Response {
    let name = path.trim_start_matches('/');
    let (name, file) = match find(name) {
        Some(file) if !name.is_empty() => (name, file),
        _ if name.starts_with(HASHED) => return StatusCode::NOT_FOUND.into_response(),
        _ => match find(INDEX) {
            Some(file) => (INDEX, file),
            None => return not_built(),
        },
    };
    let tag = tag(&file.hash);
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| *known == tag)
    {
        return guarded((
            StatusCode::NOT_MODIFIED,
            [(header::ETAG, tag), (header::CACHE_CONTROL, keeping(name))],
        ));
    }
    let head = [
        (header::CONTENT_TYPE, media_type(name)),
        (header::CACHE_CONTROL, keeping(name)),
        (header::ETAG, tag),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let packed = ENCODINGS.iter().find_map(|&(encoding, ending)| {
        let packed = accepts(headers, encoding).then(|| find(&format!("{name}{ending}")))??;
        Some((encoding, packed.bytes))
    });
    match packed {
        Some((encoding, bytes)) => guarded((head, [(header::CONTENT_ENCODING, encoding)], bytes)),
        None => guarded((head, file.bytes)),
    }
}

/// The compressed copies that the build makes, best first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Whether the browser says that it reads this encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).into_iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.any(|list| {
        list.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
            named && !parts.any(|part| part == "q=0")
        })
    })
}

/// Files with hashed names never change; everything else is asked for anew, which the tag makes
/// cheap.
fn keeping(name: &str) -> HeaderValue {
    HeaderValue::from_static(if name.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    })
}

/// A weak tag, because the compressed copies share it.
fn tag(hash: &[u8; 32]) -> HeaderValue {
    // Eight bytes tell the versions of one file apart.
    let hex: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{hex}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// The kinds of file that the build makes.
fn media_type(name: &str) -> HeaderValue {
    let ending = name.rsplit('.').next().unwrap_or_default();
    HeaderValue::from_static(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

/// The sources that the page may load: its own files and its own house, and no inline scripts; the
/// pocket may be compiled. Nobody may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const GUARDS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

fn guarded(answer: impl IntoResponse) -> Response {
    (GUARDS, answer).into_response()
}

/// The house was built without its client.
fn not_built() -> Response {
    const TEXT: &str = "The house is open, but this build has no web client.\n\
                        `cargo xtask serve` builds the client and runs the house.\n";
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    guarded((StatusCode::NOT_FOUND, kind, TEXT))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 5] = [
        ("index.html", "<page>"),
        ("index.html.br", "<packed page>"),
        ("index.html.gz", "<zipped page>"),
        ("assets/page-1a2b.js", "run()"),
        ("icon.svg", "<svg/>"),
    ];

    fn found(name: &str) -> Option<File> {
        let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
        Some(File {
            bytes: Cow::Borrowed(text.as_bytes()),
            hash: [7; 32],
        })
    }

    async fn ask(path: &str, headers: &[(HeaderName, &str)]) -> (u16, HeaderMap, String) {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), value.parse().unwrap()));
        let response = respond(path, &headers.collect(), found);
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, 1 << 10).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        (parts.status.as_u16(), parts.headers, body)
    }

    /// Forty players at one address may open the page at once, and each browser fetches all files.
    #[test]
    fn a_class_may_load_the_page() {
        let is_copy = |name: &str| ENCODINGS.iter().any(|(_, ending)| name.ends_with(ending));
        let n_files = Dist::iter().filter(|name| !is_copy(name)).count();
        let at_once = crate::limits::Limits::default().light().unwrap().burst;
        assert!(40 * n_files as u32 <= at_once.get(), "{n_files} files");
    }

    #[tokio::test]
    async fn every_screen_is_the_one_page() {
        for path in ["/", "/t/VHG4SC", "/score/cribbage", "/.."] {
            let (status, headers, body) = ask(path, &[]).await;
            assert_eq!((status, body.as_str()), (200, "<page>"), "{path}");
            assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
            assert_eq!(headers[header::CONTENT_TYPE], "text/html; charset=utf-8");
        }
    }

    #[tokio::test]
    async fn hashed_files_are_kept_for_ever_and_never_replaced_by_the_page() {
        let (status, headers, body) = ask("/assets/page-1a2b.js", &[]).await;
        assert_eq!((status, body.as_str()), (200, "run()"));
        assert_eq!(
            headers[header::CACHE_CONTROL],
            "public, max-age=31536000, immutable"
        );
        assert_eq!(
            headers[header::CONTENT_TYPE],
            "text/javascript; charset=utf-8"
        );
        assert_eq!(ask("/assets/page-gone.js", &[]).await.0, 404);
    }

    #[tokio::test]
    async fn the_best_copy_that_the_browser_reads_is_sent() {
        for (accepted, encoding, sent) in [
            ("gzip, deflate, br", Some("br"), "<packed page>"),
            ("gzip", Some("gzip"), "<zipped page>"),
            ("br;q=0, gzip;q=0.5", Some("gzip"), "<zipped page>"),
            ("identity", None, "<page>"),
        ] {
            let (_, headers, body) = ask("/", &[(header::ACCEPT_ENCODING, accepted)]).await;
            assert_eq!(body, sent, "{accepted}");
            let named = headers.get(header::CONTENT_ENCODING);
            assert_eq!(named.map(|value| value.to_str().unwrap()), encoding);
            assert_eq!(headers[header::VARY], "accept-encoding");
        }
        let (_, headers, body) = ask("/icon.svg", &[(header::ACCEPT_ENCODING, "br")]).await;
        assert_eq!(
            (headers.get(header::CONTENT_ENCODING), &body[..]),
            (None, "<svg/>")
        );
    }

    #[tokio::test]
    async fn a_file_that_the_browser_has_is_not_sent_again() {
        let (_, headers, _) = ask("/", &[]).await;
        let known = headers[header::ETAG].to_str().unwrap();
        let (status, _, body) = ask("/", &[(header::IF_NONE_MATCH, known)]).await;
        assert_eq!((status, body.as_str()), (304, ""));
    }

    #[tokio::test]
    async fn every_answer_guards_the_page() {
        for path in ["/", "/icon.svg", "/assets/page-1a2b.js"] {
            let (_, headers, _) = ask(path, &[]).await;
            let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            // The pocket may be compiled; scripts come from the house alone.
            assert!(
                policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
                "{policy}"
            );
            assert!(!policy.contains("'unsafe"), "{policy}");
            assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        }
    }

    #[tokio::test]
    async fn a_build_without_the_client_says_how_to_get_it() {
        let response = respond("/", &HeaderMap::new(), |_| None);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        let body = axum::body::to_bytes(response.into_body(), 1 << 10)
            .await
            .unwrap();
        assert!(
            String::from_utf8_lossy(&body).contains("cargo xtask serve"),
            "the way out"
        );
    }
}
