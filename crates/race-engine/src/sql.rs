//! The statements of the SQL database: those that a program names in `db.call`, and those with which
//! a race's rows are set and read. Their SQL stands in `lua/sql/`, one file each.
//!
//! A statement is a [`Command`] like any other: its first word is [`SQL`], its second the
//! statement's name. So what sends, counts, draws or checks commands does the same with these.

mod database;
mod statement;

use redis_model::Command;

pub use database::{Database, Lacking};
pub use statement::{Arg, Call, CallError, Gives, STATEMENTS, Statement};

/// The first word of a command that is for the SQL database. Redis has no such command, and what a
/// program says to Redis never gets this spelling.
pub const SQL: &str = "SQL";

/// Returns a statement as a command.
pub fn command<W: AsRef<[u8]>>(name: &str, args: impl IntoIterator<Item = W>) -> Command {
    let mut command = Command::new([SQL, name]);
    command.0.extend(args.into_iter().map(|word| word.as_ref().to_vec()));
    command
}

/// Returns true if a command is for the SQL database.
pub fn is_statement(command: &Command) -> bool {
    command.0.first().is_some_and(|word| word == SQL.as_bytes())
}

/// Returns the name of the statement that a command is, if it is one.
pub fn statement_name(command: &Command) -> Option<&str> {
    let name = command.0.get(1).filter(|_| is_statement(command))?;
    std::str::from_utf8(name).ok()
}
