//! A race as it goes: the WebSocket, on a real port.

use std::time::Duration;

use axum::body::Bytes;
use futures_util::SinkExt as _;
use race_core::result::Status;
use race_server::limits;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{LONG, PATIENCE, Server, close_code_after, read_all};

#[tokio::test]
async fn a_viewer_gets_every_step_in_numbered_frames_and_then_a_close() {
    let server = Server::new().await;
    let id = server.begin(r#"{"strategy":"get_set","lockstep":true,"gap_ms":20}"#).await;
    let (frames, code) = read_all(&mut server.watch(&id).await.unwrap()).await;
    assert_eq!(code, Some(1000));
    assert!(frames.iter().map(|frame| frame.seq).eq(0..frames.len() as u64));
    let (last, before) = frames.split_last().unwrap();
    assert!(before.iter().all(|frame| frame.race.status == Status::Running));
    assert!(before.len() >= 2, "it came bit by bit");
    assert_eq!((last.race.status, last.race.won), (Status::Finished, 80));
    let ends =
        frames.iter().flat_map(|frame| &frame.steps).filter(|step| step.end.is_some()).count();
    assert_eq!(ends, 88);
    server.close().await;
}

#[tokio::test]
async fn a_late_viewer_gets_everything_in_frames_of_bounded_size() {
    let server = Server::new().await;
    let id = server
        .begin(r#"{"strategy":"get_set","racers":5000,"shares":1000,"concurrency":50}"#)
        .await;
    let race = server.site.ended(&id).await;
    let (frames, code) = read_all(&mut server.watch(&id).await.unwrap()).await;
    assert_eq!(code, Some(1000));
    let steps: usize = frames.iter().map(|frame| frame.steps.len()).sum();
    assert_eq!(steps as u64, race.commands);
    assert!(
        frames.len() >= 2
            && frames.iter().all(|frame| frame.steps.len() <= limits::FRAME_STEPS_MAX)
    );
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
async fn a_viewer_that_sends_a_message_is_disconnected_and_others_are_not() {
    let server = Server::new().await;
    let id = server.begin(LONG).await;
    let mut other = server.watch(&id).await.unwrap();
    for (message, expected) in [
        (Message::text("hello"), 1003),
        (Message::binary(vec![1, 2, 3]), 1003),
        (Message::binary(vec![0; 1024 * 1024]), 1009),
    ] {
        let socket = server.watch(&id).await.unwrap();
        assert_eq!(close_code_after(socket, message).await, Some(expected));
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
    tokio::time::timeout(PATIENCE, freed).await.expect("a seat is free again");
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
    assert_eq!(
        server.site.get(&format!("/api/races/{}", ids[1])).await.race().status,
        Status::Finished
    );
    assert_eq!(server.watch(&ids[1]).await.err(), Some(410));
    let latest = ids.len() - limits::TRACES_KEPT;
    assert!(server.watch(&ids[latest]).await.is_ok());
    assert_eq!(server.watch(&ids[latest - 1]).await.err(), Some(410));
    server.close().await;
}
