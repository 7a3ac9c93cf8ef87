//! What the server publishes about itself.

use std::env::consts::{ARCH, OS};
use std::time::Duration;

use crate::openapi::assert_fits;
use crate::support::{SHORT, Site};

#[tokio::test]
async fn limits_strategies_health_and_metrics_are_served() {
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
async fn the_machine_is_described_as_far_as_a_rate_depends_on_it_and_its_owner_is_not() {
    let site = Site::new().await;
    let answer = site.get("/api/machine").await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"));
    let machine = answer.json();
    assert_eq!((&machine["os"], &machine["arch"]), (&OS.into(), &ARCH.into()));
    assert!(machine["cores"].as_u64().unwrap() > 0);
    let redis = machine["redis"].as_str().unwrap();
    assert!(redis.starts_with("Redis ") || redis.starts_with("Valkey "), "{redis}");
    // The private Redis keeps nothing on disk.
    assert_eq!(machine["persistence"]["appendonly"], "no");
    assert_eq!(machine["persistence"]["save"], "");
    let described = site.get("/api/openapi.json").await.json();
    assert_fits(&machine, &described["components"]["schemas"]["Machine"], "machine");
    // No path, and no name of the machine.
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim();
    assert!(
        host.is_empty() || !answer.text().contains(&format!("\"{host}\"")),
        "{}",
        answer.text()
    );
    assert!(
        !answer.text().contains("/home") && !answer.text().contains("/tmp"),
        "{}",
        answer.text()
    );
    site.close().await;
}
