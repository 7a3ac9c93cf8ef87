//! Bad input, and the right answer to it.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};

use crate::support::{SHORT, Site, request};

/// Each bad body and its answer: the status, and the field that is to blame.
#[tokio::test]
async fn every_bad_body_gets_its_answer_and_starts_nothing() {
    let deep = "[".repeat(10_000);
    let long = format!(r#"{{"strategy":"{}"}}"#, "x".repeat(10_240));
    let table: &[(&str, u16, &str)] = &[
        (r#"{"racers":0}"#, 422, "racers"),
        (r#"{"racers":-1}"#, 422, "racers"),
        (r#"{"racers":1.5}"#, 422, "racers"),
        (r#"{"racers":"10"}"#, 422, "racers"),
        (r#"{"racers":null}"#, 422, "racers"),
        (r#"{"racers":true}"#, 422, "racers"),
        (r#"{"racers":[10]}"#, 422, "racers"),
        (r#"{"racers":{}}"#, 422, "racers"),
        (r#"{"racers":1e12}"#, 422, "racers"),
        (r#"{"racers":18446744073709551616}"#, 422, "racers"),
        (r#"{"racers":1e400}"#, 422, "racers"),
        (r#"{"racers":200001}"#, 422, "racers"),
        (r#"{"shares":0}"#, 422, "shares"),
        (r#"{"shares":9007199254740993}"#, 422, "shares"),
        (r#"{"strategy":"atomic","quantity":0}"#, 422, "quantity"),
        (r#"{"strategy":"atomic","quantity":-1}"#, 422, "quantity"),
        (r#"{"strategy":"atomic","quantities":[1,0]}"#, 422, "quantities"),
        (r#"{"strategy":"atomic","quantities":[]}"#, 422, "quantities"),
        (r#"{"concurrency":1000000}"#, 422, "concurrency"),
        (r#"{"gap_ms":1e9}"#, 422, "gap_ms"),
        (r#"{"gap_ms":-1}"#, 422, "gap_ms"),
        (r#"{"jitter_ms":1e400}"#, 422, "jitter_ms"),
        (r#"{"racers":200000,"grabs_per_racer":11}"#, 422, "grabs_per_racer"),
        (r#"{"strategy":"nobody"}"#, 422, "strategy"),
        (r#"{"strategy":"Get_Set"}"#, 422, "strategy"),
        (r#"{"strategy":"   "}"#, 422, "strategy"),
        (r#"{"strategy":"\u202etes_teg"}"#, 422, "strategy"),
        (r#"{"strategy":"<img src=x onerror=alert(1)>"}"#, 422, "strategy"),
        (&long, 422, "strategy"),
        (r#"{"venue":"cloud"}"#, 422, "venue"),
        (r#"{"colour":"red"}"#, 422, "colour"),
        (r#"{"racers":5,"racers":5}"#, 422, "racers"),
        (r#"{"schedule":"0.88"}"#, 422, "schedule"),
        (r#"{"xray":true,"racers":5001}"#, 422, "xray"),
        ("{", 400, ""),
        (r#"{"racers":5,}"#, 400, ""),
        (r#"{"racers":05}"#, 400, ""),
        (r#"{"racers":5} {}"#, 400, ""),
        ("", 400, ""),
        ("[]", 400, ""),
        ("null", 400, ""),
        ("5", 400, ""),
        (&deep, 400, ""),
    ];
    let site = Site::new().await;
    for (body, status, field) in table {
        let answer = site.start(body).await;
        assert_eq!(answer.status, *status, "{body:.80}: {}", answer.text());
        let error = &answer.json()["error"];
        assert_eq!(error["field"].as_str().unwrap_or_default(), *field, "{body:.80}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(field) && message.len() < 500, "{message}");
    }
    let answer = site.start(r#"{"concurrency":1000000}"#).await;
    let why = serde_json::json!({ "whole": { "min": 1, "max": 10_000 } });
    assert_eq!(answer.json()["error"]["why"], why, "a reason for readers with words of their own");
    let broken = request("POST", "/api/races").header(CONTENT_TYPE, "application/json");
    let answer = site.send(broken.body(Body::from(&b"{\"strategy\":\"\xff\"}"[..])).unwrap()).await;
    assert_eq!(answer.status, 400);
    assert!(site.get("/metrics").await.text().contains("race_running 0"));
    site.close().await;
}

/// Each request that is wrong around its body, and its answer.
#[tokio::test]
async fn every_bad_request_gets_its_answer() {
    let post = || request("POST", "/api/races").header(CONTENT_TYPE, "application/json");
    let small = || Body::from(SHORT);
    let nothing = Body::empty;
    let table = [
        (request("POST", "/api/races").body(small()), 415, "not_json"),
        (
            request("POST", "/api/races").header(CONTENT_TYPE, "text/plain").body(small()),
            415,
            "not_json",
        ),
        (post().header("content-length", "10485760").body(nothing()), 413, "body_too_large"),
        (post().body(Body::from(vec![b' '; 20_000])), 413, "body_too_large"),
        (request("GET", "/api/races").body(nothing()), 405, "method_not_allowed"),
        (request("TRACE", "/api/races").body(nothing()), 405, "method_not_allowed"),
        (request("PUT", "/").body(nothing()), 405, "method_not_allowed"),
        (request("GET", "/api/races/0123456789abcdef").body(nothing()), 404, "no_such_race"),
        (request("GET", "/api/races/*").body(nothing()), 404, "no_such_race"),
        (request("GET", "/api/races/%2e%2e").body(nothing()), 404, "no_such_race"),
        (request("GET", "/api/races/..%2f..%2fetc%2fpasswd").body(nothing()), 404, "no_such_race"),
        (request("GET", "/api/races/a%0d%0ab").body(nothing()), 404, "no_such_race"),
        (request("GET", "/api/races/../limits").body(nothing()), 404, "not_found"),
        (request("GET", "/api/races/a/b").body(nothing()), 404, "not_found"),
        (request("DELETE", "/api/races/0123456789abcdef").body(nothing()), 404, "no_such_race"),
        (request("GET", "/api/races/0123456789abcdef/events").body(nothing()), 404, "no_such_race"),
        (request("GET", "/nowhere").body(nothing()), 404, "not_found"),
        (request("GET", "/..%2fCargo.toml").body(nothing()), 404, "not_found"),
        (post().header(ORIGIN, "http://evil.example").body(small()), 403, "foreign_origin"),
        (post().header(ORIGIN, "null").body(small()), 403, "foreign_origin"),
        (post().header("sec-fetch-site", "cross-site").body(small()), 403, "foreign_origin"),
        (post().header("sec-fetch-site", "same-origin").body(small()), 403, "foreign_origin"),
        (
            axum::http::Request::get("/").header(HOST, "evil.example").body(nothing()),
            421,
            "unknown_host",
        ),
    ];
    let site = Site::new().await;
    for (request, status, code) in table {
        let request = request.unwrap();
        let asked = format!("{} {}", request.method(), request.uri());
        let answer = site.send(request).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{asked}");
        assert_eq!(
            answer.header("allow").is_empty(),
            status != 405,
            "{asked}: {:?}",
            answer.headers
        );
    }
    site.close().await;
}

#[tokio::test]
async fn a_body_that_comes_a_byte_a_second_is_given_up() {
    let site = Site::new().await;
    tokio::time::pause();
    let slow = futures_util::stream::unfold((), async |()| {
        tokio::time::sleep(Duration::from_secs(1)).await;
        Some((Ok::<_, std::io::Error>(Bytes::from_static(b" ")), ()))
    });
    let request = request("POST", "/api/races").header(CONTENT_TYPE, "application/json");
    let answer = site.send(request.body(Body::from_stream(slow)).unwrap()).await;
    assert_eq!((answer.status, answer.code().as_str()), (408, "too_slow"));
    tokio::time::resume();
    site.close().await;
}
