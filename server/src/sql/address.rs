//! Where a database is, read from a URL that may hold a password.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use crate::store::StoreError;

const FORM: &str = "write it as postgres://user:password@host:5432/name or sqlite:/path/to/file";

/// How long who meets a lock in SQLite waits for it, unless it says otherwise: longer than any race.
/// (In PostgreSQL a statement says for itself whether it waits.)
const PATIENCE: Duration = Duration::from_secs(90);

/// Where a database is.
#[derive(Clone)]
pub enum Place {
    /// A file.
    Sqlite(SqliteConnectOptions),
    /// A server.
    Postgres(PgConnectOptions),
}

/// The path in the URL of a SQLite file.
fn path(url: &str) -> &str {
    let path = url.trim_start_matches("sqlite:").trim_start_matches("//");
    path.split('?').next().unwrap_or_default()
}

impl Place {
    /// The place that a URL names. The error never repeats the URL.
    pub fn read(url: &str) -> Result<Place, StoreError> {
        let scheme = url.split(':').next().unwrap_or_default();
        let place = match scheme {
            "postgres" | "postgresql" => PgConnectOptions::from_str(url).map(Place::postgres).ok(),
            "sqlite" if url.contains("memory") => {
                return Err(StoreError::new(
                    "A SQLite database in memory cannot be shared by the grabs of a race: give a \
                     file, or no address at all for a private one.",
                ));
            }
            "sqlite" if path(url).is_empty() => None,
            "sqlite" => SqliteConnectOptions::from_str(url)
                .map(|file| Place::sqlite(file.create_if_missing(true)))
                .ok(),
            _ => None,
        };
        place.ok_or_else(|| {
            StoreError::new(format!("The address of the database is not of its form: {FORM}."))
        })
    }

    /// A file of our own. Nobody needs it after a crash, so that nothing waits for the disk.
    pub fn own(file: &Path) -> Place {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
        match Place::sqlite(options) {
            Place::Sqlite(options) => Place::Sqlite(options.synchronous(SqliteSynchronous::Off)),
            other => other,
        }
    }

    /// In WAL mode, where nobody who reads waits for who writes.
    fn sqlite(options: SqliteConnectOptions) -> Place {
        let options = options.journal_mode(SqliteJournalMode::Wal).busy_timeout(PATIENCE);
        Place::Sqlite(options.synchronous(SqliteSynchronous::Normal).disable_statement_logging())
    }

    /// It would tell at every start that our tables are there already.
    fn postgres(options: PgConnectOptions) -> Place {
        let options = options.options([("client_min_messages", "warning")]);
        Place::Postgres(options.application_name("red-packet-race").disable_statement_logging())
    }

    /// What kind of database it is, for people.
    pub fn kind(&self) -> &'static str {
        match self {
            Place::Sqlite(_) => "SQLite",
            Place::Postgres(_) => "PostgreSQL",
        }
    }

    /// The address without user and password.
    pub fn address(&self) -> String {
        match self {
            Place::Sqlite(options) => options.get_filename().display().to_string(),
            Place::Postgres(options) => match options.get_socket() {
                Some(socket) => socket.display().to_string(),
                None => format!("{}:{}", options.get_host(), options.get_port()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_none_is_refused_without_repeating_it() {
        for url in [
            "mysql://app:secret@host/name",
            "postgres://app:secret@host:port/name",
            "app:secret@host",
            "sqlite::memory:",
            "",
        ] {
            let error = Place::read(url).err().expect(url);
            assert!(!error.message.contains("secret"), "{error}");
        }
    }

    #[test]
    fn an_address_is_told_without_user_and_password() {
        for (url, address) in [
            ("postgres://app:secret@host:5433/name", "host:5433"),
            ("postgres://app:secret@host:5433/name?host=/run/pg", "/run/pg"),
            ("sqlite:/tmp/file.db", "/tmp/file.db"),
        ] {
            assert_eq!(Place::read(url).unwrap().address(), address);
        }
    }
}
