//! The one module that talks to the server.

use futures_util::StreamExt;
use gloo_net::http::{Request, Response};
use gloo_net::websocket::{Message, futures::WebSocket};
use race_core::wire::{ErrorBody, Frame, RaceResult};

/// Why the server did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It could not be reached.
    Unreachable,
    /// It said no.
    Said {
        /// The HTTP status.
        status: u16,
        /// The field to blame, if there is one.
        field: Option<String>,
        /// A sentence for people.
        message: String,
    },
}

/// How an event stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With the race.
    Whole,
    /// Nobody wanted more of it.
    Dropped,
    /// The line broke; it can be made anew.
    Broken,
}

/// Starts a race; the body is a race config in JSON.
pub async fn start(body: String) -> Result<RaceResult, Refusal> {
    let request = Request::post("/api/races").header("content-type", "application/json").body(body);
    let response = match request {
        Ok(request) => request.send().await.map_err(|_| Refusal::Unreachable)?,
        Err(_) => return Err(Refusal::Unreachable),
    };
    read(response).await
}

/// A race as it stands.
pub async fn race(id: &str) -> Result<RaceResult, Refusal> {
    let request = Request::get(&format!("/api/races/{id}"));
    read(request.send().await.map_err(|_| Refusal::Unreachable)?).await
}

/// Stops a race; one that has ended stays as it is.
pub async fn stop(id: &str) -> Result<RaceResult, Refusal> {
    let request = Request::delete(&format!("/api/races/{id}"));
    read(request.send().await.map_err(|_| Refusal::Unreachable)?).await
}

/// Hands every frame of a race to `take` until that returns `false`, the race ends or the line breaks.
pub async fn watch(id: &str, mut take: impl FnMut(Frame) -> bool) -> Ended {
    let Some(mut socket) = url(id).and_then(|url| WebSocket::open(&url).ok()) else {
        return Ended::Broken;
    };
    while let Some(Ok(message)) = socket.next().await {
        let Message::Bytes(bytes) = message else {
            continue;
        };
        let Ok(frame) = postcard::from_bytes::<Frame>(&bytes) else {
            return Ended::Broken;
        };
        let is_last = frame.race.status != race_core::wire::Status::Running;
        if !take(frame) {
            return Ended::Dropped;
        }
        if is_last {
            return Ended::Whole;
        }
    }
    Ended::Broken
}

async fn read(response: Response) -> Result<RaceResult, Refusal> {
    let status = response.status();
    let text = response.text().await.map_err(|_| Refusal::Unreachable)?;
    if response.ok() {
        return serde_json::from_str(&text).map_err(|_| Refusal::Unreachable);
    }
    let detail = serde_json::from_str::<ErrorBody>(&text).map(|body| body.error);
    Err(match detail {
        Ok(detail) => Refusal::Said { status, field: detail.field, message: detail.message },
        Err(_) => Refusal::Said { status, field: None, message: format!("HTTP {status}") },
    })
}

fn url(id: &str) -> Option<String> {
    let location = web_sys::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    Some(format!("{scheme}://{}/api/races/{id}/events", location.host().ok()?))
}
