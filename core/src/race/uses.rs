//! Which fields only some programs have use for, and why the others have none.

use crate::program::{KeyKind, Program};

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
