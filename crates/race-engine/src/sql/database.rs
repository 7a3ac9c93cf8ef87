//! The model SQL database: the few statements of `lua/sql/`, by hand.
//!
//! There is one row that anybody locks, so a transaction holds all that it may write as a copy of its
//! own, and COMMIT puts it in place. Nobody waits for a lock here: what would have to is
//! [`Lacking::Waits`].

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use redis_model::{Command, Reply};

use super::statement::Call;

/// A text of the database.
type Text = Vec<u8>;
/// What a statement answers, or why it does not.
type Answer = Result<Reply, Refusal>;

/// What a text takes beside its own bytes.
const TEXT_BYTES: usize = 100;

/// What a statement would have needed and the model lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lacking {
    /// It would have to wait until the transaction of another connection has ended.
    #[error("the model does not wait for another grab's transaction to end")]
    Waits,
    /// A statement of this name, which is listed and not in the model.
    #[error("the model has no statement '{0}'")]
    Statement(String),
}

/// Why a statement has no answer.
enum Refusal {
    /// It is refused, as Redis would word it.
    Error(Cow<'static, str>),
    Lacking(Lacking),
}

impl From<&'static str> for Refusal {
    fn from(text: &'static str) -> Refusal {
        Refusal::Error(text.into())
    }
}

/// The database: what holds, and the transaction that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Database {
    tables: Tables,
    /// Whose it is, and the tables as it sees them.
    open: Option<(u32, Tables)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Tables {
    /// By race.
    stock: BTreeMap<Text, i64>,
    /// Race and racer.
    orders: BTreeSet<(Text, Text)>,
}

impl Database {
    /// Runs a statement of a connection and returns its reply, which may be an error reply.
    ///
    /// # Errors
    /// Where the model lacks what the statement would have needed; nothing is changed then.
    pub fn run(&mut self, connection: u32, command: &Command) -> Result<Reply, Lacking> {
        let answer = match Call::read(command) {
            Ok(call) => self.call(connection, &call),
            Err(refusal) => return Ok(Reply::Error(refusal.to_string())),
        };
        match answer {
            Ok(reply) => Ok(reply),
            Err(Refusal::Error(text)) => Ok(Reply::Error(text.into_owned())),
            Err(Refusal::Lacking(lacking)) => Err(lacking),
        }
    }

    /// Undoes what a connection had begun: it is gone.
    pub fn disconnect(&mut self, connection: u32) {
        self.open.take_if(|(owner, _)| *owner == connection);
    }

    /// Returns about how many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        let bytes = Cell::new(0);
        let count = |text: &[u8]| {
            bytes.set(bytes.get() + TEXT_BYTES + text.len());
            Vec::new()
        };
        drop(self.renamed(&count, &|connection| connection));
        bytes.get()
    }

    /// Returns the same database under other names.
    pub fn renamed(
        &self,
        text: &dyn Fn(&[u8]) -> Vec<u8>,
        connection: &dyn Fn(u32) -> u32,
    ) -> Database {
        let open = self.open.as_ref();
        Database {
            tables: self.tables.renamed(text),
            open: open.map(|(owner, tables)| (connection(*owner), tables.renamed(text))),
        }
    }

    /// Returns the tables as a connection sees them.
    fn seen(&mut self, connection: u32) -> &mut Tables {
        match &mut self.open {
            Some((owner, own)) if *owner == connection => own,
            _ => &mut self.tables,
        }
    }

    fn has_begun(&self, connection: u32) -> bool {
        self.open.as_ref().is_some_and(|(owner, _)| *owner == connection)
    }

    fn call(&mut self, connection: u32, call: &Call<'_>) -> Answer {
        let name = call.statement.name;
        match name {
            "lock_stock" => return self.lock(connection, &call.args[0]),
            "commit" | "rollback" if !self.has_begun(connection) => {
                return Err("ERR no transaction is open".into());
            }
            "commit" | "rollback" => {
                let transaction = self.open.take();
                self.tables = match transaction {
                    Some((_, tables)) if name == "commit" => tables,
                    _ => std::mem::take(&mut self.tables),
                };
                return ok();
            }
            "read_stock" | "read_orders" => {}
            _ if self.open.is_some() && !self.has_begun(connection) => {
                return Err(Refusal::Lacking(Lacking::Waits));
            }
            _ => {}
        }
        self.seen(connection).call(call)
    }

    fn lock(&mut self, connection: u32, race: &Text) -> Answer {
        if self.has_begun(connection) {
            return Err("ERR a transaction is open already".into());
        }
        if self.open.is_some() {
            return Ok(Reply::Nil);
        }
        let Some(stock) = self.tables.stock.get(race) else { return Ok(Reply::Array(Vec::new())) };
        let row = Reply::Array(vec![Reply::Int(*stock)]);
        self.open = Some((connection, self.tables.clone()));
        Ok(row)
    }
}

impl Tables {
    fn renamed(&self, text: &dyn Fn(&[u8]) -> Vec<u8>) -> Tables {
        Tables {
            stock: self.stock.iter().map(|(race, stock)| (text(race), *stock)).collect(),
            orders: self.orders.iter().map(|(race, racer)| (text(race), text(racer))).collect(),
        }
    }

    fn call(&mut self, call: &Call<'_>) -> Answer {
        let race = &call.args[0];
        let order = || (race.clone(), call.args[1].clone());
        let number = call.number(1).unwrap_or_default();
        let stock = self.stock.get_mut(race);
        match call.statement.name {
            "read_stock" => Ok(stock.map_or(Reply::Nil, |stock| Reply::Int(*stock))),
            "write_stock" => count(stock.map(|stock| *stock = number).iter().count()),
            "add_stock" => count(stock.map(|stock| *stock += number).iter().count()),
            "take_stock" => Ok(stock.filter(|stock| **stock > 0).map_or(Reply::Nil, |stock| {
                *stock -= 1;
                Reply::Int(*stock)
            })),
            "load_stock" => {
                self.stock.insert(race.clone(), number);
                count(1)
            }
            "insert_order" => count(usize::from(self.orders.insert(order()))),
            "delete_order" => count(usize::from(self.orders.remove(&order()))),
            "read_orders" => {
                let orders = self.orders.iter().filter(|(of, _)| of == race);
                Ok(Reply::Array(orders.map(|(_, racer)| Reply::Bulk(racer.clone())).collect()))
            }
            other => Err(Refusal::Lacking(Lacking::Statement(other.to_owned()))),
        }
    }
}

fn ok() -> Answer {
    Ok(Reply::Status("OK".to_owned()))
}

fn count(rows: usize) -> Answer {
    Ok(Reply::Int(rows as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::{self, STATEMENTS};

    /// Runs statements, each behind the number of its connection, and returns the last reply.
    fn run(model: &mut Database, statements: &[&str]) -> Reply {
        statements.iter().map(|line| run_one(model, line).unwrap()).last().unwrap_or(Reply::Nil)
    }

    fn run_one(model: &mut Database, line: &str) -> Result<Reply, Lacking> {
        let mut words = line.split(' ');
        let connection = words.next().unwrap().parse().unwrap();
        model.run(connection, &sql::command(words.next().unwrap(), words))
    }

    fn loaded() -> Database {
        let mut model = Database::default();
        run(&mut model, &["0 load_stock r 1"]);
        model
    }

    #[test]
    fn every_statement_is_in_the_model() {
        for statement in STATEMENTS {
            let args = statement.args.iter().map(|_| "1");
            let reply = Database::default().run(0, &sql::command(statement.name, args));
            assert!(reply.is_ok(), "{reply:?}");
        }
    }

    #[test]
    fn what_a_transaction_writes_is_seen_by_others_only_once_it_is_committed() {
        for (end, stock, orders) in [("1 commit", 0, 1), ("1 rollback", 1, 0)] {
            let mut model = loaded();
            let row = run(&mut model, &["1 lock_stock r"]);
            assert_eq!(row, Reply::Array(vec![Reply::Int(1)]));
            run(&mut model, &["1 write_stock r 0", "1 insert_order r 7"]);
            assert_eq!(run(&mut model, &["1 read_stock r"]), Reply::Int(0));
            assert_eq!(run(&mut model, &["2 read_stock r"]), Reply::Int(1));
            assert_eq!(run(&mut model, &[end]), Reply::Status("OK".to_owned()));
            assert_eq!(run(&mut model, &["2 read_stock r"]), Reply::Int(stock), "{end}");
            let Reply::Array(rows) = run(&mut model, &["2 read_orders r"]) else { panic!() };
            assert_eq!(rows.len(), orders, "{end}");
        }
    }

    #[test]
    fn a_lock_is_refused_while_another_holds_it_and_a_wait_is_lacking() {
        let mut model = loaded();
        run(&mut model, &["1 lock_stock r"]);
        assert_eq!(run(&mut model, &["2 lock_stock r"]), Reply::Nil);
        assert_eq!(run_one(&mut model, "2 take_stock r"), Err(Lacking::Waits));
        run(&mut model, &["1 rollback"]);
        assert_eq!(run(&mut model, &["2 take_stock r"]), Reply::Int(0));
        assert_eq!(run(&mut model, &["2 take_stock r"]), Reply::Nil);
    }

    #[test]
    fn a_connection_that_is_gone_takes_its_open_transaction_along() {
        let mut model = loaded();
        run(&mut model, &["1 lock_stock r", "1 write_stock r 0"]);
        model.disconnect(1);
        assert_eq!(model, loaded());
    }

    #[test]
    fn a_row_that_was_never_loaded_locks_nothing_and_is_missing() {
        let mut model = Database::default();
        assert_eq!(run(&mut model, &["1 lock_stock r"]), Reply::Array(Vec::new()));
        assert_eq!(run(&mut model, &["1 take_stock r"]), Reply::Nil);
        assert_eq!(run(&mut model, &["1 write_stock r 5"]), Reply::Int(0));
        assert_eq!(model, Database::default());
    }

    #[test]
    fn a_renamed_database_is_the_one_that_the_renamed_statements_lead_to() {
        let lead = |one: u32, name: &str| {
            let mut model = loaded();
            let order = format!("{one} insert_order r {name}");
            run(&mut model, &[&order, &format!("{one} lock_stock r"), &order]);
            model
        };
        let swap = |text: &[u8]| if text == b"a" { b"b".to_vec() } else { text.to_vec() };
        assert_eq!(lead(1, "a").renamed(&swap, &|one| one + 1), lead(2, "b"));
    }
}
