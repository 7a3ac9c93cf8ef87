//! What went wrong with the database, in sentences for people. No password ever gets in here: only
//! the address, and what the database itself said.

use std::io;

use sqlx::Error;
use sqlx::error::DatabaseError;

use super::address::Place;
use crate::store::{StoreError, TIMEOUT};

/// Why a statement did not do what it says.
pub enum Failure {
    /// Another holds the lock; with what the database says.
    Locked(String),
    /// The database refused it, for the reason that it says.
    Refused(String),
    /// The connection is of no use any more.
    Gone(Error),
}

/// What an error of a statement means.
pub fn failure(error: Error) -> Failure {
    let Error::Database(told) = &error else { return Failure::Gone(error) };
    let message = told.message().to_owned();
    match code(told.as_ref()).as_str() {
        // PostgreSQL: lock_not_available; SQLite: BUSY and LOCKED.
        "55P03" | "5" | "6" => Failure::Locked(message),
        // PostgreSQL is ending, or has ended this connection.
        code if code.starts_with("57P") || code.starts_with("08") => Failure::Gone(error),
        _ => Failure::Refused(message),
    }
}

/// SQLSTATE, or the first byte of SQLite's number, which is all that matters here.
fn code(told: &dyn DatabaseError) -> String {
    let code = told.code().unwrap_or_default().into_owned();
    match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => (number & 0xff).to_string(),
        _ => code,
    }
}

/// Why no connection came about, or what must be there could not be prepared.
pub fn connection(error: &Error, place: &Place) -> StoreError {
    let (kind, address) = (place.kind(), place.address());
    StoreError::new(match error {
        Error::Database(told) => return refusal(told.as_ref(), place),
        Error::Io(error) if is_nobody(error) => {
            format!("No {kind} answers at {address}. Is it running there?")
        }
        Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return broken(&Error::WorkerCrashed, place);
        }
        Error::Tls(_) => format!("{kind} at {address} asks for TLS, which is not supported here."),
        other => format!("{kind} at {address} cannot be reached: {other}."),
    })
}

/// Why a connection broke.
pub fn broken(error: &Error, place: &Place) -> StoreError {
    let (kind, address) = (place.kind(), place.address());
    StoreError::new(match error {
        Error::Database(told) if code(told.as_ref()).starts_with("57P03") => {
            return refusal(told.as_ref(), place);
        }
        Error::Io(_) | Error::Database(_) | Error::WorkerCrashed | Error::Protocol(_) => {
            format!("The connection to {kind} at {address} broke off. Has it been stopped?")
        }
        other => format!("{kind} at {address} is of no use any more: {other}."),
    })
}

/// That no answer came in time.
pub fn silent(place: &Place) -> StoreError {
    let (kind, address, seconds) = (place.kind(), place.address(), TIMEOUT.as_secs());
    StoreError::new(format!("{kind} at {address} did not answer within {seconds} s."))
}

fn is_nobody(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound)
}

fn refusal(told: &dyn DatabaseError, place: &Place) -> StoreError {
    let (kind, address, message) = (place.kind(), place.address(), told.message());
    StoreError::new(match code(told).as_str() {
        "28P01" | "28000" => format!("{kind} at {address} refused the user name or the password."),
        "57P03" => format!("{kind} at {address} is starting or ending: try again in a moment."),
        "53300" => format!("{kind} at {address} has no connection left for us."),
        "42501" => {
            format!("{kind} at {address} does not let this user do what a race does: {message}.")
        }
        "14" => format!("The SQLite file {address} cannot be opened."),
        "26" => format!("The file {address} is no SQLite database."),
        _ => format!("{kind} at {address} refused: {message}."),
    })
}
