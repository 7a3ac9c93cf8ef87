//! What the tests share: one Redis for all, and a race in a line.

use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use race_core::RaceConfig;
use race_core::config::field::plain;
use race_core::result::RaceResult;
use race_core::trace::{Step, Tally};
use race_server::backends::Backends;
use race_server::live::{self, Cursor, Log};
use race_server::store::connection::Connection;
use race_server::store::{Source, Store};
use redis_model::{Command, Reply};
use tokio::runtime::Runtime;

/// A race that has ended, with its whole trace.
pub struct Raced {
    pub result: RaceResult,
    pub steps: Vec<Step>,
    pub tallies: Vec<Tally>,
}

/// One runtime for all tests: the Redis that they share is looked after on it.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().expect("a runtime")).block_on(future)
}

/// Starts a Redis of the test's own, for tests that do it harm.
pub async fn private() -> Backends {
    Store::open(Source::Private(None)).await.expect("a redis-server on PATH").into()
}

/// Returns the Redis that the tests share.
pub async fn shared() -> &'static Backends {
    static SHARED: tokio::sync::OnceCell<Backends> = tokio::sync::OnceCell::const_new();
    SHARED.get_or_init(private).await
}

/// Returns a config from words such as `racers=100 lockstep=true`.
pub fn config(words: &str) -> RaceConfig {
    let words = words.split_whitespace();
    let fields = plain(words.map(|word| word.split_once('=').expect("name=value")));
    RaceConfig::from_fields(&fields).expect("a config")
}

/// Returns the log of a race of this id.
pub fn log(id: &str, words: &str) -> Arc<Log> {
    Log::new(id, &config(words))
}

/// Runs a race on the shared Redis; each test takes an id of its own.
pub async fn race(id: &str, words: &str) -> Raced {
    let log = log(id, words);
    let result = live::run(shared().await, log.clone()).await;
    let (_, steps, tallies) = log.read(&mut Cursor::default(), usize::MAX);
    Raced { result, steps, tallies }
}

/// Opens a connection beside the store's own.
pub async fn connect(backends: &Backends) -> Connection {
    backends.redis.connector().connect(Some(Duration::from_secs(10))).await.expect("a connection")
}

/// Sends a command given as words.
pub async fn send(connection: &Connection, words: &str) -> Reply {
    connection.call(&Command::new(words.split_whitespace())).await.expect("an answer")
}

/// What a test waits for at most; only a failing one waits that long.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until something is so, but not for ever.
pub async fn becomes<F: Future<Output = bool>>(what: &str, mut is_so: impl FnMut() -> F) {
    let started = Instant::now();
    while !is_so().await {
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns true with `RACE_SOAK=1`: counts are full, and times are held to hard figures, which only a
/// machine keeps that does nothing else.
pub fn soak() -> bool {
    std::env::var_os("RACE_SOAK").is_some_and(|value| value == "1")
}

/// Returns how often a repeated trial runs: a few times, or in full with `RACE_SOAK=1`.
pub fn trials(few: u32, full: u32) -> u32 {
    if soak() { full } else { few }
}
