//! The one module that talks to the server: the browser's own fetch and WebSocket, without a
//! library in between, which would weigh more than the rest of what goes over the line.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{ArrayBuffer, Function, JSON, Promise, Reflect, Uint8Array};
use race_core::config::{FieldError, Why};
use race_core::result::Status;
use race_core::wire::Frame;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{BinaryType, MessageEvent, Request, RequestInit, Response, WebSocket};

/// Why the server did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It could not be reached.
    Unreachable,
    /// It answered with an error.
    Answer {
        /// The HTTP status.
        status: u16,
        /// The field to blame, if there is one.
        field: Option<String>,
        /// The refused field with the range that it accepts, where it is a whole number.
        range: Option<FieldError>,
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
    let answer = ask("POST", "/api/races", Some(&body)).await?;
    text(&answer, "id").ok_or(Refusal::Unreachable)
}

/// Returns what the server has at a path, as JSON.
pub async fn get(path: &str) -> Result<String, Refusal> {
    let answer = ask("GET", path, None).await?;
    JSON::stringify(&answer).map(String::from).map_err(|_| Refusal::Unreachable)
}

/// Stops a race; one that has ended stays as it is.
pub async fn stop(id: &str) -> Result<(), Refusal> {
    ask("DELETE", &format!("/api/races/{id}"), None).await.map(|_| ())
}

/// Hands every frame of a race to `take` until that returns `false`, the race ends or the line breaks.
pub async fn watch(id: &str, take: impl FnMut(Frame) -> bool + 'static) -> Ended {
    let Some(socket) = url(id).and_then(|url| WebSocket::new(&url).ok()) else {
        return Ended::Broken;
    };
    socket.set_binary_type(BinaryType::Arraybuffer);
    let ended = Rc::new(RefCell::new(None));
    let on_message = on_message(socket.clone(), ended.clone(), take);
    socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let closed = Promise::new(&mut |resolve: Function, _| socket.set_onclose(Some(&resolve)));
    let _ = JsFuture::from(closed).await;
    socket.set_onmessage(None);
    ended.take().unwrap_or(Ended::Broken)
}

fn on_message(
    socket: WebSocket,
    ended: Rc<RefCell<Option<Ended>>>,
    mut take: impl FnMut(Frame) -> bool + 'static,
) -> Closure<dyn FnMut(MessageEvent)> {
    Closure::new(move |event: MessageEvent| {
        if ended.borrow().is_some() {
            return;
        }
        let bytes =
            event.data().dyn_into().map(|data: ArrayBuffer| Uint8Array::new(&data).to_vec());
        let frame = bytes.ok().and_then(|bytes| postcard::from_bytes::<Frame>(&bytes).ok());
        let end = match frame {
            None => Some(Ended::Broken),
            Some(frame) => {
                let is_last = frame.race.status != Status::Running;
                match take(frame) {
                    false => Some(Ended::Dropped),
                    true => is_last.then_some(Ended::Whole),
                }
            }
        };
        if end.is_some() {
            *ended.borrow_mut() = end;
            // Refused only for a code or a reason, and there is none.
            let _ = socket.close();
        }
    })
}

async fn ask(method: &str, path: &str, body: Option<&str>) -> Result<JsValue, Refusal> {
    let response = fetch(method, path, body).await.map_err(|_| Refusal::Unreachable)?;
    let answer = match response.text() {
        Ok(text) => JsFuture::from(text).await.map_err(|_| Refusal::Unreachable)?,
        Err(_) => return Err(Refusal::Unreachable),
    };
    let answer = JSON::parse(&answer.as_string().unwrap_or_default()).unwrap_or_default();
    if response.ok() {
        return Ok(answer);
    }
    let status = response.status();
    let error = Reflect::get(&answer, &"error".into()).unwrap_or_default();
    let message = text(&error, "message").unwrap_or_else(|| format!("HTTP {status}"));
    let (field, range) = (text(&error, "field"), range(&error));
    Err(Refusal::Answer { status, field, range, message })
}

async fn fetch(method: &str, path: &str, body: Option<&str>) -> Result<Response, JsValue> {
    let init = RequestInit::new();
    init.set_method(method);
    let request = match body {
        Some(body) => {
            init.set_body(&body.into());
            let request = Request::new_with_str_and_init(path, &init)?;
            request.headers().set("content-type", "application/json")?;
            request
        }
        None => Request::new_with_str_and_init(path, &init)?,
    };
    let window = web_sys::window().ok_or_else(JsValue::null)?;
    JsFuture::from(window.fetch_with_request(&request)).await?.dyn_into()
}

fn text(object: &JsValue, member: &str) -> Option<String> {
    Reflect::get(object, &member.into()).ok()?.as_string()
}

/// Returns the field that a server with other limits refused: every other reason is found on the page before.
fn range(error: &JsValue) -> Option<FieldError> {
    let range = Reflect::get(&Reflect::get(error, &"why".into()).ok()?, &"whole".into()).ok()?;
    let number = |name: &str| Some(Reflect::get(&range, &name.into()).ok()?.as_f64()? as u64);
    let why = Why::Whole { min: number("min")?, max: number("max")? };
    Some(FieldError::new(&text(error, "field")?, why))
}

fn url(id: &str) -> Option<String> {
    let location = web_sys::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    Some(format!("{scheme}://{}/api/races/{id}/events", location.host().ok()?))
}
