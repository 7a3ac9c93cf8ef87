//! Content encodings: the page in brotli, in gzip, or as it is.

use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, IF_NONE_MATCH};

use crate::support::{Answer, Site, request};

async fn page(site: &Site, accepts: Option<&str>) -> Answer {
    let mut request = request("GET", "/");
    if let Some(accepts) = accepts {
        request = request.header(ACCEPT_ENCODING, accepts);
    }
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_page_comes_in_the_encoding_that_the_browser_prefers() {
    let site = Site::new().await;
    for (accepts, encoding) in [
        (None, ""),
        (Some(""), ""),
        (Some("identity"), ""),
        (Some("gzip, deflate, br, zstd"), "br"),
        (Some("br"), "br"),
        (Some("*"), "br"),
        (Some("br;q=0, gzip;q=0.1"), "gzip"),
        (Some("gzip, br;q=0.9"), "gzip"),
        (Some("br;q=0"), ""),
        (Some("br;q=0, *;q=0"), ""),
    ] {
        let answer = page(&site, accepts).await;
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (200, encoding),
            "{accepts:?}"
        );
        assert_eq!(answer.header("vary"), "Accept-Encoding", "{accepts:?}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{accepts:?}");
        assert_eq!(answer.header("content-length"), answer.body.len().to_string(), "{accepts:?}");
    }
    site.close().await;
}

#[tokio::test]
async fn brotli_and_gzip_are_smaller_and_brotli_reads_as_the_plain_page() {
    let site = Site::new().await;
    let (plain, gzip) = (page(&site, None).await.body, page(&site, Some("gzip")).await.body);
    let packed = page(&site, Some("br")).await.body;
    assert!(packed.len() < gzip.len() && gzip.len() < plain.len());
    assert_eq!(gzip[..2], [0x1f, 0x8b]);
    let mut read = Vec::new();
    brotli::BrotliDecompress(&mut packed.as_slice(), &mut read).unwrap();
    assert_eq!(read, plain);
    site.close().await;
}

#[tokio::test]
async fn an_etag_holds_for_the_encoding_that_it_came_with_and_no_other() {
    let site = Site::new().await;
    let etag = page(&site, Some("br")).await.header("etag").to_owned();
    for (accepts, status) in [("br", 304), ("gzip", 200), ("", 200)] {
        let request = request("GET", "/").header(ACCEPT_ENCODING, accepts);
        let request = request.header(IF_NONE_MATCH, &etag).body(Body::empty());
        let answer = site.send(request.unwrap()).await;
        assert_eq!(
            (answer.status, answer.header("vary")),
            (status, "Accept-Encoding"),
            "{accepts}"
        );
        assert_eq!(answer.header("etag") == etag, status == 304, "{accepts}");
    }
    site.close().await;
}
