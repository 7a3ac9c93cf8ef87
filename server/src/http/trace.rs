//! One span a request: its id, method, path, status and latency.
//!
//! A span has no query, no header but the id, and no body: whatever a caller sends there does not reach the log.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use tower_http::request_id::RequestId;
use tracing::Span;
use tracing::field::Empty;

/// The header that carries the request's id, both ways.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Bytes of a caller's own request id, at most.
const ID_BYTES_MAX: usize = 64;

/// Removes a caller's request id that is not fit for a log, so that the request gets one of ours.
pub async fn check_id(mut request: Request) -> Request {
    if request.headers().get(X_REQUEST_ID).is_some_and(|id| !is_fit(id)) {
        request.headers_mut().remove(X_REQUEST_ID);
    }
    request
}

fn is_fit(id: &HeaderValue) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=ID_BYTES_MAX).contains(&id.len()) && id.as_bytes().iter().all(plain)
}

/// Returns the span of a request; status and latency follow with the response.
pub fn span<B>(request: &axum::http::Request<B>) -> Span {
    let id = request.extensions().get::<RequestId>();
    tracing::info_span!(
        "request",
        id = id.and_then(|id| id.header_value().to_str().ok()),
        method = %request.method(),
        path = request.uri().path(),
        status = Empty,
        latency_us = Empty,
    )
}

/// Completes the span, and logs the response for those who want to see each of them (`RUST_LOG=debug`).
pub fn respond(response: &Response, latency: Duration, span: &Span) {
    span.record("status", response.status().as_u16());
    span.record("latency_us", latency.as_micros() as u64);
    tracing::debug!("answered");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callers_id_is_kept_only_if_it_is_short_and_plain() {
        let long = "a".repeat(ID_BYTES_MAX + 1);
        for (id, fit) in [
            ("8d0f5a1e-6c1b-4b7e-9f0e-0c6b2a9d1f3c", true),
            ("edge_01.7f3a", true),
            ("", false),
            ("two words", false),
            ("a=b", false),
            ("\"quoted\"", false),
            (&long, false),
        ] {
            assert_eq!(is_fit(&HeaderValue::from_str(id).unwrap()), fit, "{id}");
        }
    }
}
