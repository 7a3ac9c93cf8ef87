//! The command line.
//!
//! What a program may read goes to standard output, all else to standard error.

mod bench;
mod check;
mod compare;
mod counterexample;
mod figures;
mod flags;
mod progress;
mod report;
mod run;
mod serve;
mod strategies;
mod watch;

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use tracing_subscriber::EnvFilter;

use crate::sql::Database;
use crate::store::{Source, StoreError};

/// How a command ended; the numbers are a promise to scripts. (2, unusable arguments, is clap's too.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Every judged property held.
    Held = 0,
    /// One is broken.
    Broken = 1,
    /// The arguments cannot be used.
    Unusable = 2,
    /// It could not run.
    CouldNotRun = 3,
    /// The checker's bounds were reached before every order was walked.
    NotExhausted = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

const AFTER: &str = "Exit codes: 0 all judged properties held, 1 one is broken, 2 unusable arguments, 3 it could not run, 4 not every order was walked.

Without --redis-url or REDIS_URL it starts a private redis-server of its own, found on PATH or named by \
REDIS_SERVER_BIN, which is gone when it ends. Without --database-url or DATABASE_URL the SQL strategies \
run on a private SQLite file, which is gone then, too.";

/// Does what the arguments say.
pub fn main() -> ExitCode {
    let matches = command().get_matches();
    let exit = match matches.subcommand() {
        Some(("serve", matches)) => serve::main(matches),
        Some(("run", matches)) => run::main(matches),
        Some(("compare", matches)) => compare::main(matches),
        Some(("check", matches)) => check::main(matches),
        Some(("strategies", matches)) => strategies::main(matches),
        Some(("bench", matches)) => bench::main(matches),
        _ => unreachable!("clap asks for one of them"),
    };
    exit.into()
}

fn command() -> Command {
    Command::new("race")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Red Packet Race: the same lines, one command at a time and as one script, on a real Redis")
        .after_help(AFTER)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            serve::command(),
            run::command(),
            compare::command(),
            check::command(),
            strategies::command(),
            bench::command(),
        ])
}

/// `--json`.
fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(clap::ArgAction::SetTrue)
        .help("One JSON object on standard output, all else on standard error")
}

/// `--redis-url`.
fn redis_url() -> Arg {
    Arg::new("redis_url")
        .long("redis-url")
        .value_name("URL")
        .env("REDIS_URL")
        // An empty variable of a script must not mean another Redis than the one that was meant.
        .value_parser(clap::builder::NonEmptyStringValueParser::new())
        // It may hold a password.
        .hide_env_values(true)
        .help("The Redis to use: redis://user:password@host:6379/0 or unix:///path; default: a private one")
}

/// `--database-url`.
fn database_url() -> Arg {
    Arg::new("database_url")
        .long("database-url")
        .value_name("URL")
        .env("DATABASE_URL")
        .value_parser(clap::builder::NonEmptyStringValueParser::new())
        // It may hold a password.
        .hide_env_values(true)
        .help("The database of the SQL strategies: postgres://user:password@host:5432/name or sqlite:/path/to/file; default: a private SQLite file")
}

/// The database that was asked for, not opened yet.
fn database(matches: &ArgMatches) -> Result<Database, StoreError> {
    match matches.get_one::<String>("database_url") {
        Some(url) => Database::given(url),
        None => Ok(Database::own()),
    }
}

fn source(matches: &ArgMatches) -> Source {
    match matches.get_one::<String>("redis_url") {
        Some(url) => Source::Given(url.clone()),
        None => Source::Own(
            std::env::var_os("REDIS_SERVER_BIN").filter(|path| !path.is_empty()).map(PathBuf::from),
        ),
    }
}

/// A runtime for a command, and a log on standard error from this level up.
fn runtime(level: &str) -> tokio::runtime::Runtime {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    tokio::runtime::Runtime::new().expect("a runtime")
}

/// Waits until somebody wants us to end: Ctrl-C or SIGTERM.
async fn told_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be heard");
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Prints to standard output; whoever closed it early has read enough.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        // A full disk must not look like a race whose properties held.
        Err(error) => {
            eprintln!("error: standard output: {error}");
            std::process::exit(Exit::CouldNotRun as i32);
        }
        Ok(()) => {}
    }
}

/// Says on standard error why it could not run.
fn could_not_run(why: &str) -> Exit {
    eprintln!("error: {why}");
    Exit::CouldNotRun
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_well_formed() {
        super::command().debug_assert();
    }
}
