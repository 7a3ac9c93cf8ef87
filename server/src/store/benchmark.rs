//! `redis-benchmark`, running a race's own script on a race's own Redis: what we are measured by.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use race_core::RaceConfig;
use race_core::keys;
use redis::ConnectionAddr;
use redis_model::{Command, Reply};

use super::error::StoreError;
use super::location::Location;
use super::{Store, explain};

/// Its race, so that its keys are ours to remove.
const RACE: &str = "bench";
/// More than it can ever take.
const STOCK: &str = "1000000000";

/// Why `redis-benchmark` measured nothing.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// Redis cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The program is not on PATH.
    #[error(
        "redis-benchmark not found on PATH; it comes with Redis (Debian, Ubuntu: apt \
         install redis-tools; macOS: brew install redis)."
    )]
    NotOnPath,
    /// The program did not start.
    #[error("{} could not run: {error}.", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// What the program printed has no rate in it.
    #[error("{} printed no rate: {} {}", program.display(), output.trim(), errors.trim())]
    NoRate {
        /// The program.
        program: PathBuf,
        /// Its standard output.
        output: String,
        /// Its standard error.
        errors: String,
    },
    /// Redis asks for a password, which the program takes only in its arguments.
    #[error(
        "redis-benchmark takes a password only where everybody on this machine can read \
         it: run the bench without --redis-url, on a private Redis."
    )]
    Password,
}

/// A program loaded as a script, ready to be called.
pub struct Benchmark<'a> {
    store: &'a Store,
    program: PathBuf,
    /// The whole command, with the placeholder for a random racer.
    command: Vec<String>,
    keys: Vec<String>,
}

impl Benchmark<'_> {
    /// Loads the config's program.
    ///
    /// # Errors
    ///
    /// Fails if Redis refuses it or if `redis-benchmark` is not there.
    pub async fn load<'a>(
        store: &'a Store,
        config: &RaceConfig,
    ) -> Result<Benchmark<'a>, BenchmarkError> {
        let lua = config.program();
        let replies = store.ask(&[Command::new(["SCRIPT", "LOAD", &lua.text])]).await?;
        let sha = match &replies[0] {
            Reply::Bulk(sha) => String::from_utf8_lossy(sha).into_owned(),
            Reply::Error(text) => return Err(explain::refused(text, &store.address()).into()),
            other => {
                let refused = explain::refused(&format!("{other:?}"), &store.address());
                return Err(refused.into());
            }
        };
        let keys: Vec<_> = lua.keys.iter().map(|kind| keys::key(RACE, *kind)).collect();
        let mut command = vec!["EVALSHA".to_owned(), sha, keys.len().to_string()];
        command.extend(keys.clone());
        command.extend(lua.argv.iter().map(|name| match name.as_str() {
            "racer" => "__rand_int__".to_owned(),
            _ => "1".to_owned(),
        }));
        Ok(Benchmark { store, program: find()?, command, keys })
    }

    /// Calls the script on a fresh packet, and returns the rate that redis-benchmark prints.
    ///
    /// # Errors
    ///
    /// Fails if Redis or the program does.
    pub async fn calls_per_second(&self, calls: u32) -> Result<f64, BenchmarkError> {
        self.unload().await?;
        let stock = Command::new(["SET", &self.keys[0], STOCK, "PX", "300000"]);
        self.store.accepted(&self.store.ask(&[stock]).await?[0])?;
        let mut words = self.location()?;
        let fixed = ["-q", "--csv", "-c", "50", "-P", "16", "-r", "1000000000", "-n"];
        words.extend(fixed.map(OsString::from));
        words.push(calls.to_string().into());
        words.extend(self.command.iter().map(OsString::from));
        let run = tokio::process::Command::new(&self.program).args(words).output().await;
        let program = || self.program.clone();
        let run = run.map_err(|error| BenchmarkError::NotStarted { program: program(), error })?;
        let output = String::from_utf8_lossy(&run.stdout).into_owned();
        rate(&output).ok_or_else(|| {
            let errors = String::from_utf8_lossy(&run.stderr).into_owned();
            BenchmarkError::NoRate { program: program(), output, errors }
        })
    }

    /// Removes its keys.
    ///
    /// # Errors
    ///
    /// Fails if Redis does not answer or refuses.
    pub async fn unload(&self) -> Result<(), StoreError> {
        self.store.leave(RACE).await
    }

    /// Returns the arguments by which redis-benchmark finds our Redis.
    fn location(&self) -> Result<Vec<OsString>, BenchmarkError> {
        let location = self.store.connector.location()?;
        match location.info().redis_settings().password() {
            Some(_) => Err(BenchmarkError::Password),
            None => Ok(words(&location)),
        }
    }
}

fn words(location: &Location) -> Vec<OsString> {
    let info = location.info();
    let mut words: Vec<OsString> = match info.addr() {
        ConnectionAddr::Unix(path) => vec!["-s".into(), path.into()],
        ConnectionAddr::Tcp(host, port) => {
            vec!["-h".into(), host.into(), "-p".into(), port.to_string().into()]
        }
        _ => Vec::new(),
    };
    words.extend(["--dbnum".into(), info.redis_settings().db().to_string().into()]);
    words
}

/// Returns the rate in its CSV: the second of the quoted fields in the last row.
fn rate(csv: &str) -> Option<f64> {
    csv.lines().last()?.split("\",\"").nth(1)?.trim_matches('"').parse().ok()
}

fn find() -> Result<PathBuf, BenchmarkError> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    ["redis-benchmark", "valkey-benchmark"]
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
        .ok_or(BenchmarkError::NotOnPath)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_read_from_the_row_under_the_headings() {
        let csv = "\"test\",\"rps\",\"avg_latency_ms\"\n\"EVALSHA x 2\",\"166666.67\",\"4.2\"\n";
        assert_eq!(rate(csv), Some(166_666.67));
        assert_eq!(rate("Could not connect"), None);
    }
}
