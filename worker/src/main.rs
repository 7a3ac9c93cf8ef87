//! What runs in the page's Web Worker: it waits for requests and answers them, one after the other.
//!
//! A message is `postcard`, as bytes: a number and a [`Request`] in, the same number and an [`Response`]
//! out, as many as the request takes. The first message out is empty, and says that we listen: what is
//! sent before that would be lost.

use js_sys::Uint8Array;
use race_core::wire::worker::{Request, Response};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let page = scope.clone();
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = Uint8Array::new(&event.data()).to_vec();
        let Ok((id, request)) = postcard::from_bytes::<(u32, Request)>(&bytes) else {
            return;
        };
        race_worker::answer(&request, &mut |answer| tell(&page, id, &answer));
    });
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    post(&scope, &[]);
}

fn tell(page: &DedicatedWorkerGlobalScope, id: u32, answer: &Response) {
    if let Ok(bytes) = postcard::to_allocvec(&(id, answer)) {
        post(page, &bytes);
    }
}

fn post(page: &DedicatedWorkerGlobalScope, bytes: &[u8]) {
    // Refused only for what cannot be copied, which bytes can.
    let _ = page.post_message(&Uint8Array::from(bytes));
}
