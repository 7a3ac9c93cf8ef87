//! Starting, repeating and stopping races.

use axum::http::header::ORIGIN;
use race_core::result::Status;
use race_core::trace::{Property, Standing};

use crate::support::{LONG, SHORT, Site, start};

#[tokio::test]
async fn a_race_is_started_runs_to_its_end_and_is_judged() {
    let site = Site::new().await;
    let begun = site.start(SHORT).await;
    assert_eq!(begun.status, 201, "{}", begun.text());
    let id = begun.race().id;
    assert_eq!(begun.header("location"), format!("/api/races/{id}"));
    assert_eq!(begun.race().status, Status::Running);

    let race = site.ended(&id).await;
    assert_eq!(
        (race.status, race.won, race.oversold, race.counter_final),
        (Status::Finished, 80, 70, Some(0))
    );
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

#[tokio::test]
async fn redis_gone_is_503_with_a_plain_reason_and_the_server_stays_up() {
    let site = Site::new().await;
    site.app.backends.close().await;
    for answer in [site.get("/healthz").await, site.start(SHORT).await] {
        assert_eq!((answer.status, answer.code().as_str()), (503, "store_unavailable"));
        assert!(!answer.header("retry-after").is_empty());
    }
    assert_eq!(site.get("/api/limits").await.status, 200);
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
