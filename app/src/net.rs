//! The one module that talks to the server.

use futures_util::StreamExt;
use gloo_net::http::{Request, Response};
use gloo_net::websocket::{Message, futures::WebSocket};
use js_sys::{JSON, Reflect};
use race_core::wire::Frame;
use wasm_bindgen::JsValue;

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

/// Starts a race, whose config in JSON is the body; its id. All else comes with its frames.
pub async fn start(body: String) -> Result<String, Refusal> {
    let request = Request::post("/api/races").header("content-type", "application/json").body(body);
    let response = match request {
        Ok(request) => request.send().await.map_err(|_| Refusal::Unreachable)?,
        Err(_) => return Err(Refusal::Unreachable),
    };
    let answer = read(response).await?;
    text(&answer, "id").ok_or(Refusal::Unreachable)
}

/// Stops a race; one that has ended stays as it is.
pub async fn stop(id: &str) -> Result<(), Refusal> {
    let request = Request::delete(&format!("/api/races/{id}"));
    read(request.send().await.map_err(|_| Refusal::Unreachable)?).await.map(|_| ())
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

/// The browser reads JSON as well as we could, and costs the page nothing.
async fn read(response: Response) -> Result<JsValue, Refusal> {
    let status = response.status();
    let body = response.text().await.map_err(|_| Refusal::Unreachable)?;
    let answer = JSON::parse(&body).unwrap_or_default();
    if response.ok() {
        return Ok(answer);
    }
    let error = Reflect::get(&answer, &"error".into()).unwrap_or_default();
    let message = text(&error, "message").unwrap_or_else(|| format!("HTTP {status}"));
    Err(Refusal::Said { status, field: text(&error, "field"), message })
}

fn text(object: &JsValue, member: &str) -> Option<String> {
    Reflect::get(object, &member.into()).ok()?.as_string()
}

fn url(id: &str) -> Option<String> {
    let location = web_sys::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    Some(format!("{scheme}://{}/api/races/{id}/events", location.host().ok()?))
}
