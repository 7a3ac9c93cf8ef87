//! The folder of our own SQLite file, which is gone when this process is, however that ended.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Waits for the end of the pipe on its standard input, and removes the folder.
const GUARD: &str = "exec 3<&0 </dev/null; read -r _ <&3; rm -rf \"$1\"";

/// A folder that only we may enter.
pub struct Folder {
    path: PathBuf,
    guard: Child,
}

impl Folder {
    /// Makes one.
    ///
    /// # Errors
    ///
    /// Fails if the system does not let us make a folder or start a shell.
    pub fn new() -> io::Result<Folder> {
        let folder = tempfile::Builder::new().prefix("red-packet-race-sql-").tempdir()?;
        let guard = Command::new("sh")
            .args(["-c", GUARD, "race-sqlite"])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C in a terminal is for us, not for what cleans up behind us.
            .process_group(0)
            .spawn()?;
        Ok(Folder { path: folder.keep(), guard })
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}
