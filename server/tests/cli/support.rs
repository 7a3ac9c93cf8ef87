//! The built binary, and what it prints.

use std::process::{Command, Output};

/// Returns the built binary with these arguments, and none of our own environment.
pub fn command(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command
        .args(words.split_whitespace())
        .env_remove("REDIS_URL")
        .env_remove("REDIS_SERVER_BIN")
        .env_remove("DATABASE_URL")
        .env_remove("RUST_LOG");
    command
}

/// Runs it to its end.
pub fn race(words: &str) -> Output {
    command(words).output().expect("it starts")
}

/// Returns its exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

/// Returns what it wrote to standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns what it wrote to standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A file in a folder of its own, gone when dropped.
pub struct Own(tempfile::TempDir, String);

impl Own {
    /// Returns where it is.
    pub fn path(&self) -> String {
        self.0.path().join(&self.1).to_string_lossy().into_owned()
    }
}

/// Makes a file with this text.
pub fn own(name: &str, text: &str) -> Own {
    let file = Own(tempfile::tempdir().expect("a folder"), name.to_owned());
    std::fs::write(file.path(), text).expect("it can be written");
    file
}
