//! Arguments that several commands share.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgAction, ArgMatches};

use crate::sql::{Database, SqlError};
use crate::store::Source;

/// Returns the flag `--json`.
pub fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("One JSON object on standard output, all else on standard error")
}

/// Returns the flag `--redis-url`.
pub fn redis_url() -> Arg {
    Arg::new("redis_url")
        .long("redis-url")
        .value_name("URL")
        .env("REDIS_URL")
        // An empty variable of a script must not mean another Redis than the one that was meant.
        .value_parser(NonEmptyStringValueParser::new())
        // It may hold a password.
        .hide_env_values(true)
        .help("The Redis to use: redis://user:password@host:6379/0 or unix:///path; default: a private one")
}

/// Returns the flag `--database-url`.
pub fn database_url() -> Arg {
    Arg::new("database_url")
        .long("database-url")
        .value_name("URL")
        .env("DATABASE_URL")
        .value_parser(NonEmptyStringValueParser::new())
        // It may hold a password.
        .hide_env_values(true)
        .help("The database of the SQL strategies: postgres://user:password@host:5432/name or sqlite:/path/to/file; default: a private SQLite file")
}

/// Returns the database that was asked for, not opened yet.
///
/// # Errors
///
/// Fails if its URL is of another form.
pub fn database(matches: &ArgMatches) -> Result<Database, SqlError> {
    match matches.get_one::<String>("database_url") {
        Some(url) => Database::at(url),
        None => Ok(Database::private()),
    }
}

/// Returns the Redis that was asked for.
pub fn source(matches: &ArgMatches) -> Source {
    match matches.get_one::<String>("redis_url") {
        Some(url) => Source::Url(url.clone()),
        None => Source::Private(
            std::env::var_os("REDIS_SERVER_BIN").filter(|path| !path.is_empty()).map(PathBuf::from),
        ),
    }
}
