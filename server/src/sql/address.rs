//! Where a database is, read from a URL that may hold a password.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::error::{SqlError, Where};

/// How long a statement waits for a lock in SQLite unless its connection has a limit of its own: longer than any
/// race. (In PostgreSQL each statement decides whether it waits.)
const LOCK_WAIT_MAX: Duration = Duration::from_secs(90);

/// Where a database is.
#[derive(Clone)]
pub enum Address {
    /// A file.
    Sqlite(SqliteConnectOptions),
    /// A server.
    Postgres(PgConnectOptions),
}

/// Returns the path in the URL of a SQLite file.
fn path(url: &str) -> &str {
    let path = url.trim_start_matches("sqlite:").trim_start_matches("//");
    path.split('?').next().unwrap_or_default()
}

impl Address {
    /// Returns the address that a URL names.
    ///
    /// # Errors
    ///
    /// Fails if the URL is of another form; the error never repeats it.
    pub fn read(url: &str) -> Result<Address, SqlError> {
        let scheme = url.split(':').next().unwrap_or_default();
        let address = match scheme {
            "postgres" | "postgresql" => {
                PgConnectOptions::from_str(url).map(Address::postgres).ok()
            }
            "sqlite" if url.contains("memory") => {
                return Err(SqlError::InMemory);
            }
            "sqlite" if path(url).is_empty() => None,
            "sqlite" => SqliteConnectOptions::from_str(url)
                .map(|file| Address::sqlite(file.create_if_missing(true)))
                .ok(),
            _ => None,
        };
        address.ok_or(SqlError::BadAddress)
    }

    /// Returns a file of our own. Nobody needs it after a crash, so that nothing waits for the disk.
    pub fn private(file: &Path) -> Address {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
        match Address::sqlite(options) {
            Address::Sqlite(options) => {
                Address::Sqlite(options.synchronous(SqliteSynchronous::Off))
            }
            other => other,
        }
    }

    /// Returns a file in WAL mode, where a reader does not wait for a writer.
    fn sqlite(options: SqliteConnectOptions) -> Address {
        let options = options.journal_mode(SqliteJournalMode::Wal).busy_timeout(LOCK_WAIT_MAX);
        Address::Sqlite(options.synchronous(SqliteSynchronous::Normal).disable_statement_logging())
    }

    /// Returns a server that keeps quiet about tables that are there already.
    fn postgres(options: PgConnectOptions) -> Address {
        let options = options.options([("client_min_messages", "warning")]);
        Address::Postgres(options.application_name("red-packet-race").disable_statement_logging())
    }

    /// Returns what kind of database it is, for people.
    pub fn kind(&self) -> &'static str {
        match self {
            Address::Sqlite(_) => "SQLite",
            Address::Postgres(_) => "PostgreSQL",
        }
    }

    /// Returns which database it is, and where, for people.
    pub fn to_where(&self) -> Where {
        Where { kind: self.kind(), address: self.shown() }
    }

    /// Returns the address for people, without user and password.
    pub fn shown(&self) -> String {
        match self {
            Address::Sqlite(options) => options.get_filename().display().to_string(),
            Address::Postgres(options) => match options.get_socket() {
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
            let error = Address::read(url).err().expect(url).to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn an_address_is_shown_without_user_and_password() {
        for (url, address) in [
            ("postgres://app:secret@host:5433/name", "host:5433"),
            ("postgres://app:secret@host:5433/name?host=/run/pg", "/run/pg"),
            ("sqlite:/tmp/file.db", "/tmp/file.db"),
        ] {
            assert_eq!(Address::read(url).unwrap().shown(), address);
        }
    }
}
