//! A race as it goes: a WebSocket of binary frames, [`postcard`] within.
//!
//! Each viewer has a cursor into the race's one log and nothing else, so one that reads slowly costs a frame's
//! memory, falls behind, and gets all of it later; one that does not read is dropped.

use std::error::Error as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use race_core::result::Status;
use race_core::wire::Frame;
use tokio::time::{Instant, sleep, timeout};
use tracing::{Instrument as _, Span};
use tungstenite::error::CapacityError;

use crate::error::ApiError;
use crate::limits;
use crate::live::{Cursor, Log};
use crate::races::Known;

use super::App;
use super::schema::Error;

/// Why a stream ends, as a WebSocket close code; `None`: the viewer is gone.
type End = Option<u16>;

/// Serves `GET /api/races/{id}/events`: everything so far, then what comes, then a close.
#[utoipa::path(
    get, path = "/api/races/{id}/events", operation_id = "events",
    summary = "A race as it goes: a WebSocket of binary frames (postcard of race_core::wire::Frame), numbered from 0, \
               a first one with everything so far, one a second at least, closed with 1000",
    params(("id" = String, Path, description = "The race's id")),
    responses(
        (status = 101, description = "The WebSocket is open"),
        (status = 403, description = "A page of another site sent this", body = Error),
        (status = 404, description = "There is no such race, or it is no longer kept", body = Error),
        (status = 410, description = "The race's result is kept, its trace is not", body = Error),
        (status = 426, description = "This is not a WebSocket's request", body = Error),
        (status = 503, description = "As many viewers as may be are watching", body = Error),
    ),
)]
pub async fn watch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let log = match app.races.get(&id).ok_or(ApiError::NoSuchRace)? {
        Known::Logged(log) => log,
        Known::Result(_) => return Err(ApiError::TraceGone),
    };
    let upgrade = upgrade.map_err(|_| ApiError::UpgradeRequired)?;
    let seat = app.seats.clone().try_acquire_owned().map_err(|_| ApiError::TooManyViewers)?;
    let (task, closing) = (app.tasks.token(), app.closing.clone());
    let upgrade = upgrade
        .max_message_size(limits::MESSAGE_BYTES_MAX)
        .max_frame_size(limits::MESSAGE_BYTES_MAX)
        .max_write_buffer_size(limits::UNSENT_BYTES_MAX);
    // A viewer's task is not within its request: what it logs carries the request's span all the same.
    let span = Span::current();
    Ok(upgrade.on_upgrade(move |socket| {
        let viewing = async move {
            let (mut sink, mut stream) = socket.split();
            let end = tokio::select! {
                end = send_frames(&mut sink, &log) => end,
                end = listen(&mut stream) => end,
                () = closing.cancelled() => Some(close_code::AWAY),
            };
            tracing::debug!(code = end, "the viewer's stream ends");
            close(sink, stream, end).await;
            drop((seat, task));
        };
        viewing.instrument(span)
    }))
}

/// Sends frames until the race has ended and all of it is sent.
async fn send_frames(sink: &mut SplitSink<WebSocket, Message>, log: &Log) -> End {
    let mut cursor = Cursor::default();
    let mut sent_at = Instant::now();
    let mut seq = 0;
    loop {
        let (race, steps, tallies) = log.read(&mut cursor, limits::FRAME_STEPS_MAX);
        // As long as steps are left to send, the log calls the race running.
        let over = race.status != Status::Running;
        let full = steps.len() == limits::FRAME_STEPS_MAX;
        let news = seq == 0 || over || !steps.is_empty() || !tallies.is_empty();
        if news || sent_at.elapsed() >= limits::HEARTBEAT {
            let frame = Frame { seq, race, steps, tallies };
            let bytes = postcard::to_allocvec(&frame).expect("a frame can be written");
            let sending = sink.send(Message::Binary(Bytes::from(bytes)));
            match timeout(limits::SEND_TIME_MAX, sending).await {
                Ok(Ok(())) => (seq, sent_at) = (seq + 1, Instant::now()),
                _ => return None,
            }
        }
        if over {
            return Some(close_code::NORMAL);
        }
        if !full {
            let _ = timeout(limits::FRAME_EVERY, log.ended()).await;
        }
    }
}

/// Reads until the viewer leaves or sends a message, none of which has a meaning here.
async fn listen(stream: &mut SplitStream<WebSocket>) -> End {
    loop {
        match stream.next().await? {
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Close(_)) => return None,
            Ok(Message::Text(_) | Message::Binary(_)) => return Some(close_code::UNSUPPORTED),
            Err(error) if is_too_large(&error) => return Some(close_code::SIZE),
            Err(_) => return None,
        }
    }
}

/// Returns true if a message was over the size limit.
fn is_too_large(error: &axum::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<tungstenite::Error>());
    matches!(cause, Some(tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. })))
}

/// Sends the close frame, and waits a moment for the viewer's own: a connection cut off while something is unread
/// would lose ours.
async fn close(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    end: End,
) {
    let closing = async {
        match end {
            Some(code) => {
                let reason = Default::default();
                sink.send(Message::Close(Some(CloseFrame { code, reason }))).await?;
                while let Some(Ok(_)) = stream.next().await {}
                if code == close_code::SIZE {
                    sleep(limits::FRAME_EVERY * 10).await;
                }
                Ok(())
            }
            None => sink.close().await,
        }
    };
    let _ = timeout(limits::HEARTBEAT, closing).await;
}
