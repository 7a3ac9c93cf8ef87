//! The one module that speaks to Redis.
//!
//! Reading order: [`Store`] here (which Redis, and is it fit), [`connection`] (one connection), `child`
//! and `private` (the private Redis), `registry` (the races whose keys exist), [`keyspace`] (a race's
//! keys, before and after), `explain` (errors as sentences), [`benchmark`] (what we are measured by).

mod about;
pub mod benchmark;
mod child;
pub mod connection;
mod explain;
pub mod keyspace;
pub mod monitor;
mod private;
mod registry;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use race_core::keys;
use redis::{ConnectionInfo, IntoConnectionInfo};
use redis_model::{Command, Reply};
use tokio::sync::{Mutex, watch};

use connection::Link;
use private::Keeper;

/// How long Redis may take to answer before it counts as gone; a race's own commands may take as
/// long as the race.
pub const TIMEOUT: Duration = Duration::from_secs(5);
/// How long a private Redis that has died may take to be back.
const RESTART_MAX: Duration = Duration::from_secs(5);

const CHECK_SCRIPT: &str = "redis.call('SET', KEYS[1], ARGV[1], 'PX', 1000)
return redis.call('GET', KEYS[1]) == ARGV[1]";

/// Which Redis.
#[derive(Clone)]
pub enum Source {
    /// The user's, by its URL.
    Given(String),
    /// A private one that we start and that is gone when we are; `None`: found on PATH.
    Own(Option<PathBuf>),
}

/// Why Redis cannot be used right now, in a plain sentence for people.
#[derive(Clone, Debug)]
pub struct StoreError {
    /// For people: what is wrong and what to do about it.
    pub message: String,
}

/// A Redis that races run on.
pub struct Store {
    /// Where it is, or why it is nowhere.
    place: watch::Receiver<Result<ConnectionInfo, StoreError>>,
    /// A connection for all that is not a race, once there is one.
    link: Mutex<Option<Link>>,
    keeper: Option<Keeper>,
}

impl Store {
    /// Connects to, or starts, a Redis, and sweeps away what races of the past left on it.
    pub async fn open(source: Source) -> Result<Store, StoreError> {
        let (place, keeper) = match source {
            Source::Given(url) => (watch::channel(Ok(place(&url)?)).1, None),
            Source::Own(named) => {
                let (keeper, place) = Keeper::start(child::find(named.as_deref())?).await?;
                (place, Some(keeper))
            }
        };
        let store = Store { place, link: Mutex::new(None), keeper };
        store.check().await?;
        store.sweep().await?;
        Ok(store)
    }

    /// Whether a race could start right now; runs a script, not only a PING.
    pub async fn check(&self) -> Result<(), StoreError> {
        let info = Command::new(["INFO"]);
        let script = Command::new(["EVAL", CHECK_SCRIPT, "1", keys::CHECK, "1"]);
        let replies = self.ask(&[info, script]).await?;
        // A user who may not read INFO can still race.
        if let Reply::Bulk(info) = &replies[0]
            && let Some(error) = explain::unfit(&String::from_utf8_lossy(info), &self.address())
        {
            return Err(error);
        }
        self.accepted(&replies[1])
    }

    /// The address of the Redis, without any password, for people.
    pub fn address(&self) -> String {
        match &*self.place.borrow() {
            Ok(place) => connection::address(place),
            Err(_) => "its private socket".to_owned(),
        }
    }

    /// Ends the private Redis, if there is one, and waits until it is gone.
    pub async fn close(&self) {
        self.link.lock().await.take();
        if let Some(keeper) = &self.keeper {
            keeper.close().await;
        }
    }

    /// Opens connections to this Redis, on any thread.
    pub fn dialer(&self) -> Dialer {
        Dialer { place: self.place.clone(), comes_back: self.keeper.is_some() }
    }

    /// Sends commands that may be sent twice; connects first, or anew, where need be.
    async fn ask(&self, commands: &[Command]) -> Result<Vec<Reply>, StoreError> {
        let kept = self.link.lock().await.clone();
        if let Some(link) = kept
            && let Ok(replies) = link.call_all(commands).await
        {
            return Ok(replies);
        }
        let link = self.dialer().connect(Some(TIMEOUT)).await?;
        *self.link.lock().await = Some(link.clone());
        link.call_all(commands).await
    }

    fn accepted(&self, reply: &Reply) -> Result<(), StoreError> {
        match reply {
            Reply::Error(text) => Err(explain::refusal(text, &self.address())),
            _ => Ok(()),
        }
    }
}

/// Opens connections to a store's Redis.
#[derive(Clone)]
pub struct Dialer {
    place: watch::Receiver<Result<ConnectionInfo, StoreError>>,
    /// Only our own Redis is known to be on its way back once it has died.
    comes_back: bool,
}

impl Dialer {
    /// Where this Redis is now.
    fn place(&self) -> Result<ConnectionInfo, StoreError> {
        self.place.borrow().clone()
    }

    /// A connection of one's own, on the runtime of the caller; see [`Link::open`].
    pub async fn connect(&self, replies: Option<Duration>) -> Result<Link, StoreError> {
        let started = Instant::now();
        loop {
            let error = match self.place() {
                Ok(place) => match Link::open(&place, replies).await {
                    Ok(link) => return Ok(link),
                    Err(error) => error,
                },
                Err(error) => error,
            };
            if !self.comes_back || started.elapsed() > RESTART_MAX {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl StoreError {
    /// An error with this sentence.
    pub fn new(message: impl Into<String>) -> StoreError {
        StoreError { message: message.into() }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // A URL may hold a password.
            Source::Given(_) => f.write_str("Given(..)"),
            Source::Own(named) => f.debug_tuple("Own").field(named).finish(),
        }
    }
}

/// The place that a URL names. The error never repeats the URL, which may hold a password.
fn place(url: &str) -> Result<ConnectionInfo, StoreError> {
    let form = "write it as redis://user:password@host:6379/0 or unix:///path/to/redis.sock";
    let place = url.into_connection_info().map_err(|error| {
        let why = error.to_string().to_lowercase();
        match why.contains("tls") {
            true => StoreError::new("Redis over TLS (rediss://) is not supported."),
            false => StoreError::new(format!("The address of Redis is not of its form: {form}.")),
        }
    })?;
    let settings = place.redis_settings();
    // The client would not log in at all, and silently be the all-powerful default user.
    if settings.username().is_some() && settings.password().is_none() {
        return Err(StoreError::new(format!(
            "The address of Redis names a user but no password: {form}."
        )));
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_none_is_refused_without_repeating_it() {
        for url in [
            "redis://app:secret@host:port",
            "host:6379",
            "http://:secret@host",
            "rediss://:secret@h",
        ] {
            let error = place(url).unwrap_err();
            assert!(
                !error.message.contains("secret@") && !error.message.contains("app:"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_user_without_a_password_is_refused_rather_than_taken_for_the_default_user() {
        assert!(place("redis://app@host").unwrap_err().message.contains("no password"));
        assert!(place("redis://app:x@host").is_ok());
        assert!(place("redis://:x@host/3").is_ok());
    }

    #[test]
    fn a_source_is_printed_without_its_url() {
        assert!(!format!("{:?}", Source::Given("redis://:secret@h".into())).contains("secret"));
    }
}
