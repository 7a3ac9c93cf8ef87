//! The statements of the SQL database: those that a program names in `db.call`, and those with which
//! a race's rows are set and read. Their SQL stands in `lua/sql/`, one file each.
//!
//! A statement is a [`Command`] like any other: its first word is [`SQL`], its second the
//! statement's name. So whoever sends, counts, draws or checks commands does the same with these.

mod database;

use redis_model::Command;

pub use database::{Database, Lacking};

/// The first word of a command that is for the SQL database. Redis has no such command, and what a
/// program says to Redis never gets this spelling.
pub const SQL: &str = "SQL";

/// A statement.
#[derive(Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its name, which is also its file's.
    pub name: &'static str,
    /// Its arguments, in order; the first, where it takes any, is the race.
    pub args: &'static [Arg],
    /// What it answers.
    pub gives: Gives,
}

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Any text.
    Text,
    /// A whole number.
    Number,
}

/// What a statement answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// `OK`.
    Ok,
    /// How many rows it changed.
    Changed,
    /// The number in its one row; nothing if there is no row.
    Number,
    /// Its one row as a list, which is empty if there is none; nothing if another holds the lock.
    Locked,
    /// The text in each of its rows.
    Texts,
}

const RACE: &[Arg] = &[Arg::Text];
const RACE_NUMBER: &[Arg] = &[Arg::Text, Arg::Number];
const RACE_RACER: &[Arg] = &[Arg::Text, Arg::Text];

/// Every statement.
pub const STATEMENTS: &[Statement] = &[
    statement("read_stock", RACE, Gives::Number),
    statement("write_stock", RACE_NUMBER, Gives::Changed),
    statement("take_stock", RACE, Gives::Number),
    statement("lock_stock", RACE, Gives::Locked),
    statement("insert_order", RACE_RACER, Gives::Changed),
    statement("commit", &[], Gives::Ok),
    statement("rollback", &[], Gives::Ok),
    statement("load_stock", RACE_NUMBER, Gives::Changed),
    statement("add_stock", RACE_NUMBER, Gives::Changed),
    statement("delete_order", RACE_RACER, Gives::Changed),
    statement("read_orders", RACE, Gives::Texts),
];

const fn statement(name: &'static str, args: &'static [Arg], gives: Gives) -> Statement {
    Statement { name, args, gives }
}

/// A statement with its arguments, as many and as it takes them.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// What is to be run.
    pub statement: &'static Statement,
    /// With what.
    pub args: &'a [Vec<u8>],
}

impl<'a> Call<'a> {
    /// Reads a command that is for the SQL database; the error is a refusal, as Redis would word it.
    pub fn read(command: &'a Command) -> Result<Call<'a>, String> {
        let [_, name, args @ ..] = command.0.as_slice() else {
            return Err("ERR db.call needs the name of a statement".to_owned());
        };
        let Some(statement) = STATEMENTS.iter().find(|each| each.name.as_bytes() == name) else {
            let name = String::from_utf8_lossy(&name[..name.len().min(40)]).into_owned();
            return Err(format!("ERR there is no statement '{name}'"));
        };
        let call = Call { statement, args };
        let name = statement.name;
        if args.len() != statement.args.len() {
            return Err(format!("ERR wrong number of arguments for the statement '{name}'"));
        }
        let is_right = |(at, arg)| arg == &Arg::Text || call.number(at).is_some();
        match (0..).zip(statement.args).all(is_right) {
            true => Ok(call),
            false => Err(format!("ERR the statement '{name}' wants a whole number there")),
        }
    }

    /// An argument as a whole number.
    pub fn number(&self, at: usize) -> Option<i64> {
        std::str::from_utf8(self.args.get(at)?).ok()?.parse().ok()
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_statement_is_refused_with_the_reason() {
        let cases: [(&[&str], &str); 5] = [
            (&["SQL"], "needs the name"),
            (&["SQL", "drop_table", "7"], "no statement 'drop_table'"),
            (&["SQL", "read_stock"], "wrong number of arguments for the statement 'read_stock'"),
            (&["SQL", "commit", "7"], "wrong number of arguments for the statement 'commit'"),
            (&["SQL", "write_stock", "7", "1.5"], "'write_stock' wants a whole number"),
        ];
        for (words, says) in cases {
            let refusal = Call::read(&Command::new(words)).unwrap_err();
            assert!(refusal.starts_with("ERR ") && refusal.contains(says), "{refusal}");
        }
        assert!(Call::read(&command("write_stock", ["7", "-1"])).is_ok());
    }
}
