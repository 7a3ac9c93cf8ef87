//! The HTTP API, straight into the router; the WebSocket on a real port. Redis is real throughout.

mod support;

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use futures_util::SinkExt as _;
use race_core::trace::{Property, Standing};
use race_core::wire::Status;
use race_server::http::limits;
use serde_json::Value;
use support::{Server, Site, goodbye_to, read_all, request, start};
use tokio_tungstenite::tungstenite::Message;

/// A race that is over in a moment.
const SHORT: &str = r#"{"strategy":"get_set","lockstep":true}"#;
/// One that lasts until somebody stops it: 88 grabs in 11 rounds of 2 s and more.
const LONG: &str = r#"{"strategy":"get_set","lockstep":true,"gap_ms":2000}"#;

#[tokio::test]
async fn a_race_is_started_runs_to_its_end_and_is_judged() {
    let site = Site::new().await;
    let begun = site.start(SHORT).await;
    assert_eq!(begun.status, 201, "{}", begun.text());
    let id = begun.race().id;
    assert_eq!(begun.header("location"), format!("/api/races/{id}"));
    assert_eq!(begun.race().status, Status::Running);

    let race = site.ended(&id).await;
    assert_eq!((race.status, race.won, race.oversold, race.counter_final), (Status::Finished, 80, 70, Some(0)));
    assert_eq!(race.verdict[&Property::NoOversell], Standing::Broken);
    site.close().await;
}

#[tokio::test]
async fn a_second_start_is_refused_with_the_id_of_the_running_race_and_stopping_twice_is_once() {
    let site = Site::new().await;
    let id = site.start(LONG).await.race().id;
    let second = site.start(SHORT).await;
    assert_eq!((second.status, second.code().as_str()), (409, "race_running"));
    assert!(second.text().contains(&id), "{}", second.text());

    let stopped = site.stop(&id).await;
    assert_eq!((stopped.status, stopped.race().status), (200, Status::Cancelled));
    assert_eq!(site.stop(&id).await.race(), stopped.race());
    assert_eq!(site.start(SHORT).await.status, 201);
    site.close().await;
}

#[tokio::test]
async fn the_same_key_gets_the_same_answer_and_starts_nothing() {
    let site = Site::new().await;
    let first = site.start_keyed("k1", SHORT).await;
    let id = first.race().id;
    // Another way to write the same race is the same race.
    let again = site.start_keyed("k1", r#"{ "lockstep": true }"#).await;
    assert_eq!((again.status, again.race()), (201, first.race()));
    site.ended(&id).await;
    assert_eq!(site.start_keyed("k1", SHORT).await.race(), first.race());

    let other = site.start_keyed("k1", LONG).await;
    assert_eq!((other.status, other.code().as_str()), (422, "idempotency_key_reused"));
    let next = site.start_keyed("k2", SHORT).await;
    assert_ne!(next.race().id, id);
    assert_eq!(site.start_keyed(&"k".repeat(201), SHORT).await.status, 400);
    site.close().await;
}

#[tokio::test]
async fn a_hundred_starts_in_a_second_are_too_many_even_while_a_race_runs() {
    let site = Site::new().await;
    let id = site.start(LONG).await.race().id;
    let mut seen = std::collections::BTreeMap::new();
    for _ in 1..100 {
        let answer = site.start(SHORT).await;
        if answer.status == 429 {
            assert_eq!(answer.header("retry-after"), "1");
        }
        *seen.entry(answer.status).or_insert(0) += 1;
    }
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), [409, 429], "{seen:?}");
    assert!(seen[&429] > 50, "{seen:?}");
    site.stop(&id).await;
    site.close().await;
}

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
        (r#"{"schedule":"0.1"}"#, 422, "schedule"),
        (r#"{"xray":true}"#, 422, "xray"),
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
        (request("POST", "/api/races").header(CONTENT_TYPE, "text/plain").body(small()), 415, "not_json"),
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
        assert_eq!(answer.header("allow").is_empty(), status != 405, "{asked}: {:?}", answer.headers);
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

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_it_in_its_place() {
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
async fn the_server_tells_its_limits_strategies_health_and_numbers() {
    let site = Site::new().await;
    let limits = site.get("/api/limits").await.json();
    let racers = limits["fields"].as_array().unwrap().iter().find(|field| field["name"] == "racers").unwrap();
    assert_eq!((&racers["min"], &racers["max"], &racers["default"]), (&1.into(), &200_000.into(), &"88".into()));
    assert_eq!(limits["server"]["viewers_max"], 32);

    let strategies = site.get("/api/strategies").await.json();
    let first = &strategies["strategies"][0];
    assert_eq!(first["name"], "get_set");
    assert_eq!(first["breaks"]["server"], serde_json::json!(["no_duplicate"]));
    assert!(first["text"].as_str().unwrap().contains("redis.call('GET', stock_key)"));

    assert_eq!(site.get("/healthz").await.json(), serde_json::json!({ "status": "ok" }));
    let id = site.start(SHORT).await.race().id;
    site.ended(&id).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let metrics = site.get("/metrics").await.text();
    for line in ["race_races_total{status=\"finished\"} 1", "race_grabs_total{outcome=\"won\"} 80", "race_viewers 0"] {
        assert!(metrics.lines().any(|each| each == line), "{line}\n{metrics}");
    }
    site.close().await;
}

#[tokio::test]
async fn the_description_names_every_route_and_every_field_of_a_result() {
    let site = Site::new().await;
    let described = site.get("/api/openapi.json").await.json();
    let paths = described["paths"].as_object().unwrap();
    for (path, methods) in paths {
        for method in ["get", "post", "delete"] {
            let answer = site.send(request(&method.to_uppercase(), &path.replace("{id}", "x")).body(Body::empty()).unwrap());
            let known = answer.await.status != 405;
            assert_eq!(known, methods.get(method).is_some(), "{method} {path}");
        }
    }
    let routes = include_str!("../src/http/router.rs").matches(".route(\"").count();
    assert_eq!(paths.len(), routes);

    let id = site.start(SHORT).await.race().id;
    site.ended(&id).await;
    let race = site.get(&format!("/api/races/{id}")).await.json();
    fits(&race, &described["components"]["schemas"]["RaceResult"], "race");
    site.close().await;
}

/// Whether a value has exactly the members that a schema describes, all the way down.
fn fits(value: &Value, schema: &Value, at: &str) {
    match value {
        Value::Object(members) => {
            let properties = schema["properties"].as_object().unwrap_or_else(|| panic!("{at}: {schema}"));
            assert!(members.keys().eq(properties.keys()), "{at}: {:?} {:?}", members.keys(), properties.keys());
            for (name, value) in members {
                fits(value, &properties[name], &format!("{at}.{name}"));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fits(item, &schema["items"], at)),
        Value::Null => assert!(schema["type"].as_array().is_some_and(|types| types.contains(&"null".into())), "{at}"),
        _ => assert!(schema["type"] != "object" && schema["type"] != "array", "{at}: {schema}"),
    }
}

#[tokio::test]
async fn redis_gone_is_503_with_a_plain_reason_and_the_server_stays_up() {
    let site = Site::new().await;
    site.app.store.close().await;
    for answer in [site.get("/healthz").await, site.start(SHORT).await] {
        assert_eq!((answer.status, answer.code().as_str()), (503, "store_unavailable"));
        assert!(!answer.header("retry-after").is_empty());
    }
    assert_eq!(site.get("/api/limits").await.status, 200);
}

#[tokio::test]
async fn a_viewer_gets_every_step_numbered_without_a_gap_and_then_a_goodbye() {
    let server = Server::new().await;
    let id = server.begin(r#"{"strategy":"get_set","lockstep":true,"gap_ms":20}"#).await;
    let (frames, code) = read_all(&mut server.watch(&id).await.unwrap()).await;
    assert_eq!(code, Some(1000));
    assert!(frames.iter().map(|frame| frame.seq).eq(0..frames.len() as u64));
    let (last, before) = frames.split_last().unwrap();
    assert!(before.iter().all(|frame| frame.race.status == Status::Running));
    assert!(before.len() >= 2, "it came bit by bit");
    assert_eq!((last.race.status, last.race.won), (Status::Finished, 80));
    let ends = frames.iter().flat_map(|frame| &frame.steps).filter(|step| step.end.is_some()).count();
    assert_eq!(ends, 88);
    server.close().await;
}

#[tokio::test]
async fn who_comes_late_gets_everything_in_frames_of_bounded_size() {
    let server = Server::new().await;
    let id = server.begin(r#"{"strategy":"get_set","racers":5000,"shares":1000,"concurrency":50}"#).await;
    let race = server.site.ended(&id).await;
    let (frames, code) = read_all(&mut server.watch(&id).await.unwrap()).await;
    assert_eq!(code, Some(1000));
    let steps: usize = frames.iter().map(|frame| frame.steps.len()).sum();
    assert_eq!(steps as u64, race.commands);
    assert!(frames.len() >= 2 && frames.iter().all(|frame| frame.steps.len() <= limits::FRAME_STEPS_MAX));
    let (last, before) = frames.split_last().unwrap();
    assert!(before.iter().all(|frame| frame.race.status == Status::Running));
    assert_eq!(last.race, race);
    server.close().await;
}

#[tokio::test]
async fn a_silent_race_still_sends_a_frame_every_second() {
    let server = Server::new().await;
    let id = server.begin(LONG).await;
    let mut socket = server.watch(&id).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1_600)).await;
    server.site.stop(&id).await;
    let (frames, code) = read_all(&mut socket).await;
    assert!(frames.len() >= 3, "{}", frames.len());
    assert_eq!((frames.last().unwrap().race.status, code), (Status::Cancelled, Some(1000)));
    server.close().await;
}

#[tokio::test]
async fn a_viewer_who_says_what_nobody_knows_is_sent_away_and_others_go_on() {
    let server = Server::new().await;
    let id = server.begin(LONG).await;
    let mut other = server.watch(&id).await.unwrap();
    for (message, expected) in [
        (Message::text("hello"), 1003),
        (Message::binary(vec![1, 2, 3]), 1003),
        (Message::binary(vec![0; 1024 * 1024]), 1009),
    ] {
        let socket = server.watch(&id).await.unwrap();
        assert_eq!(goodbye_to(socket, message).await, Some(expected));
    }
    other.send(Message::Ping(Bytes::from_static(b"still here?"))).await.unwrap();
    server.site.stop(&id).await;
    assert_eq!(read_all(&mut other).await.1, Some(1000));
    server.close().await;
}

#[tokio::test]
async fn the_thirty_third_viewer_is_refused_until_a_seat_is_free() {
    let server = Server::new().await;
    let id = server.begin(LONG).await;
    let mut sockets = Vec::new();
    for _ in 0..limits::VIEWERS_MAX {
        sockets.push(server.watch(&id).await.unwrap());
    }
    assert_eq!(server.watch(&id).await.err(), Some(503));
    drop(sockets.pop());
    let freed = async {
        while server.watch(&id).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(support::PATIENCE, freed).await.expect("a seat is free again");
    server.close().await;
}

#[tokio::test]
async fn another_sites_page_is_refused_before_the_upgrade() {
    let server = Server::new().await;
    let id = server.begin(LONG).await;
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(server.watch_as(&id, Some(origin)).await.err(), Some(403), "{origin}");
    }
    let ours = format!("http://{}", server.address);
    assert!(server.watch_as(&id, Some(&ours)).await.is_ok());
    let plain = server.site.get(&format!("/api/races/{id}/events")).await;
    assert_eq!((plain.status, plain.header("upgrade")), (426, "websocket"));
    server.close().await;
}

#[tokio::test]
async fn the_end_of_the_server_ends_its_race_and_its_viewers() {
    let server = Server::new().await;
    let id = server.begin(LONG).await;
    let mut socket = server.watch(&id).await.unwrap();
    let app = server.site.app.clone();
    server.close().await;
    let (_, code) = read_all(&mut socket).await;
    assert!(matches!(code, Some(1000 | 1001)), "{code:?}");
    assert_eq!(app.races.get(&id).unwrap().result().status, Status::Cancelled);
}

#[tokio::test]
async fn the_last_results_are_kept_and_only_the_latest_can_be_watched_again() {
    let server = Server::new().await;
    let mut ids = Vec::new();
    for _ in 0..=limits::RESULTS_KEPT {
        ids.push(server.begin(r#"{"racers":2,"lockstep":true}"#).await);
        server.site.ended(ids.last().unwrap()).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(server.site.get(&format!("/api/races/{}", ids[0])).await.status, 404);
    assert_eq!(server.site.get(&format!("/api/races/{}", ids[1])).await.race().status, Status::Finished);
    assert_eq!(server.watch(&ids[1]).await.err(), Some(410));
    let latest = ids.len() - limits::TRACES_KEPT;
    assert!(server.watch(&ids[latest]).await.is_ok());
    assert_eq!(server.watch(&ids[latest - 1]).await.err(), Some(410));
    server.close().await;
}

#[tokio::test]
async fn a_start_as_a_browser_sends_it_is_taken() {
    let site = Site::new().await;
    let mut begun = start(SHORT);
    begun.headers_mut().insert(ORIGIN, "http://127.0.0.1:8080".parse().unwrap());
    begun.headers_mut().insert("sec-fetch-site", "same-origin".parse().unwrap());
    assert_eq!(site.send(begun).await.status, 201);
    site.close().await;
}
