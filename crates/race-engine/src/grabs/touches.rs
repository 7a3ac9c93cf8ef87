//! What replies prove about the stock: that it was read, or written, with which value.
//!
//! What a transaction writes nobody sees before its end, so that its EXEC or COMMIT is the write.

use std::collections::BTreeMap;

use crate::keyspace::Keyspace;
use crate::parse::integer;
use crate::sql;
use race_core::program::KeyKind;
use race_core::trace::{Touch, Verb};
use redis_model::{Command, Reply};

/// What grabs in flight have done within a transaction.
#[derive(Default)]
pub struct Touches {
    /// By grab: what is queued for its EXEC.
    queued: BTreeMap<u32, Vec<Command>>,
    /// By grab: what its transaction of the SQL database wrote last.
    uncommitted: BTreeMap<u32, Touch>,
}

impl Touches {
    /// Returns what the reply to the command of a grab proves about the stock.
    pub fn prove(
        &mut self,
        keyspace: &Keyspace<'_>,
        grab: u32,
        command: &Command,
        reply: &Reply,
    ) -> Touch {
        if let Some(statement) = sql::statement_name(command) {
            return self.of_statement(statement, grab, command, reply);
        }
        match (command.name().to_ascii_uppercase().as_str(), reply) {
            (_, Reply::Status(text)) if text == "QUEUED" => {
                self.queued.entry(grab).or_default().push(command.clone());
                Touch::None
            }
            ("EXEC" | "DISCARD", _) => {
                let queued = self.queued.remove(&grab).unwrap_or_default();
                let Reply::Array(replies) = reply else { return Touch::None };
                let pairs = queued.iter().zip(replies).rev();
                let mut touches =
                    pairs.map(|(command, reply)| of_command(keyspace, command, reply));
                touches.find(|touch| *touch != Touch::None).unwrap_or(Touch::None)
            }
            _ => of_command(keyspace, command, reply),
        }
    }

    fn of_statement(
        &mut self,
        statement: &str,
        grab: u32,
        command: &Command,
        reply: &Reply,
    ) -> Touch {
        let written = match (statement, reply) {
            ("read_stock", Reply::Int(stock)) => return Touch::Read(*stock),
            ("lock_stock", Reply::Array(row)) => {
                let [Reply::Int(stock)] = row[..] else { return Touch::None };
                self.uncommitted.insert(grab, Touch::None);
                return Touch::Read(stock);
            }
            ("commit", Reply::Status(_)) => {
                return self.uncommitted.remove(&grab).unwrap_or(Touch::None);
            }
            ("rollback", _) => {
                self.uncommitted.remove(&grab);
                return Touch::None;
            }
            ("write_stock", Reply::Int(1)) => wrote(command.0.get(3)),
            ("take_stock", Reply::Int(stock)) => Touch::Wrote(*stock),
            _ => return Touch::None,
        };
        match self.uncommitted.get_mut(&grab) {
            Some(last) => {
                *last = written;
                Touch::None
            }
            None => written,
        }
    }
}

/// Returns what a reply proves about the stock; nothing, unless the command was about its key.
fn of_command(keyspace: &Keyspace<'_>, command: &Command, reply: &Reply) -> Touch {
    let stock = keyspace.key(KeyKind::StockString);
    if stock.is_none() || command.0.get(1).map(Vec::as_slice) != stock {
        return Touch::None;
    }
    match (Verb::of_command(command.name()), reply) {
        (Verb::Get, Reply::Bulk(bytes)) => integer(bytes).map_or(Touch::None, Touch::Read),
        (Verb::Set, Reply::Status(_)) => wrote(command.0.get(2)),
        (Verb::Decr | Verb::Incr, Reply::Int(value)) => Touch::Wrote(*value),
        _ => Touch::None,
    }
}

fn wrote(word: Option<&Vec<u8>>) -> Touch {
    word.and_then(|bytes| integer(bytes)).map_or(Touch::None, Touch::Wrote)
}

/// Returns true if a command has the stock's key, without which no script writes it.
pub fn names_stock(keyspace: &Keyspace<'_>, command: &Command) -> bool {
    let stock = keyspace.key(KeyKind::StockString);
    stock.is_some_and(|stock| command.0.iter().any(|word| word == stock))
}
