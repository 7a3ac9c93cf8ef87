//! The headers that every response carries.

use axum::body::Body;
use axum::http::header::HOST;

use crate::support::{Site, request};

#[tokio::test]
async fn every_response_carries_the_security_headers() {
    let site = Site::new().await;
    for path in ["/", "/api/limits", "/nowhere", "/metrics", "/healthz"] {
        let answer = site.get(path).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert!(!answer.header("cache-control").is_empty(), "{path}");
    }
    let page = site.get("/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("Red Packet Race"));
    site.close().await;
}

#[tokio::test]
async fn every_response_carries_the_id_of_its_request() {
    let site = Site::new().await;
    let mut seen = std::collections::BTreeSet::new();
    for path in ["/", "/api/limits", "/nowhere", "/metrics", "/healthz", "/api/races/x/events"] {
        let id = site.get(path).await.header("x-request-id").to_owned();
        assert!(id.len() == 36 && seen.insert(id.clone()), "{path}: {id}");
    }
    let refused = axum::http::Request::get("/").header(HOST, "evil.example").body(Body::empty());
    let refused = site.send(refused.unwrap()).await;
    assert_eq!((refused.status, refused.header("x-request-id").len()), (421, 36));
    // A proxy's own id is kept, unless it is not fit for a log.
    for (id, kept) in [("edge_01.7f3a", true), ("two words", false), (&"a".repeat(65), false)] {
        let request = request("GET", "/healthz").header("x-request-id", id).body(Body::empty());
        let response = site.send(request.unwrap()).await;
        assert_eq!(response.header("x-request-id") == id, kept, "{id}");
        assert!(!response.header("x-request-id").is_empty(), "{id}");
    }
    site.close().await;
}
