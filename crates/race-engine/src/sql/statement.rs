//! The statements, and how a command calls one.

use redis_model::Command;

use crate::parse::integer;

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

/// Why a command is no call of a statement. Its text is the refusal as Redis would word it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// It names no statement.
    #[error("ERR db.call needs the name of a statement")]
    NoName,
    /// There is no statement of this name.
    #[error("ERR there is no statement '{0}'")]
    Unknown(String),
    /// The statement of this name takes another number of arguments.
    #[error("ERR wrong number of arguments for the statement '{0}'")]
    ArgumentCount(&'static str),
    /// An argument of the statement of this name has to be a whole number.
    #[error("ERR the statement '{0}' wants a whole number there")]
    NoNumber(&'static str),
}

/// A statement with its arguments, which are what it takes.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// What is to be run.
    pub statement: &'static Statement,
    /// With what.
    pub args: &'a [Vec<u8>],
}

impl<'a> Call<'a> {
    /// Returns the call that a command for the SQL database is.
    ///
    /// # Errors
    /// Where there is no such statement, or its arguments are not what it takes.
    pub fn read(command: &'a Command) -> Result<Call<'a>, CallError> {
        let [_, name, args @ ..] = command.0.as_slice() else {
            return Err(CallError::NoName);
        };
        let Some(statement) = STATEMENTS.iter().find(|each| each.name.as_bytes() == name) else {
            let name = String::from_utf8_lossy(&name[..name.len().min(40)]).into_owned();
            return Err(CallError::Unknown(name));
        };
        let call = Call { statement, args };
        if args.len() != statement.args.len() {
            return Err(CallError::ArgumentCount(statement.name));
        }
        let is_right = |(at, arg)| arg == &Arg::Text || call.number(at).is_some();
        match (0..).zip(statement.args).all(is_right) {
            true => Ok(call),
            false => Err(CallError::NoNumber(statement.name)),
        }
    }

    /// Returns an argument as a whole number, if it is one.
    pub fn number(&self, at: usize) -> Option<i64> {
        integer(self.args.get(at)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::command;

    #[test]
    fn what_is_no_statement_is_refused_with_the_reason() {
        let cases: [(&[&str], &str); 5] = [
            (&["SQL"], "needs the name"),
            (&["SQL", "drop_table", "7"], "no statement 'drop_table'"),
            (&["SQL", "read_stock"], "wrong number of arguments for the statement 'read_stock'"),
            (&["SQL", "commit", "7"], "wrong number of arguments for the statement 'commit'"),
            (&["SQL", "write_stock", "7", "1.5"], "'write_stock' wants a whole number"),
        ];
        for (words, reason) in cases {
            let refusal = Call::read(&Command::new(words)).unwrap_err().to_string();
            assert!(refusal.starts_with("ERR ") && refusal.contains(reason), "{refusal}");
        }
        assert!(Call::read(&command("write_stock", ["7", "-1"])).is_ok());
    }
}
