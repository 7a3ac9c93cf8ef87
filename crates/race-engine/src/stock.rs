//! Where a race's shares lie, by the kind of its stock key: how each is set, read and given back to.

use crate::parse::integer;
use crate::sql;
use race_core::RaceConfig;
use race_core::keys;
use race_core::program::KeyKind;
use redis_model::{Command, Reply};

/// The fields of a stock that is a hash.
const TOTAL: &[u8] = b"total";
const LOCKED: &[u8] = b"locked";
/// Elements that are pushed in one command.
const PUSHED_MAX: usize = 1_000;

/// A stock, by the form in which it lies at its keys.
pub enum StockLayout {
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

impl StockLayout {
    /// Returns the layout of the stock at a key of this kind, if it is the kind of a stock.
    pub fn of(kind: KeyKind, key: &[u8], config: &RaceConfig) -> Option<StockLayout> {
        let shard = |number| keys::shard(key, number);
        match kind {
            KeyKind::StockString => Some(StockLayout::Text(key.to_vec())),
            KeyKind::StockHash => Some(StockLayout::Hash(key.to_vec())),
            KeyKind::PoolList => Some(StockLayout::Pool(key.to_vec())),
            KeyKind::StockShards => {
                Some(StockLayout::Shards((0..config.shards).map(shard).collect()))
            }
            KeyKind::StockSql => Some(StockLayout::Row(key.to_vec())),
            _ => None,
        }
    }

    /// Returns true if it lies in the SQL database.
    pub fn is_row(&self) -> bool {
        matches!(self, StockLayout::Row(_))
    }

    /// Returns the keys that exist in Redis.
    pub fn keys(&self) -> Vec<Vec<u8>> {
        match self {
            StockLayout::Text(key) | StockLayout::Hash(key) | StockLayout::Pool(key) => {
                vec![key.clone()]
            }
            StockLayout::Shards(keys) => keys.clone(),
            StockLayout::Row(_) => Vec::new(),
        }
    }

    /// Returns the commands that set it as the config says; none where it is to be absent.
    pub fn load(&self, config: &RaceConfig) -> Vec<Command> {
        let Some(text) = config.stock_text() else { return Vec::new() };
        let set = |key: &[u8], text: &str| Command::new([b"SET", key, text.as_bytes()]);
        match self {
            StockLayout::Text(key) => vec![set(key, &text)],
            StockLayout::Row(race) => {
                vec![sql::command("load_stock", [race.as_slice(), text.as_bytes()])]
            }
            StockLayout::Hash(key) => {
                vec![Command::new([b"HSET", key.as_slice(), TOTAL, text.as_bytes(), LOCKED, b"0"])]
            }
            StockLayout::Pool(key) => {
                let numbers: Vec<u32> = (1..=config.shares).rev().collect();
                let push = |numbers: &[u32]| {
                    let numbers = numbers.iter().map(|number| number.to_string().into_bytes());
                    Command::new([b"RPUSH".to_vec(), key.clone()].into_iter().chain(numbers))
                };
                numbers.chunks(PUSHED_MAX).map(push).collect()
            }
            StockLayout::Shards(keys) => match text.contains(',') {
                true => {
                    keys.iter().zip(text.split(',')).map(|(key, text)| set(key, text)).collect()
                }
                false => (0..).zip(keys).map(|(at, key)| set(key, &part(config, at))).collect(),
            },
        }
    }

    /// Returns the command that gives back shares of a racer, the highest being this one.
    pub fn refund(&self, racer: u32, quantity: u32, share: i64, config: &RaceConfig) -> Command {
        let quantity_text = quantity.to_string();
        let add = |key: &[u8]| Command::new([b"INCRBY", key, quantity_text.as_bytes()]);
        match self {
            StockLayout::Text(key) => add(key),
            StockLayout::Row(race) => {
                sql::command("add_stock", [race.as_slice(), quantity_text.as_bytes()])
            }
            StockLayout::Hash(key) => {
                let less = format!("-{quantity}");
                Command::new([b"HINCRBY", key.as_slice(), LOCKED, less.as_bytes()])
            }
            StockLayout::Pool(key) => {
                Command::new([b"RPUSH", &**key, share.to_string().as_bytes()])
            }
            StockLayout::Shards(keys) => add(&keys[config.home(racer) as usize]),
        }
    }

    /// Returns the commands that ask how much is left; the answers go to [`StockLayout::counter`].
    pub fn ask(&self) -> Vec<Command> {
        match self {
            StockLayout::Text(key) => vec![Command::new([b"GET", &**key])],
            StockLayout::Row(race) => vec![sql::command("read_stock", [race])],
            StockLayout::Hash(key) => vec![Command::new([b"HMGET", &**key, TOTAL, LOCKED])],
            StockLayout::Pool(key) => vec![Command::new([b"LLEN", &**key])],
            StockLayout::Shards(keys) => {
                keys.iter().map(|key| Command::new([b"GET", &**key])).collect()
            }
        }
    }

    /// Returns how much is left, or `None` if there is no stock or it is no whole number.
    pub fn counter(&self, replies: &[Reply]) -> Option<i64> {
        let number = |reply: &Reply| match reply {
            Reply::Bulk(text) => integer(text),
            Reply::Int(number) => Some(*number),
            _ => None,
        };
        match (self, replies) {
            (StockLayout::Hash(_), [Reply::Array(fields)]) => match &fields[..] {
                [total, locked] => number(total)?.checked_sub(number(locked)?),
                _ => None,
            },
            _ => replies.iter().map(number).try_fold(0_i64, |sum, part| sum.checked_add(part?)),
        }
    }
}

/// Returns what one of several keys begins with: as even as can be, the first ones have one more.
fn part(config: &RaceConfig, at: u32) -> String {
    (config.shares / config.shards + u32::from(at < config.shares % config.shards)).to_string()
}
