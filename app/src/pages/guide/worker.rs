//! The worker: a program in a thread of its own that knows the Lua VM.
//!
//! It is started with the first request; requests that are made before it listens wait for it. An answer
//! is kept, so that asking twice (as a change of language does) costs nothing. If the worker dies, or
//! cannot be loaded, every request that waits fails, and the next one starts another worker.

use std::rc::Rc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use race_core::wire::worker::{self, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// The URL of its first file.
const START: &str = "/guide/start.js";

/// What comes back for a request.
pub type Response = Result<worker::Response, WorkerError>;

/// The worker is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerError {
    /// The reason in the browser's words; empty if it has none.
    pub reason: String,
}

/// The page's end of the line to the worker.
#[derive(Clone, Copy)]
pub struct WorkerClient(StoredValue<Inner, LocalStorage>);

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    listens: bool,
    jobs: Vec<Job>,
}

/// A request, and what has become of it.
struct Job {
    request: Request,
    on_response: Rc<dyn Fn(Response)>,
    answer: Option<worker::Response>,
    is_sent: bool,
}

impl Inner {
    /// Ends the worker, if there is one; messages of it that are still on their way are dropped.
    fn stop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
        self.listens = false;
    }
}

impl Default for WorkerClient {
    fn default() -> WorkerClient {
        WorkerClient(StoredValue::new_local(Inner::default()))
    }
}

impl WorkerClient {
    /// Returns a signal of the latest response to a request; none before the first one.
    pub fn response(self, request: Request) -> ReadSignal<Option<Response>> {
        let (response, set_response) = signal(None);
        self.ask(request, move |latest| set_response.set(Some(latest)));
        response
    }

    /// Asks, and calls back with every answer, the last of which is [`worker::Response::is_last`] or an error.
    pub fn ask(self, request: Request, on_response: impl Fn(Response) + 'static) {
        let known = self.0.with_value(|inner| {
            let same = |each: &&Job| each.request == request && each.answer.is_some();
            inner.jobs.iter().find(same).and_then(|each| each.answer.clone())
        });
        if let Some(answer) = known {
            on_response(Ok(answer));
            return;
        }
        let on_response: Rc<dyn Fn(Response)> = Rc::new(on_response);
        self.0.update_value(|inner| {
            // The same request again takes the place of the earlier one.
            match inner.jobs.iter_mut().find(|each| each.request == request) {
                Some(job) => job.on_response = on_response,
                None => {
                    inner.jobs.push(Job { request, on_response, answer: None, is_sent: false });
                }
            }
        });
        self.start();
        self.send();
    }

    /// Forgets every request without a last answer. A worker that works takes no messages: so it is
    /// stopped, and the next request starts another.
    pub fn drop_waiting(self) {
        self.0.update_value(|inner| {
            inner.jobs.retain(|each| each.answer.is_some() || each.is_sent);
            if inner.jobs.iter().any(|each| each.answer.is_none()) {
                inner.stop();
                inner.jobs.retain(|each| each.answer.is_some());
            }
        });
    }

    fn start(self) {
        if self.0.with_value(|inner| inner.worker.is_some()) {
            return;
        }
        let worker = match Worker::new(START) {
            Ok(worker) => worker,
            Err(error) => return self.fail(&format!("{error:?}")),
        };
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            self.receive(&Uint8Array::new(&event.data()).to_vec());
        });
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            // What did not load has no message.
            let why = js_sys::Reflect::get(&event, &"message".into()).ok();
            self.fail(&why.and_then(|why| why.as_string()).unwrap_or_default());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        on_message.forget();
        on_error.forget();
        self.0.update_value(|inner| inner.worker = Some(worker));
    }

    /// Sends what has not been sent, once the worker listens.
    fn send(self) {
        self.0.update_value(|inner| {
            let Some(worker) = inner.worker.as_ref().filter(|_| inner.listens) else { return };
            for (id, job) in inner.jobs.iter_mut().enumerate().filter(|(_, it)| !it.is_sent) {
                job.is_sent = true;
                if let Ok(bytes) = postcard::to_allocvec(&(id as u32, &job.request)) {
                    let _ = worker.post_message(&Uint8Array::from(&bytes[..]));
                }
            }
        });
    }

    fn receive(self, bytes: &[u8]) {
        if bytes.is_empty() {
            self.0.update_value(|inner| inner.listens = true);
            return self.send();
        }
        let Ok((id, answer)) = postcard::from_bytes::<(u32, worker::Response)>(bytes) else {
            return self.fail("its answer cannot be read");
        };
        let on_response = self.0.try_update_value(|inner| {
            let job = inner.jobs.get_mut(id as usize)?;
            if answer.is_last() {
                job.answer = Some(answer.clone());
            }
            Some(job.on_response.clone())
        });
        if let Some(on_response) = on_response.flatten() {
            on_response(Ok(answer));
        }
    }

    /// Stops the worker, and fails every request that waits for it.
    fn fail(self, reason: &str) {
        let waiting = self.0.try_update_value(|inner| {
            inner.stop();
            // Their numbers are those of a dead worker: only what is answered is kept.
            let (kept, waiting) =
                std::mem::take(&mut inner.jobs).into_iter().partition(|it| it.answer.is_some());
            inner.jobs = kept;
            waiting
        });
        for job in waiting.unwrap_or_else(Vec::<Job>::new) {
            (job.on_response)(Err(WorkerError { reason: reason.to_owned() }));
        }
    }
}
