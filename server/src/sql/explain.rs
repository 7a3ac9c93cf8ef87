//! The one place that reads a database's codes and its driver's errors: each becomes a variant, once.

use std::io;

use sqlx::Error;
use sqlx::error::DatabaseError;

use super::address::Address;
use super::error::SqlError;

/// Why a statement failed.
pub enum Failure {
    /// Another holds the lock; with the database's own words.
    Locked(String),
    /// The database refused it; with its own words.
    Refused(String),
    /// The connection is of no use any more.
    Gone(Error),
}

/// Returns what an error of a statement means.
pub fn failure(error: Error) -> Failure {
    let Error::Database(answer) = &error else { return Failure::Gone(error) };
    let message = answer.message().to_owned();
    match code(answer.as_ref()).as_str() {
        // PostgreSQL: lock_not_available; SQLite: BUSY and LOCKED.
        "55P03" | "5" | "6" => Failure::Locked(message),
        // PostgreSQL is ending, or has ended this connection.
        code if code.starts_with("57P") || code.starts_with("08") => Failure::Gone(error),
        _ => Failure::Refused(message),
    }
}

/// Returns SQLSTATE, or the first byte of SQLite's number, which is all that matters here.
fn code(answer: &dyn DatabaseError) -> String {
    let code = answer.code().unwrap_or_default().into_owned();
    match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => (number & 0xff).to_string(),
        _ => code,
    }
}

/// Returns why no connection came about, or why what must be there could not be prepared.
pub fn connection(error: &Error, address: &Address) -> SqlError {
    let database = address.to_where();
    match error {
        Error::Database(answer) => refused(answer.as_ref(), address),
        Error::Io(error) if is_nothing_there(error) => SqlError::NothingThere(database),
        Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            SqlError::BrokenOff(database)
        }
        Error::Tls(_) => SqlError::Tls(database),
        other => SqlError::Unreachable { database, why: other.to_string() },
    }
}

/// Returns why an open connection is of no use any more.
pub fn broken(error: &Error, address: &Address) -> SqlError {
    let database = address.to_where();
    match error {
        Error::Database(answer) if code(answer.as_ref()) == "57P03" => {
            SqlError::StartingOrEnding(database)
        }
        Error::Io(_) | Error::Database(_) | Error::WorkerCrashed | Error::Protocol(_) => {
            SqlError::BrokenOff(database)
        }
        other => SqlError::Unusable { database, why: other.to_string() },
    }
}

fn is_nothing_there(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound)
}

fn refused(answer: &dyn DatabaseError, address: &Address) -> SqlError {
    let (database, why) = (address.to_where(), answer.message().to_owned());
    match code(answer).as_str() {
        "28P01" | "28000" => SqlError::WrongPassword(database),
        "57P03" => SqlError::StartingOrEnding(database),
        "53300" => SqlError::NoConnectionLeft(database),
        "42501" => SqlError::NotAllowed { database, why },
        "14" => SqlError::CannotOpen(database),
        "26" => SqlError::NotADatabase(database),
        _ => SqlError::Refused { database, why },
    }
}
