//! One file of a page, packed into the binary by the build script, and its responses.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::encoding::{Accepted, Encoding};

/// A file of the built pages.
pub struct Embedded {
    /// Its path below the root of the site.
    pub name: &'static str,
    /// Its bytes.
    pub plain: &'static [u8],
    /// The same in brotli, where that is smaller.
    pub brotli: Option<&'static [u8]>,
    /// The same in gzip, where that is smaller.
    pub gzip: Option<&'static [u8]>,
}

/// Every file of the built pages; in a server that was built without them, one `index.html` that explains how to
/// build them.
pub const FILES: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

impl Embedded {
    /// Returns the file in the encoding that the request prefers, or 304 where the caller has it already.
    pub fn response(&self, request: &HeaderMap) -> Response {
        let encoding = Accepted::read(request).choose(|encoding| self.encoded(encoding).is_some());
        let bytes = encoding.and_then(|encoding| self.encoded(encoding)).unwrap_or(self.plain);
        // Of the bytes as they are sent, so that each encoding has an ETag of its own.
        let etag = format!("\"{}\"", STANDARD.encode(&Sha256::digest(bytes)[..12]));
        let cache = match is_hashed(self.name) {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        let headers = [(ETAG, etag.as_str()), (CACHE_CONTROL, cache), (VARY, "Accept-Encoding")];
        let known =
            request.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
        if known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let content_type = [(CONTENT_TYPE, content_type(self.name))];
        let mut response = (headers, content_type, bytes).into_response();
        if let Some(encoding) = encoding {
            let name = HeaderValue::from_static(encoding.name());
            response.headers_mut().insert(CONTENT_ENCODING, name);
        }
        response
    }

    fn encoded(&self, encoding: Encoding) -> Option<&'static [u8]> {
        match encoding {
            Encoding::Brotli => self.brotli,
            Encoding::Gzip => self.gzip,
        }
    }
}

/// Returns true if Trunk put the hash of the content into the name, so that the content never changes.
fn is_hashed(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    let is_hash =
        |part: &str| part.len() >= 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    file.split(['-', '_', '.']).any(is_hash)
}

/// Returns the media type of a file by the ending of its name.
fn content_type(name: &str) -> &'static str {
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;
    use axum::http::header::ACCEPT_ENCODING;

    use super::*;

    const WASM: Embedded = Embedded {
        name: "app-0123456789abcdef_bg.wasm",
        plain: b"plain",
        brotli: Some(b"in brotli"),
        gzip: Some(b"in gzip"),
    };

    fn header(response: &Response, name: HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn response(accept_encoding: &str) -> Response {
        let accepted = (ACCEPT_ENCODING, accept_encoding.parse().unwrap());
        WASM.response(&HeaderMap::from_iter([accepted]))
    }

    #[test]
    fn the_encoding_is_the_one_that_the_request_prefers() {
        for (accepts, encoding) in [
            ("gzip, br", "br"),
            ("br;q=1, gzip;q=0.5", "br"),
            ("br;q=0, gzip", "gzip"),
            ("gzip", "gzip"),
            ("gzip;q=0", ""),
            ("deflate", ""),
        ] {
            let response = response(accepts);
            assert_eq!(header(&response, CONTENT_ENCODING), encoding, "{accepts}");
            assert_eq!(header(&response, VARY), "Accept-Encoding", "{accepts}");
            assert_eq!(header(&response, CONTENT_TYPE), "application/wasm");
            assert!(header(&response, CACHE_CONTROL).contains("immutable"));
        }
    }

    #[test]
    fn each_encoding_has_an_etag_of_its_own() {
        let (brotli, gzip, plain) = (response("br"), response("gzip"), response(""));
        let etags = [&brotli, &gzip, &plain].map(|response| header(response, ETAG));
        assert!(etags[0] != etags[1] && etags[1] != etags[2] && etags[0] != etags[2], "{etags:?}");
        for (accepts, status) in [("br", 304), ("gzip", 200)] {
            let headers = HeaderMap::from_iter([
                (ACCEPT_ENCODING, accepts.parse().unwrap()),
                (IF_NONE_MATCH, etags[0].parse().unwrap()),
            ]);
            let response = WASM.response(&headers);
            assert_eq!(response.status(), status, "{accepts}");
            assert_eq!(header(&response, VARY), "Accept-Encoding");
        }
    }
}
