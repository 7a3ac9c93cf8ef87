//! `redis-benchmark`, running a race's own script on a race's own Redis: what we are measured by.

use std::ffi::OsString;
use std::path::PathBuf;

use race_core::RaceConfig;
use race_core::keys;
use redis::{ConnectionAddr, ConnectionInfo};
use redis_model::{Command, Reply};

use super::{Store, StoreError, explain};

/// Its race, so that its keys are ours to remove.
const RACE: &str = "bench";
/// More than it can ever take.
const STOCK: &str = "1000000000";

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
    pub async fn load<'a>(
        store: &'a Store,
        config: &RaceConfig,
    ) -> Result<Benchmark<'a>, StoreError> {
        let lua = config.program();
        let replies = store.ask(&[Command::new(["SCRIPT", "LOAD", &lua.text])]).await?;
        let sha = match &replies[0] {
            Reply::Bulk(sha) => String::from_utf8_lossy(sha).into_owned(),
            Reply::Error(text) => return Err(explain::refusal(text, &store.address())),
            other => return Err(StoreError::new(format!("SCRIPT LOAD said {other:?}."))),
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

    /// Calls the script on a fresh packet, and tells the rate that redis-benchmark tells.
    pub async fn calls_per_second(&self, calls: u32) -> Result<f64, StoreError> {
        self.unload().await?;
        let stock = Command::new(["SET", &self.keys[0], STOCK, "PX", "300000"]);
        self.store.accepted(&self.store.ask(&[stock]).await?[0])?;
        let mut words = self.place()?;
        let fixed = ["-q", "--csv", "-c", "50", "-P", "16", "-r", "1000000000", "-n"];
        words.extend(fixed.map(OsString::from));
        words.push(calls.to_string().into());
        words.extend(self.command.iter().map(OsString::from));
        let run = tokio::process::Command::new(&self.program).args(words).output().await;
        let output = run.map_err(|error| {
            StoreError::new(format!("{} could not run: {error}.", self.program.display()))
        })?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        rate(&said).ok_or_else(|| {
            let wrong = String::from_utf8_lossy(&output.stderr).into_owned();
            let program = self.program.display();
            StoreError::new(format!("{program} told no rate: {} {}", said.trim(), wrong.trim()))
        })
    }

    /// Removes its keys.
    pub async fn unload(&self) -> Result<(), StoreError> {
        self.store.leave(RACE).await
    }

    /// Where redis-benchmark finds our Redis.
    fn place(&self) -> Result<Vec<OsString>, StoreError> {
        let place = self.store.place.borrow().clone()?;
        if place.redis_settings().password().is_some() {
            return Err(StoreError::new(
                "redis-benchmark takes a password only where everybody on this machine can read \
                 it: run the bench without --redis-url, on a private Redis.",
            ));
        }
        Ok(words(&place))
    }
}

fn words(place: &ConnectionInfo) -> Vec<OsString> {
    let mut words: Vec<OsString> = match place.addr() {
        ConnectionAddr::Unix(path) => vec!["-s".into(), path.into()],
        ConnectionAddr::Tcp(host, port) => {
            vec!["-h".into(), host.into(), "-p".into(), port.to_string().into()]
        }
        _ => Vec::new(),
    };
    words.extend(["--dbnum".into(), place.redis_settings().db().to_string().into()]);
    words
}

/// The rate out of its CSV: a row of quoted fields, the second of them.
fn rate(csv: &str) -> Option<f64> {
    csv.lines().last()?.split("\",\"").nth(1)?.trim_matches('"').parse().ok()
}

fn find() -> Result<PathBuf, StoreError> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    ["redis-benchmark", "valkey-benchmark"]
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            StoreError::new(
                "redis-benchmark not found on PATH; it comes with Redis (Debian, Ubuntu: apt \
                 install redis-tools; macOS: brew install redis).",
            )
        })
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
