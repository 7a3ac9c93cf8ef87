//! What the server tells about itself, and the headers on all of it.

use std::env::consts::{ARCH, OS};
use std::time::Duration;

use axum::body::Body;
use serde_json::Value;

use crate::support::{SHORT, Site, request};

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
    let racers = limits["fields"]
        .as_array()
        .unwrap()
        .iter()
        .find(|field| field["name"] == "racers")
        .unwrap();
    assert_eq!(
        (&racers["min"], &racers["max"], &racers["default"]),
        (&1.into(), &200_000.into(), &"88".into())
    );
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
    for line in [
        "race_races_total{status=\"finished\"} 1",
        "race_grabs_total{outcome=\"won\"} 80",
        "race_viewers 0",
    ] {
        assert!(metrics.lines().any(|each| each == line), "{line}\n{metrics}");
    }
    site.close().await;
}

#[tokio::test]
async fn the_machine_is_told_as_far_as_a_rate_depends_on_it_and_not_whose_it_is() {
    let site = Site::new().await;
    let told = site.get("/api/machine").await;
    assert_eq!((told.status, told.header("cache-control")), (200, "no-store"));
    let machine = told.json();
    assert_eq!((&machine["os"], &machine["arch"]), (&OS.into(), &ARCH.into()));
    assert!(machine["cores"].as_u64().unwrap() > 0);
    let redis = machine["redis"].as_str().unwrap();
    assert!(redis.starts_with("Redis ") || redis.starts_with("Valkey "), "{redis}");
    // The private Redis keeps nothing on disk.
    assert_eq!(machine["persistence"]["appendonly"], "no");
    assert_eq!(machine["persistence"]["save"], "");
    let described = site.get("/api/openapi.json").await.json();
    fits(&machine, &described["components"]["schemas"]["Machine"], "machine");
    // No path, and no name of the machine.
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim();
    assert!(host.is_empty() || !told.text().contains(&format!("\"{host}\"")), "{}", told.text());
    assert!(!told.text().contains("/home") && !told.text().contains("/tmp"), "{}", told.text());
    site.close().await;
}

#[tokio::test]
async fn the_description_names_every_route_and_every_field_of_a_result() {
    let site = Site::new().await;
    let described = site.get("/api/openapi.json").await.json();
    let paths = described["paths"].as_object().unwrap();
    for (path, methods) in paths {
        for method in ["get", "post", "delete"] {
            let answer = site.send(
                request(&method.to_uppercase(), &path.replace("{id}", "x"))
                    .body(Body::empty())
                    .unwrap(),
            );
            let known = answer.await.status != 405;
            assert_eq!(known, methods.get(method).is_some(), "{method} {path}");
        }
    }
    let routes = include_str!("../../src/http/router.rs").matches(".route(\"").count();
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
            let properties =
                schema["properties"].as_object().unwrap_or_else(|| panic!("{at}: {schema}"));
            assert!(
                members.keys().eq(properties.keys()),
                "{at}: {:?} {:?}",
                members.keys(),
                properties.keys()
            );
            for (name, value) in members {
                fits(value, &properties[name], &format!("{at}.{name}"));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fits(item, &schema["items"], at)),
        Value::Null => assert!(
            schema["type"].as_array().is_some_and(|types| types.contains(&"null".into())),
            "{at}"
        ),
        _ => assert!(schema["type"] != "object" && schema["type"] != "array", "{at}: {schema}"),
    }
}
