//! Key names: built here and nowhere else.
//!
//! Every key of a race carries the race's hash tag, so that in a cluster all of them lie in one
//! slot and a script may touch them together.

use crate::program::KeyKind;

/// Everything this product ever writes begins with this.
pub const PREFIX: &str = "rpr:";

/// Where a server keeps the list of the races whose keys exist: a sorted set, race id by the time
/// of its last sign of life, in ms.
pub const REGISTRY: &str = "rpr:races";

/// What a server writes, for a second, to see whether its Redis takes writes.
pub const CHECK: &str = "rpr:check";

/// The key of one kind in one race, for example `rpr:{7f3a}:stock`. A row of the SQL database is
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

/// What every key of a race begins with.
pub fn tag(race: &str) -> String {
    format!("{PREFIX}{{{race}}}:")
}

/// Keys that a stock may be spread over, at most.
pub const SHARDS_MAX: u32 = 16;

/// One of the keys that a stock is spread over.
pub fn shard(stock: &[u8], number: u32) -> Vec<u8> {
    [stock, format!(":{number}").as_bytes()].concat()
}

/// Every key that a race of any kind may own, for the sweep of races nobody looks after any more.
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
