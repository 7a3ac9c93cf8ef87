//! Where a race's shares lie, by the kind of its stock key: how each is set, read and given back to.

use crate::sql;
use crate::stage::whole;
use race_core::RaceConfig;
use race_core::keys;
use race_core::program::KeyKind;
use redis_model::{Command, Reply};

/// The fields of a stock that is a hash.
const TOTAL: &[u8] = b"total";
const LOCKED: &[u8] = b"locked";
/// Elements that are pushed in one command.
const PUSHED_MAX: usize = 1_000;

/// A stock at its keys.
pub enum Stock {
    /// What is left, as text.
    Text(Vec<u8>),
    /// What there is, and what of it is taken.
    Hash(Vec<u8>),
    /// The numbers of the shares that are left, highest first.
    Pool(Vec<u8>),
    /// What is left, in parts.
    Shards(Vec<Vec<u8>>),
    /// What is left, in this race's row of the SQL database.
    Row(Vec<u8>),
}

impl Stock {
    /// The stock at a key of this kind, if it is one of a stock.
    pub fn at(kind: KeyKind, key: &[u8], config: &RaceConfig) -> Option<Stock> {
        let shard = |number| keys::shard(key, number);
        match kind {
            KeyKind::StockString => Some(Stock::Text(key.to_vec())),
            KeyKind::StockHash => Some(Stock::Hash(key.to_vec())),
            KeyKind::PoolList => Some(Stock::Pool(key.to_vec())),
            KeyKind::StockShards => Some(Stock::Shards((0..config.shards).map(shard).collect())),
            KeyKind::StockSql => Some(Stock::Row(key.to_vec())),
            _ => None,
        }
    }

    /// Whether it lies in the SQL database.
    pub fn is_row(&self) -> bool {
        matches!(self, Stock::Row(_))
    }

    /// The keys that exist in Redis.
    pub fn keys(&self) -> Vec<Vec<u8>> {
        match self {
            Stock::Text(key) | Stock::Hash(key) | Stock::Pool(key) => vec![key.clone()],
            Stock::Shards(keys) => keys.clone(),
            Stock::Row(_) => Vec::new(),
        }
    }

    /// What sets it, if it is there at all: to this text, or its parts between commas.
    pub fn load(&self, config: &RaceConfig) -> Vec<Command> {
        let Some(text) = config.stock_text() else { return Vec::new() };
        let set = |key: &[u8], text: &str| Command::new([b"SET", key, text.as_bytes()]);
        match self {
            Stock::Text(key) => vec![set(key, &text)],
            Stock::Row(race) => {
                vec![sql::command("load_stock", [race.as_slice(), text.as_bytes()])]
            }
            Stock::Hash(key) => {
                vec![Command::new([b"HSET", key.as_slice(), TOTAL, text.as_bytes(), LOCKED, b"0"])]
            }
            Stock::Pool(key) => {
                let numbers: Vec<u32> = (1..=config.shares).rev().collect();
                let push = |numbers: &[u32]| {
                    let numbers = numbers.iter().map(|number| number.to_string().into_bytes());
                    Command::new([b"RPUSH".to_vec(), key.clone()].into_iter().chain(numbers))
                };
                numbers.chunks(PUSHED_MAX).map(push).collect()
            }
            Stock::Shards(keys) => match text.contains(',') {
                true => {
                    keys.iter().zip(text.split(',')).map(|(key, text)| set(key, text)).collect()
                }
                false => (0..).zip(keys).map(|(at, key)| set(key, &part(config, at))).collect(),
            },
        }
    }

    /// What gives back so many shares of a racer's, the highest being this one.
    pub fn refund(&self, racer: u32, quantity: u32, share: i64, config: &RaceConfig) -> Command {
        let quantity_text = quantity.to_string();
        let add = |key: &[u8]| Command::new([b"INCRBY", key, quantity_text.as_bytes()]);
        match self {
            Stock::Text(key) => add(key),
            Stock::Row(race) => {
                sql::command("add_stock", [race.as_slice(), quantity_text.as_bytes()])
            }
            Stock::Hash(key) => {
                let less = format!("-{quantity}");
                Command::new([b"HINCRBY", key.as_slice(), LOCKED, less.as_bytes()])
            }
            Stock::Pool(key) => Command::new([b"RPUSH", &**key, share.to_string().as_bytes()]),
            Stock::Shards(keys) => add(&keys[config.home(racer) as usize]),
        }
    }

    /// What asks how much is left; the answers go to [`Stock::counter`].
    pub fn ask(&self) -> Vec<Command> {
        match self {
            Stock::Text(key) => vec![Command::new([b"GET", &**key])],
            Stock::Row(race) => vec![sql::command("read_stock", [race])],
            Stock::Hash(key) => vec![Command::new([b"HMGET", &**key, TOTAL, LOCKED])],
            Stock::Pool(key) => vec![Command::new([b"LLEN", &**key])],
            Stock::Shards(keys) => keys.iter().map(|key| Command::new([b"GET", &**key])).collect(),
        }
    }

    /// How much is left; `None` if there is no stock or it is no whole number.
    pub fn counter(&self, replies: &[Reply]) -> Option<i64> {
        let number = |reply: &Reply| match reply {
            Reply::Bulk(text) => whole(text),
            Reply::Int(number) => Some(*number),
            _ => None,
        };
        match (self, replies) {
            (Stock::Hash(_), [Reply::Array(fields)]) => match &fields[..] {
                [total, locked] => number(total)?.checked_sub(number(locked)?),
                _ => None,
            },
            _ => replies.iter().map(number).try_fold(0_i64, |sum, part| sum.checked_add(part?)),
        }
    }
}

/// What one of several keys begins with: as even as it goes, the first ones have one more.
fn part(config: &RaceConfig, at: u32) -> String {
    (config.shares / config.shards + u32::from(at < config.shares % config.shards)).to_string()
}
