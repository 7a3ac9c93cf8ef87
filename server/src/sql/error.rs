//! What can go wrong with the SQL database. Each error's text is a sentence for people. No password ever
//! gets in here: only the address, and what the database itself answered.

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::limits::ANSWER_TIME_MAX;

/// The forms in which a database may be named.
const FORM: &str = "write it as postgres://user:password@host:5432/name or sqlite:/path/to/file";

/// Which database, and where, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Where {
    /// SQLite or PostgreSQL.
    pub kind: &'static str,
    /// The address without user and password.
    pub address: String,
}

/// Why the SQL database cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SqlError {
    /// The address cannot be read. It is not repeated, because it may hold a password.
    #[error("The address of the database is not of its form: {FORM}.")]
    BadAddress,
    /// A SQLite database in memory belongs to one connection alone.
    #[error(
        "A SQLite database in memory cannot be shared by the grabs of a race: give a \
         file, or no address at all for a private one."
    )]
    InMemory,
    /// The system did not let us make our own file.
    #[error("A private SQLite file could not be made: {0}.")]
    NoPrivateFile(Arc<io::Error>),
    /// Nothing listens there.
    #[error("No {} answers at {}. Is it running there?", .0.kind, .0.address)]
    NothingThere(Where),
    /// It asks for TLS.
    #[error("{0} asks for TLS, which is not supported here.")]
    Tls(Where),
    /// There is another reason for which no connection came about.
    #[error("{database} cannot be reached: {why}.")]
    Unreachable {
        /// Which one.
        database: Where,
        /// The driver's own words.
        why: String,
    },
    /// An open connection ended.
    #[error("The connection to {0} broke off. Has it been stopped?")]
    BrokenOff(Where),
    /// A connection cannot be used any more, for another reason.
    #[error("{database} is of no use any more: {why}.")]
    Unusable {
        /// Which one.
        database: Where,
        /// The driver's own words.
        why: String,
    },
    /// No answer came in time.
    #[error("{0} did not answer within {seconds} s.", seconds = ANSWER_TIME_MAX.as_secs())]
    Silent(Where),
    /// It refused user name or password.
    #[error("{0} refused the user name or the password.")]
    WrongPassword(Where),
    /// It is on its way up or down.
    #[error("{0} is starting or ending: try again in a moment.")]
    StartingOrEnding(Where),
    /// It has as many connections as it takes.
    #[error("{0} has no connection left for us.")]
    NoConnectionLeft(Where),
    /// Its user may not do what a race does.
    #[error("{database} does not let this user do what a race does: {why}.")]
    NotAllowed {
        /// Which one.
        database: Where,
        /// The database's own words.
        why: String,
    },
    /// The file cannot be opened.
    #[error("The SQLite file {} cannot be opened.", .0.address)]
    CannotOpen(Where),
    /// The file holds something else.
    #[error("The file {} is no SQLite database.", .0.address)]
    NotADatabase(Where),
    /// It refused what every race needs.
    #[error("{database} refused: {why}.")]
    Refused {
        /// Which one.
        database: Where,
        /// The database's own words.
        why: String,
    },
    /// It refused one of the statements that set or read a race's rows.
    #[error("The database refused: {why}.")]
    StatementRefused {
        /// The reply without its code.
        why: String,
    },
    /// The race's connections are closed.
    #[error("The race's connections are closed.")]
    Closed,
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind, self.address)
    }
}
