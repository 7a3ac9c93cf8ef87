//! The private Redis: a child of a small shell script that ends it when we end, however that goes.

use std::fs::{File, Permissions};
use std::io::{Read, Seek};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use redis::{ConnectionAddr, ConnectionInfo, IntoConnectionInfo};
use tempfile::TempDir;
use tokio::process::ChildStdin;

use super::StoreError;

const SUPERVISOR: &str = include_str!("supervisor.sh");
/// Redis and Valkey answer within a fraction of this.
const START_MAX: Duration = Duration::from_secs(10);
const STOP_MAX: Duration = Duration::from_secs(5);
/// What a socket's path may hold on every system.
const SOCKET_PATH_MAX: usize = 100;

/// A running private Redis.
pub struct Child {
    supervisor: tokio::process::Child,
    /// Redis lives as long as this does; waiting for the supervisor would close its own.
    pipe: ChildStdin,
    folder: TempDir,
    output: File,
}

impl Child {
    /// Starts one and waits until it answers.
    pub async fn start(program: &Path) -> Result<Child, StoreError> {
        let failed = |error| StoreError::new(format!("A private Redis could not start: {error}."));
        let folder = folder().map_err(failed)?;
        let output = tempfile::tempfile().map_err(failed)?;
        let mut command = std::process::Command::new("sh");
        command.args(["-c", SUPERVISOR, "race-redis"]).arg(program).arg(folder.path());
        command.stdin(Stdio::piped());
        command.stdout(output.try_clone().map_err(failed)?);
        command.stderr(output.try_clone().map_err(failed)?);
        // A group of its own: Ctrl-C in a terminal is for us, and we end Redis in our own order.
        command.process_group(0);
        let mut supervisor = tokio::process::Command::from(command).spawn().map_err(failed)?;
        let pipe = supervisor.stdin.take().expect("it was asked for");
        let mut child = Child { supervisor, pipe, folder, output };
        child.answers(program).await?;
        Ok(child)
    }

    /// Where it listens.
    pub fn address(&self) -> ConnectionInfo {
        let socket = self.folder.path().join("redis.sock");
        ConnectionAddr::Unix(socket).into_connection_info().expect("a path is an address")
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self) {
        let _ = self.supervisor.wait().await;
    }

    /// Ends it and waits until it is gone.
    pub async fn stop(mut self) {
        drop(self.pipe);
        let _ = tokio::time::timeout(STOP_MAX, self.supervisor.wait()).await;
    }

    async fn answers(&mut self, program: &Path) -> Result<(), StoreError> {
        let client = redis::Client::open(self.address()).map_err(|error| {
            StoreError::new(format!("A private Redis has no address: {error}."))
        })?;
        let started = Instant::now();
        loop {
            if let Ok(Some(status)) = self.supervisor.try_wait() {
                return Err(self.ended_early(program, status));
            }
            if let Ok(mut connection) = client.get_multiplexed_async_connection().await
                && redis::cmd("PING").exec_async(&mut connection).await.is_ok()
            {
                return Ok(());
            }
            if started.elapsed() > START_MAX {
                let program = program.display();
                let seconds = START_MAX.as_secs();
                return Err(StoreError::new(format!(
                    "{program} was started, but did not answer within {seconds} s."
                )));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn ended_early(&mut self, program: &Path, status: ExitStatus) -> StoreError {
        let mut said = String::new();
        let _ = self.output.rewind();
        let _ = self.output.read_to_string(&mut said);
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
        let program = program.display();
        StoreError::new(format!("{program} ended at once ({status}): {}", last.trim()))
    }
}

/// The server program: the one that was named, or the first one on PATH.
pub fn find(named: Option<&Path>) -> Result<PathBuf, StoreError> {
    let variable = std::env::var_os("REDIS_SERVER_BIN").filter(|path| !path.is_empty());
    if let Some(path) = named.map(PathBuf::from).or(variable.map(PathBuf::from)) {
        return match path.is_file() {
            true => Ok(path),
            false => Err(StoreError::new(format!(
                "There is no Redis server at {}; REDIS_SERVER_BIN or the path given is wrong.",
                path.display()
            ))),
        };
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    ["redis-server", "valkey-server"]
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            StoreError::new(
                "redis-server not found. Install it (Debian, Ubuntu: apt install redis-server; \
                 macOS: brew install redis), or name one with REDIS_SERVER_BIN, or give the \
                 address of a running one with --redis-url.",
            )
        })
}

/// A folder that only we may enter, with a name short enough for a socket inside it.
fn folder() -> std::io::Result<TempDir> {
    let builder = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix("red-packet-race-").permissions(Permissions::from_mode(0o700));
        builder
    };
    let folder = builder().tempdir()?;
    match folder.path().as_os_str().len() + "/redis.sock".len() > SOCKET_PATH_MAX {
        true => builder().tempdir_in("/tmp"),
        false => Ok(folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_program_that_ends_at_once_is_told_with_its_own_words() {
        let error = Child::start(Path::new("/bin/false")).await.err().expect("it cannot run");
        assert!(error.message.contains("/bin/false ended at once"), "{}", error.message);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = find(Some(Path::new("/nowhere/redis-server"))).unwrap_err();
        assert!(error.message.contains("/nowhere/redis-server"), "{}", error.message);
    }
}
