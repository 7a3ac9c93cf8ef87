//! The pages, out of the binary: built by Trunk into `dist/`, packed in by the build script.
//!
//! There are two programs, each with an HTML file of its own: the race page at `/`, and the guide at the paths
//! that [`guide_page`] knows, whose other files are below `/guide/`.

mod encoding;
mod file;
mod policy;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use race_core::catalogue;
use race_core::trace::{Property, Venue};

use crate::error::ApiError;

use super::App;
use file::{Embedded, FILES};
use policy::policy;

const RACE: &str = "index.html";
const GUIDE: &str = "guide/index.html";

/// The pages of one server.
pub struct Page {
    files: &'static [Embedded],
    /// The policies of the two HTML files, by name: each allows the inline scripts of its own file.
    policies: [(&'static str, HeaderValue); 2],
}

impl Page {
    /// Returns the pages that were packed in.
    pub fn new() -> Page {
        Page::of(FILES)
    }

    fn of(files: &'static [Embedded]) -> Page {
        let policies = [RACE, GUIDE].map(|name| {
            let file = files.iter().find(|file| file.name == name);
            let html = file.and_then(|file| std::str::from_utf8(file.plain).ok());
            (name, HeaderValue::try_from(policy(html.unwrap_or_default())).expect("visible ASCII"))
        });
        Page { files, policies }
    }

    /// Returns the Content-Security-Policy of everything but the guide's HTML.
    pub fn policy(&self) -> &HeaderValue {
        &self.policies[0].1
    }

    fn file(&self, name: &str, request: &HeaderMap) -> Option<Response> {
        let file = self.files.iter().find(|file| file.name == name)?;
        let mut response = file.response(request);
        if let Some((_, policy)) = self.policies.iter().find(|(html, _)| *html == name) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.clone());
        }
        Some(response)
    }

    /// Returns an HTML file; in a server without pages, the one that stands for them all.
    fn html(&self, name: &str, request: &HeaderMap) -> Response {
        let found = self.file(name, request).or_else(|| self.file(RACE, request));
        found.unwrap_or_else(|| ApiError::NotFound.into_response())
    }
}

/// Serves `GET /`: the race page.
#[utoipa::path(
    get, path = "/", operation_id = "page", summary = "The page",
    responses((status = 200, description = "The race page", content_type = "text/html", body = String)),
)]
pub async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.page.html(RACE, &headers)
}

/// Serves any other path: a page of the guide, a file of a page, or 404.
pub async fn file(State(app): State<Arc<App>>, request: Request) -> Response {
    let (path, headers) = (request.uri().path(), request.headers());
    let response = match guide_page(path) {
        Some(exists) => {
            let mut response = app.page.html(GUIDE, headers);
            // A 304 stays: the caller has the page already and shows it.
            if !exists && response.status() == StatusCode::OK {
                *response.status_mut() = StatusCode::NOT_FOUND;
            }
            Some(response)
        }
        None => app.page.file(path.trim_start_matches('/'), headers),
    };
    match response {
        None => ApiError::NotFound.into_response(),
        Some(response) if [Method::GET, Method::HEAD].contains(request.method()) => response,
        Some(_) => ([(ALLOW, "GET,HEAD")], ApiError::MethodNotAllowed).into_response(),
    }
}

/// Returns `None` if a path is not a page of the guide; otherwise true if its subject exists: the page of a strategy
/// that is missing says so and lists the others, and its status is 404.
fn guide_page(path: &str) -> Option<bool> {
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

#[cfg(test)]
mod tests {
    use axum::http::header::{CACHE_CONTROL, ETAG, HeaderName, IF_NONE_MATCH};

    use super::*;

    const FILES: &[Embedded] = &[
        Embedded {
            name: "index.html",
            plain: b"<script type=\"module\">alert(1)</script><script src=\"/x.js\"></script>",
            brotli: None,
            gzip: None,
        },
        Embedded {
            name: "guide/index.html",
            plain: b"<script type=\"module\">alert(2)</script>",
            brotli: None,
            gzip: None,
        },
    ];

    fn header(response: &Response, name: HeaderName) -> &str {
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
    fn a_path_of_the_guide_is_known_and_so_is_the_lack_of_its_subject() {
        for path in ["/strategies", "/strategies/", "/compare", "/fairness", "/strategies/get_set"]
        {
            assert_eq!(guide_page(path), Some(true), "{path}");
        }
        assert_eq!(guide_page("/strategies/get_set/client/no_oversell"), Some(true));
        for path in [
            "/strategies/nobody",
            "/strategies/get_set/moon/no_oversell",
            "/strategies/off_by_one/client/no_oversell",
            "/strategies/get_set/client/luck",
        ] {
            assert_eq!(guide_page(path), Some(false), "{path}");
        }
        for path in ["/", "/strategies/get_set/client", "/compare/x", "/guide/start.js", "/api/x"] {
            assert_eq!(guide_page(path), None, "{path}");
        }
    }

    #[test]
    fn an_html_file_is_checked_each_time_and_not_sent_again() {
        let page = Page::of(FILES);
        let index = page.file("index.html", &HeaderMap::new()).unwrap();
        assert_eq!(header(&index, CACHE_CONTROL), "no-cache");
        let again = HeaderMap::from_iter([(IF_NONE_MATCH, index.headers()[ETAG].clone())]);
        assert_eq!(page.file("index.html", &again).unwrap().status(), StatusCode::NOT_MODIFIED);
    }
}
