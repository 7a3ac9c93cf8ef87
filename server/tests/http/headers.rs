//! The headers that every response carries.

use crate::support::Site;

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
