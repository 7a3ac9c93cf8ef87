//! The races of one server: one at a time, the latest ended ones, and when the next may start.

mod bucket;
mod refusal;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use race_core::RaceConfig;
use race_core::result::{RaceResult, Status};
use tokio_util::sync::CancellationToken;

use crate::limits;
use crate::live::Log;

use bucket::Bucket;

pub use refusal::Refusal;

/// A race that this server knows.
#[derive(Clone)]
pub enum Known {
    /// With its trace: it can be watched.
    Logged(Arc<Log>),
    /// Its result alone.
    Result(Box<RaceResult>),
}

impl Known {
    /// Returns the race as it stands.
    pub fn result(&self) -> RaceResult {
        match self {
            Known::Logged(log) => log.result(),
            Known::Result(result) => (**result).clone(),
        }
    }
}

/// The result of a start.
pub enum Begun {
    /// A new race, which the caller must run now.
    New(Arc<Log>),
    /// The race of this id, which the same key began before.
    Again(String),
}

/// Every race of one server.
pub struct Races {
    inner: Mutex<Inner>,
    changed: tokio::sync::Notify,
    closing: CancellationToken,
}

struct Inner {
    running: Option<(String, Arc<Log>)>,
    /// The latest first.
    ended: VecDeque<(String, Known)>,
    /// The latest first.
    keys: VecDeque<Key>,
    starts: Bucket,
}

/// What an Idempotency-Key began.
struct Key {
    text: String,
    config: RaceConfig,
    id: String,
}

impl Races {
    /// Returns no races yet; none begin once `closing` is cancelled.
    pub fn new(closing: CancellationToken) -> Races {
        let (running, ended, keys) = (None, VecDeque::new(), VecDeque::new());
        let inner = Inner { running, ended, keys, starts: Bucket::full(Instant::now()) };
        Races { inner: Mutex::new(inner), changed: tokio::sync::Notify::new(), closing }
    }

    /// Makes the cheap checks for a race, before Redis is asked. Costs one start, except where the key has
    /// been answered before: then its race is returned.
    ///
    /// # Errors
    ///
    /// Fails if the race may not start now.
    pub fn admit(&self, config: &RaceConfig, key: Option<&str>) -> Result<Option<String>, Refusal> {
        let mut inner = self.lock();
        if let Some(id) = inner.answered(config, key)? {
            return Ok(Some(id));
        }
        inner.starts.take(Instant::now())?;
        inner.refuse_second().map(|()| None)
    }

    /// Begins a race that was admitted, unless another was faster.
    ///
    /// # Errors
    ///
    /// Fails if the race may not start now.
    pub fn begin(&self, config: &RaceConfig, key: Option<&str>) -> Result<Begun, Refusal> {
        let mut inner = self.lock();
        // Within the lock, so that none begins after the last look for a running one.
        if self.closing.is_cancelled() {
            return Err(Refusal::ShuttingDown);
        }
        if let Some(id) = inner.answered(config, key)? {
            return Ok(Begun::Again(id));
        }
        inner.refuse_second()?;
        let id = new_id();
        let log = Log::new(&id, config);
        if let Some(text) = key {
            inner.keys.push_front(Key {
                text: text.to_owned(),
                config: config.clone(),
                id: id.clone(),
            });
            inner.keys.truncate(limits::KEYS_KEPT);
        }
        inner.retire();
        inner.running = Some((id, log.clone()));
        Ok(Begun::New(log))
    }

    /// Moves a race, whose driver is done, to the ended ones.
    pub fn end(&self, id: &str) {
        let mut inner = self.lock();
        if inner.running.as_ref().is_some_and(|(running, _)| running == id) {
            inner.retire();
        }
        drop(inner);
        self.changed.notify_waiters();
    }

    /// Returns the race of this id.
    pub fn get(&self, id: &str) -> Option<Known> {
        let inner = self.lock();
        match &inner.running {
            Some((running, log)) if running == id => Some(Known::Logged(log.clone())),
            _ => inner.ended.iter().find(|(ended, _)| ended == id).map(|(_, known)| known.clone()),
        }
    }

    /// Returns true if a race is running.
    pub fn is_running(&self) -> bool {
        self.lock().running.is_some()
    }

    /// Stops the running race, if there is one, and waits until none is.
    pub async fn stop_all(&self, reason: &str) {
        loop {
            let changed = self.changed.notified();
            let running = self.lock().running.clone();
            let Some((_, log)) = running else { return };
            log.cancel(reason);
            changed.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn answered(&self, config: &RaceConfig, key: Option<&str>) -> Result<Option<String>, Refusal> {
        match self.keys.iter().find(|known| Some(known.text.as_str()) == key) {
            Some(known) if known.config == *config => Ok(Some(known.id.clone())),
            Some(_) => Err(Refusal::OtherContent),
            None => Ok(None),
        }
    }

    fn refuse_second(&self) -> Result<(), Refusal> {
        match &self.running {
            // Where only its keys are still being removed, it is as good as ended.
            Some((id, log)) if log.result().status == Status::Running => {
                Err(Refusal::Busy(id.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Moves the race that was running to the ended ones, and lets go of what is too old.
    fn retire(&mut self) {
        let Some((id, log)) = self.running.take() else {
            return;
        };
        self.ended.push_front((id, Known::Logged(log)));
        self.ended.truncate(limits::RESULTS_KEPT);
        for (_, known) in self.ended.iter_mut().skip(limits::TRACES_KEPT) {
            *known = Known::Result(Box::new(known.result()));
        }
    }
}

/// Returns an id that fits into a URL and cannot be guessed.
pub fn new_id() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    format!("{:016x}", u64::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_fit_into_a_url_and_differ() {
        let ids: std::collections::BTreeSet<_> = (0..1_000).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(
            ids.iter().all(|id| id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
        );
    }
}
