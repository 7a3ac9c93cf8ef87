//! The worker: a program in a thread of its own that knows the Lua VM.
//!
//! It is started with the first request. Requests that are made before it listens wait for it. An
//! answer is kept, so that asking twice (as a change of language does) costs nothing. A worker that
//! dies, or that cannot be loaded, is told to everybody who waits, and the next request starts another.

use std::rc::Rc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use race_core::wire::ask::{Answer, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// Where its first file is.
const START: &str = "/guide/start.js";

/// What a request has come to: an answer, or why the worker is dead, in the browser's words.
pub type Heard = Result<Answer, String>;

/// The page's hold on the worker.
#[derive(Clone, Copy)]
pub struct Work(StoredValue<Inner, LocalStorage>);

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    listens: bool,
    asked: Vec<Asked>,
}

struct Asked {
    request: Request,
    /// Nobody cares any more once it is gone.
    heard: Rc<dyn Fn(Heard)>,
    answer: Option<Answer>,
    is_sent: bool,
}

impl Inner {
    /// Ends the worker, if there is one; what it has said and nobody has heard yet is not heard.
    fn stop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
        self.listens = false;
    }
}

impl Default for Work {
    fn default() -> Work {
        Work(StoredValue::new_local(Inner::default()))
    }
}

impl Work {
    /// Asks, and calls back with every answer, the last of which is [`Answer::is_last`] or an error.
    pub fn ask(self, request: Request, heard: impl Fn(Heard) + 'static) {
        let known = self.0.with_value(|inner| {
            let same = |each: &&Asked| each.request == request && each.answer.is_some();
            inner.asked.iter().find(same).and_then(|each| each.answer.clone())
        });
        if let Some(answer) = known {
            heard(Ok(answer));
            return;
        }
        let heard: Rc<dyn Fn(Heard)> = Rc::new(heard);
        self.0.update_value(|inner| {
            // Who asks again takes the place of who asked before.
            match inner.asked.iter_mut().find(|each| each.request == request) {
                Some(asked) => asked.heard = heard,
                None => inner.asked.push(Asked { request, heard, answer: None, is_sent: false }),
            }
        });
        self.start();
        self.send();
    }

    /// Forgets whatever has no last answer yet. While it works, a worker hears nothing: so the one that
    /// is at it is stopped, and the next request starts another.
    pub fn drop_waiting(self) {
        self.0.update_value(|inner| {
            inner.asked.retain(|each| each.answer.is_some() || each.is_sent);
            if inner.asked.iter().any(|each| each.answer.is_none()) {
                inner.stop();
                inner.asked.retain(|each| each.answer.is_some());
            }
        });
    }

    fn start(self) {
        if self.0.with_value(|inner| inner.worker.is_some()) {
            return;
        }
        let worker = match Worker::new(START) {
            Ok(worker) => worker,
            Err(error) => return self.dies(&format!("{error:?}")),
        };
        let told = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            self.hears(&Uint8Array::new(&event.data()).to_vec());
        });
        let died = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            // What did not load has no message.
            let why = js_sys::Reflect::get(&event, &"message".into()).ok();
            self.dies(&why.and_then(|why| why.as_string()).unwrap_or_default());
        });
        worker.set_onmessage(Some(told.as_ref().unchecked_ref()));
        worker.set_onerror(Some(died.as_ref().unchecked_ref()));
        told.forget();
        died.forget();
        self.0.update_value(|inner| inner.worker = Some(worker));
    }

    /// Sends what has not been sent, once somebody listens.
    fn send(self) {
        self.0.update_value(|inner| {
            let Some(worker) = inner.worker.as_ref().filter(|_| inner.listens) else { return };
            for (id, asked) in inner.asked.iter_mut().enumerate().filter(|(_, it)| !it.is_sent) {
                asked.is_sent = true;
                if let Ok(bytes) = postcard::to_allocvec(&(id as u32, &asked.request)) {
                    let _ = worker.post_message(&Uint8Array::from(&bytes[..]));
                }
            }
        });
    }

    fn hears(self, bytes: &[u8]) {
        if bytes.is_empty() {
            self.0.update_value(|inner| inner.listens = true);
            return self.send();
        }
        let Ok((id, answer)) = postcard::from_bytes::<(u32, Answer)>(bytes) else {
            return self.dies("its answer cannot be read");
        };
        let heard = self.0.try_update_value(|inner| {
            let asked = inner.asked.get_mut(id as usize)?;
            if answer.is_last() {
                asked.answer = Some(answer.clone());
            }
            Some(asked.heard.clone())
        });
        if let Some(heard) = heard.flatten() {
            heard(Ok(answer));
        }
    }

    fn dies(self, why: &str) {
        let waiting = self.0.try_update_value(|inner| {
            inner.stop();
            // Their numbers are those of a dead worker: only what is answered is kept.
            let (kept, waiting) =
                std::mem::take(&mut inner.asked).into_iter().partition(|it| it.answer.is_some());
            inner.asked = kept;
            waiting
        });
        for asked in waiting.unwrap_or_else(Vec::<Asked>::new) {
            (asked.heard)(Err(why.to_owned()));
        }
    }
}
