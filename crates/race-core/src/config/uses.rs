//! Which fields only some programs use, and why the others do not.

use super::refusal::{Unused, Why};
use crate::program::{KeyKind, Program};

/// Arguments that a driver can fill in.
const ARGUMENTS: &[&str] = &["racer", "quantity", "attempts", "ttl_ms", "token", "shards", "home"];
/// Kinds of keys that can be prepared and read.
const KINDS: &[KeyKind] = &[
    KeyKind::StockString,
    KeyKind::StockHash,
    KeyKind::PoolList,
    KeyKind::StockShards,
    KeyKind::StockSql,
    KeyKind::OrdersSql,
    KeyKind::UsersSet,
    KeyKind::Lock,
    KeyKind::Fence,
];

/// The fields that not every program uses.
pub const NOT_FOR_ALL: &[&str] =
    &["quantity", "quantities", "lock_ttl_ms", "attempts", "shards", "xray"];

/// Returns why this program does not use a field; `None` if it does.
pub fn why_none(program: &Program, field: &str) -> Option<Unused> {
    match field {
        "quantity" | "quantities" if !program.takes("quantity") => Some(Unused::OneShare),
        "lock_ttl_ms" if !program.keys.contains(&KeyKind::Lock) => Some(Unused::NoLock),
        "attempts" if !program.takes("attempts") => Some(Unused::NoRetry),
        "shards" if !program.has_key(KeyKind::StockShards) => Some(Unused::OneStock),
        "xray" if program.calls_sql() => Some(Unused::NoRedis),
        _ => None,
    }
}

/// Returns why no race can be run with this program, if none can.
pub fn unsupported(program: &Program) -> Option<Why> {
    let strategy = program.name.clone();
    if let Some(kind) = program.keys.iter().find(|kind| !KINDS.contains(kind)) {
        let known = KINDS.iter().map(|kind| kind.name().to_owned()).collect();
        return Some(Why::UnknownKey { strategy, key: kind.name().to_owned(), known });
    }
    let argument = program.argv.iter().find(|name| !ARGUMENTS.contains(&name.as_str()))?;
    let known = ARGUMENTS.iter().map(|name| (*name).to_owned()).collect();
    Some(Why::UnknownArgument { strategy, argument: argument.clone(), known })
}
