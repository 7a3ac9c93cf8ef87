//! Which fields only some programs have use for, and why the others have none.

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

/// The fields that not every program has use for.
pub const NOT_FOR_ALL: &[&str] =
    &["quantity", "quantities", "lock_ttl_ms", "attempts", "shards", "xray"];

/// Why this program has no use for a field; `None`: it has.
pub fn why_none(program: &Program, field: &str) -> Option<&'static str> {
    match field {
        "quantity" | "quantities" if !program.takes("quantity") => {
            Some("it always asks for 1 share")
        }
        "lock_ttl_ms" if !program.keys.contains(&KeyKind::Lock) => Some("it takes no lock"),
        "attempts" if !program.takes("attempts") => Some("it never tries again"),
        "shards" if !program.has_key(KeyKind::StockShards) => Some("its stock is in one place"),
        "xray" if program.calls_sql() => Some("it does not speak to Redis"),
        _ => None,
    }
}

/// Why no race can be run with this program, if none can.
pub fn unsupported(program: &Program) -> Option<String> {
    if let Some(kind) = program.keys.iter().find(|kind| !KINDS.contains(kind)) {
        let known: Vec<_> = KINDS.iter().map(|kind| kind.name()).collect();
        return Some(format!(
            "wants a key of the kind {kind}, but only {} can be prepared",
            known.join(", ")
        ));
    }
    let argument = program.argv.iter().find(|name| !ARGUMENTS.contains(&name.as_str()))?;
    let known = ARGUMENTS.join(", ");
    Some(format!("wants the argument {argument}, but only {known} can be filled in"))
}
