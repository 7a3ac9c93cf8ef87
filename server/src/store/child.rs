//! The private Redis: a child of a small shell script that ends it when we end, however that goes.

use std::fs::{File, Permissions};
use std::io::{Read, Seek};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::process::ChildStdin;

use super::error::PrivateError;
use super::location::Location;

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
    ///
    /// # Errors
    ///
    /// Fails if the program does not start, ends at once or does not answer.
    pub async fn start(program: &Path) -> Result<Child, PrivateError> {
        let failed = |error| PrivateError::NotStarted(Arc::new(error));
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

    /// Returns where it listens.
    pub fn location(&self) -> Location {
        Location::socket(self.folder.path().join("redis.sock"))
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

    async fn answers(&mut self, program: &Path) -> Result<(), PrivateError> {
        let client = redis::Client::open(self.location().info().clone());
        let client = client.expect("a socket is an address");
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
                let (program, seconds) = (program.to_owned(), START_MAX.as_secs());
                return Err(PrivateError::NoAnswer { program, seconds });
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn ended_early(&mut self, program: &Path, status: ExitStatus) -> PrivateError {
        let mut output = String::new();
        let _ = self.output.rewind();
        let _ = self.output.read_to_string(&mut output);
        let last = output.lines().rfind(|line| !line.trim().is_empty());
        let output = last.unwrap_or("it printed nothing").trim().to_owned();
        PrivateError::EndedAtOnce { program: program.to_owned(), status, output }
    }
}

/// Returns the server program: the one that was named, or the first one on PATH.
///
/// # Errors
///
/// Fails if there is no such file.
pub fn find(named: Option<&Path>) -> Result<PathBuf, PrivateError> {
    let variable = std::env::var_os("REDIS_SERVER_BIN").filter(|path| !path.is_empty());
    if let Some(path) = named.map(PathBuf::from).or(variable.map(PathBuf::from)) {
        return match path.is_file() {
            true => Ok(path),
            false => Err(PrivateError::NoProgram(path)),
        };
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    ["redis-server", "valkey-server"]
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
        .ok_or(PrivateError::NotOnPath)
}

/// Makes a folder that only we may enter, with a name short enough for a socket inside it.
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
    async fn a_program_that_ends_at_once_is_named_with_its_own_words() {
        let error =
            Child::start(Path::new("/bin/false")).await.err().expect("it cannot run").to_string();
        assert!(error.contains("/bin/false ended at once"), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = find(Some(Path::new("/nowhere/redis-server"))).unwrap_err().to_string();
        assert!(error.contains("/nowhere/redis-server"), "{error}");
    }
}
