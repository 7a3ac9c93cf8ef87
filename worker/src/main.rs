//! The program of the page's Web Worker: it waits for requests and answers them, one after the other.
//!
//! A message is `postcard`, as bytes: a number and a [`Request`] in, the same number and a [`Response`]
//! out, once for each response. The first message out is empty: from then on the worker takes messages, and
//! what is sent before it would be lost.

use js_sys::Uint8Array;
use race_core::wire::worker::{Request, Response};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let page = scope.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = Uint8Array::new(&event.data()).to_vec();
        let Ok((id, request)) = postcard::from_bytes::<(u32, Request)>(&bytes) else {
            return;
        };
        race_worker::answer(&request, &mut |response| respond(&page, id, &response));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&scope, &[]);
}

fn respond(page: &DedicatedWorkerGlobalScope, id: u32, response: &Response) {
    if let Ok(bytes) = postcard::to_allocvec(&(id, response)) {
        post(page, &bytes);
    }
}

fn post(page: &DedicatedWorkerGlobalScope, bytes: &[u8]) {
    // Refused only for what cannot be copied, which bytes can.
    let _ = page.post_message(&Uint8Array::from(bytes));
}
