//! The names of Redis keys, which are built here alone.
//!
//! Every key of a race carries the race's hash tag, so that in a cluster all of them lie in one
//! slot and a script may touch them together.

use crate::program::KeyKind;

/// The beginning of every key that is ever written.
pub const PREFIX: &str = "rpr:";

/// The key of the list of races whose keys exist: a sorted set, race id by the time of its last sign of
/// life, in ms.
pub const REGISTRY: &str = "rpr:races";

/// The key that a server writes, for a second, to find out if its Redis takes writes.
pub const CHECK: &str = "rpr:check";

/// Returns the key of one kind in one race, for example `rpr:{7f3a}:stock`. A row of the SQL database is
/// found by the race itself.
pub fn key(race: &str, kind: KeyKind) -> String {
    let part = match kind {
        KeyKind::StockString | KeyKind::StockHash | KeyKind::StockShards | KeyKind::PoolList => {
            "stock"
        }
        KeyKind::UsersSet | KeyKind::UsersHash => "users",
        KeyKind::Lock => "lock",
        KeyKind::Fence => "fence",
        KeyKind::OrdersStream => "orders",
        KeyKind::StockSql | KeyKind::OrdersSql => return race.to_owned(),
    };
    tag(race) + part
}

/// Returns what every key of a race begins with.
pub fn tag(race: &str) -> String {
    format!("{PREFIX}{{{race}}}:")
}

/// Keys that a stock may be spread over, at most.
pub const SHARDS_MAX: u32 = 16;

/// Returns one of the keys that a stock is spread over.
pub fn shard(stock: &[u8], number: u32) -> Vec<u8> {
    [stock, format!(":{number}").as_bytes()].concat()
}

/// Returns every key that a race of any kind may own, for the sweep of abandoned races.
pub fn all_keys(race: &str) -> Vec<String> {
    let stock = key(race, KeyKind::StockShards);
    [KeyKind::StockString, KeyKind::UsersSet, KeyKind::Lock, KeyKind::Fence, KeyKind::OrdersStream]
        .into_iter()
        .map(|kind| key(race, kind))
        .chain((0..SHARDS_MAX).map(|number| format!("{stock}:{number}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_of_a_race_share_one_hash_tag() {
        for key in all_keys("7f3a") {
            assert!(key.starts_with("rpr:{7f3a}:"), "{key}");
        }
    }
}
