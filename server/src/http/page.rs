//! The pages, out of the binary: built by Trunk into `dist/`, packed in by the build script.
//!
//! There are two programs, each with an HTML of its own: the race page at `/`, and the guide at the paths
//! that [`guide`] knows, whose other files are below `/guide/`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use race_core::catalogue;
use race_core::trace::{Property, Venue};
use sha2::{Digest, Sha256};

use crate::error::ApiError;

use super::App;

/// A file of the built page.
struct Embedded {
    name: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

const FILES: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What a server without a built page shows.
const NONE: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Red Packet Race</title></head>\
<body><main><h1>Red Packet Race</h1>\
<p>This server was built without its page. <code>make build</code> builds the page and then the server with the page \
inside; <code>make dev</code> serves the page while you change it.</p>\
<p lang=\"zh-Hans\">此服务器未包含页面。运行 <code>make build</code> 构建完整版本。</p>\
<p>The API is here: <a href=\"/api/openapi.json\">/api/openapi.json</a></p></main></body></html>\n";

const RACE: &str = "index.html";
const GUIDE: &str = "guide/index.html";

/// The pages of one server.
pub struct Page {
    files: &'static [Embedded],
    /// The policies of the two HTML files, by name: each allows the inline scripts of its own file.
    policies: [(&'static str, HeaderValue); 2],
}

impl Page {
    /// The pages that were packed in, if any were.
    pub fn new() -> Page {
        Page::of(FILES)
    }

    fn of(files: &'static [Embedded]) -> Page {
        let policies = [RACE, GUIDE].map(|name| {
            let file = files.iter().find(|file| file.name == name);
            let html =
                file.map_or(NONE, |file| std::str::from_utf8(file.plain).unwrap_or_default());
            (name, HeaderValue::try_from(policy(html)).expect("visible ASCII"))
        });
        Page { files, policies }
    }

    /// The Content-Security-Policy of all that is not the guide's HTML.
    pub fn policy(&self) -> &HeaderValue {
        &self.policies[0].1
    }

    fn answer(&self, name: &str, asked: &HeaderMap) -> Option<Response> {
        let file = self.files.iter().find(|file| file.name == name)?;
        let mut answer = file.answer(asked);
        if let Some((_, policy)) = self.policies.iter().find(|(html, _)| *html == name) {
            answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.clone());
        }
        Some(answer)
    }

    /// An HTML file, or what a server without it shows.
    fn html(&self, name: &str, asked: &HeaderMap) -> Response {
        let plain = || ([(CONTENT_TYPE, kind(name))], NONE).into_response();
        self.answer(name, asked).unwrap_or_else(plain)
    }
}

/// `GET /`.
pub async fn index(State(app): State<Arc<App>>, asked: HeaderMap) -> Response {
    app.page.html(RACE, &asked)
}

/// Any other path: a page of the guide, a file of a page, or nothing.
pub async fn file(State(app): State<Arc<App>>, request: Request) -> Response {
    let (path, asked) = (request.uri().path(), request.headers());
    let answer = match guide(path) {
        Some(found) => {
            let mut answer = app.page.html(GUIDE, asked);
            // Who knows the page already is told so, and shows it.
            if !found && answer.status() == StatusCode::OK {
                *answer.status_mut() = StatusCode::NOT_FOUND;
            }
            Some(answer)
        }
        None => app.page.answer(path.trim_start_matches('/'), asked),
    };
    match answer {
        None => ApiError::NotFound.into_response(),
        Some(answer) if [Method::GET, Method::HEAD].contains(request.method()) => answer,
        Some(_) => ([(ALLOW, "GET,HEAD")], ApiError::MethodNotAllowed).into_response(),
    }
}

/// Whether a path is a page of the guide, and if so, whether it is about something that there is: the
/// page of a strategy that is not there says so and lists those that are, and its status is 404.
fn guide(path: &str) -> Option<bool> {
    let path = path.strip_prefix('/')?;
    let parts: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
    Some(match parts[..] {
        ["strategies" | "compare" | "fairness"] => true,
        ["strategies", name] => catalogue::strategy(name).is_some(),
        ["strategies", name, venue, property] => {
            let venue = Venue::from_name(venue).zip(catalogue::strategy(name));
            venue.is_some_and(|(venue, program)| program.has_venue(venue))
                && Property::from_name(property).is_some()
        }
        _ => return None,
    })
}

impl Embedded {
    fn answer(&self, asked: &HeaderMap) -> Response {
        let gzip = self.gzip.filter(|_| takes_gzip(asked));
        let bytes = gzip.unwrap_or(self.plain);
        let etag = format!("\"{}\"", STANDARD.encode(&Sha256::digest(bytes)[..12]));
        let cache =
            if is_hashed(self.name) { "public, max-age=31536000, immutable" } else { "no-cache" };
        let headers = [(ETAG, etag.as_str()), (CACHE_CONTROL, cache), (VARY, "Accept-Encoding")];
        let known =
            asked.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
        if known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let mut response = (headers, [(CONTENT_TYPE, kind(self.name))], bytes).into_response();
        if gzip.is_some() {
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let accepted =
        asked.get(ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
    accepted
        .split(',')
        .map(str::trim)
        .any(|each| each == "gzip" || each.starts_with("gzip;") && !each.ends_with("=0"))
}

/// Whether Trunk put the hash of the content into the name, so that the content never changes.
fn is_hashed(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    let is_hash =
        |part: &str| part.len() >= 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    file.split(['-', '_', '.']).any(is_hash)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Nothing may run but our own files, WebAssembly, and the scripts that stand in the page itself:
/// Trunk writes one that loads the program, so each is allowed by the hash of its text.
fn policy(html: &str) -> String {
    let hashes = inline_scripts(html)
        .map(|script| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script))))
        .collect::<String>();
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{hashes}; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script>")?;
        (!attributes.contains(" src=")).then_some(script)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: &[Embedded] = &[
        Embedded {
            name: "index.html",
            plain: b"<script type=\"module\">alert(1)</script><script src=\"/x.js\"></script>",
            gzip: None,
        },
        Embedded {
            name: "guide/index.html",
            plain: b"<script type=\"module\">alert(2)</script>",
            gzip: None,
        },
        Embedded { name: "app-0123456789abcdef_bg.wasm", plain: b"plain", gzip: Some(b"zipped") },
    ];

    fn header(response: &Response, name: axum::http::HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[test]
    fn each_inline_script_is_allowed_by_its_hash_and_no_other() {
        let page = Page::of(FILES);
        let policy = page.policy().to_str().unwrap();
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        assert!(
            policy.contains(
                "'wasm-unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"
            ),
            "{policy}"
        );
        assert_eq!(policy.matches("sha256-").count(), 1);
        assert!(!policy.contains("unsafe-inline"), "{policy}");
    }

    #[test]
    fn each_html_allows_its_own_inline_scripts_only() {
        let page = Page::of(FILES);
        let guide = page.html(GUIDE, &HeaderMap::new());
        let policy = header(&guide, CONTENT_SECURITY_POLICY);
        assert_eq!(policy.matches("sha256-").count(), 1);
        assert_ne!(policy, page.policy().to_str().unwrap());
        let index = page.html(RACE, &HeaderMap::new());
        assert_eq!(header(&index, CONTENT_SECURITY_POLICY), page.policy().to_str().unwrap());
    }

    #[test]
    fn the_guide_knows_its_paths_and_what_there_is() {
        for path in ["/strategies", "/strategies/", "/compare", "/fairness", "/strategies/get_set"]
        {
            assert_eq!(guide(path), Some(true), "{path}");
        }
        assert_eq!(guide("/strategies/get_set/client/no_oversell"), Some(true));
        for path in [
            "/strategies/nobody",
            "/strategies/get_set/moon/no_oversell",
            "/strategies/off_by_one/client/no_oversell",
            "/strategies/get_set/client/luck",
        ] {
            assert_eq!(guide(path), Some(false), "{path}");
        }
        for path in ["/", "/strategies/get_set/client", "/compare/x", "/guide/start.js", "/api/x"] {
            assert_eq!(guide(path), None, "{path}");
        }
    }

    #[test]
    fn a_hashed_file_is_kept_for_ever_and_the_index_is_asked_for_again() {
        let page = Page::of(FILES);
        let wasm = page.answer("app-0123456789abcdef_bg.wasm", &HeaderMap::new()).unwrap();
        assert_eq!(header(&wasm, CONTENT_TYPE), "application/wasm");
        assert!(header(&wasm, CACHE_CONTROL).contains("immutable"));
        let index = page.answer("index.html", &HeaderMap::new()).unwrap();
        assert_eq!(header(&index, CACHE_CONTROL), "no-cache");
        let mut again = HeaderMap::new();
        again.insert(IF_NONE_MATCH, index.headers()[ETAG].clone());
        assert_eq!(page.answer("index.html", &again).unwrap().status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn who_takes_gzip_gets_gzip() {
        let page = Page::of(FILES);
        for (accepts, encoding) in
            [("gzip, br", "gzip"), ("br;q=1, gzip;q=0.5", "gzip"), ("gzip;q=0", ""), ("br", "")]
        {
            let asked = HeaderMap::from_iter([(ACCEPT_ENCODING, accepts.parse().unwrap())]);
            let answer = page.answer("app-0123456789abcdef_bg.wasm", &asked).unwrap();
            assert_eq!(header(&answer, CONTENT_ENCODING), encoding, "{accepts}");
        }
    }
}
