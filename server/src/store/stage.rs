//! A race's keys: set before its first grab, read after its last.

use race_core::program::KeyKind;
use race_core::race::RaceConfig;
use race_core::store::{Command, Reply};
use race_core::trace::Venue;

use super::link::{Link, Script};
use super::registry::KEY_LIFE;
use super::{StoreError, explain};

/// Members of the winners' record that are read in one go.
const SCAN: &str = "1000";

/// What Redis holds when a race has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Final {
    /// The counter; `None` if there is none or it is no whole number.
    pub counter: Option<i64>,
    /// The shares that the strategy's own record of winners holds, where it keeps one.
    pub recorded: Option<u64>,
}

/// Sets a race's keys as its config says, and loads its program where it runs inside Redis.
pub async fn prepare(
    link: &Link,
    config: &RaceConfig,
    keys: &[Vec<u8>],
    text: &str,
) -> Result<Option<Script>, StoreError> {
    let mut unlink = vec![b"UNLINK".to_vec()];
    unlink.extend_from_slice(keys);
    let mut commands = vec![Command::new(unlink)];
    if let (Some(stock), Some(key)) = (config.stock_text(), keys.first()) {
        let life = KEY_LIFE.as_millis().to_string();
        let set = [b"SET", key.as_slice(), stock.as_bytes(), b"PX", life.as_bytes()];
        commands.push(Command::new(set));
    }
    if config.venue == Venue::Server {
        commands.push(Command::new(["SCRIPT", "LOAD", text]));
    }
    let replies = link.call_all(&commands).await?;
    for reply in &replies {
        if let Reply::Error(text) = reply {
            return Err(explain::refusal(text, link.address()));
        }
    }
    match (config.venue, replies.last()) {
        (Venue::Server, Some(Reply::Bulk(sha))) => Ok(Some(Script {
            text: text.to_owned(),
            sha: String::from_utf8_lossy(sha).into_owned(),
            keys: keys.to_vec(),
        })),
        _ => Ok(None),
    }
}

/// Reads what a race left behind.
pub async fn read(link: &Link, config: &RaceConfig, keys: &[Vec<u8>]) -> Result<Final, StoreError> {
    let program = config.program();
    let of_kind = |kind| program.keys.iter().position(|each| *each == kind).map(|at| &keys[at]);
    let mut found = Final::default();
    if let Some(key) = of_kind(KeyKind::StockString)
        && let Reply::Bulk(text) = link.call(&Command::new([b"GET", key.as_slice()])).await?
    {
        found.counter = std::str::from_utf8(&text).ok().and_then(|text| text.parse().ok());
    }
    if let Some(key) = of_kind(KeyKind::UsersSet) {
        found.recorded = recorded(link, config, key).await?;
    }
    Ok(found)
}

async fn recorded(link: &Link, config: &RaceConfig, key: &[u8]) -> Result<Option<u64>, StoreError> {
    if let [quantity] = config.quantities[..] {
        return Ok(match link.call(&Command::new([b"SCARD", key])).await? {
            Reply::Int(racers) => Some(racers as u64 * u64::from(quantity)),
            _ => None,
        });
    }
    let (mut cursor, mut racers) = (b"0".to_vec(), std::collections::BTreeSet::new());
    loop {
        let scan = [b"SSCAN", key, &cursor, b"COUNT", SCAN.as_bytes()];
        let Reply::Array(page) = link.call(&Command::new(scan)).await? else {
            return Ok(None);
        };
        let [Reply::Bulk(next), Reply::Array(members)] = &page[..] else {
            return Ok(None);
        };
        // A scan may tell a member twice, so a set gathers them.
        racers.extend(members.iter().filter_map(|member| match member {
            Reply::Bulk(bytes) => std::str::from_utf8(bytes).ok()?.parse::<u32>().ok(),
            _ => None,
        }));
        if next == b"0" {
            return Ok(Some(config.shares_of_racers(racers.into_iter())));
        }
        cursor = next.clone();
    }
}
