//! This process: its runtime and log, its standard output, and the signals that end it.

use std::io::{ErrorKind, IsTerminal, Write};

use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use super::exit::Exit;

/// Returns a runtime for a command, with a log on standard error from this level up.
pub fn runtime(level: &str) -> tokio::runtime::Runtime {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    tokio::runtime::Runtime::new().expect("a runtime")
}

/// Waits for the next Ctrl-C or SIGTERM.
pub async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).expect("the system has signals");
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Returns a token that is cancelled by the next Ctrl-C or SIGTERM.
pub fn stopped_by_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    tokio::spawn(async move {
        signal().await;
        stopped.cancel();
    });
    stop
}

/// Prints to standard output.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader that closed it early has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        // A full disk must not look like a race whose properties held.
        Err(error) => {
            eprintln!("error: standard output: {error}");
            std::process::exit(Exit::CouldNotRun as i32);
        }
        Ok(()) => {}
    }
}
