//! A race's keys: set before its first grab, read after its last.

use race_core::RaceConfig;
use race_core::program::KeyKind;
use race_core::trace::Venue;
use race_engine::keyspace::{Holdings, Keyspace};
use race_engine::parse::integer;
use race_engine::program;
use race_engine::sql::is_statement;
use redis_model::{Command, Reply};

use super::connection::{Connection, Script};
use super::error::{Refusal, StoreError};
use super::explain;
use super::registry::KEY_LIFE;

/// The number of members of the winners' record that are read in one go.
const SCAN: &str = "1000";

/// Sets a race's keys as its config says, and loads its program where it runs inside Redis.
///
/// # Errors
///
/// Fails if the connection does or if Redis refuses one of them.
pub async fn prepare(
    connection: &Connection,
    at: &Keyspace<'_>,
) -> Result<Option<Script>, StoreError> {
    let held = at.held();
    let mut commands: Vec<_> = held.iter().map(|key| Command::new([b"UNLINK", &**key])).collect();
    commands.extend(at.load().into_iter().filter(|command| !is_statement(command)));
    let life = KEY_LIFE.as_millis().to_string();
    commands.extend(held.iter().map(|key| Command::new([b"PEXPIRE", &**key, life.as_bytes()])));
    let is_script = at.config.venue == Venue::Server && at.program.library().is_none();
    if is_script {
        commands.push(load_script(at));
    }
    if commands.is_empty() {
        return Ok(None);
    }
    let replies = connection.call_all(&commands).await?;
    for reply in &replies {
        if let Reply::Error(text) = reply
            // A library is named after its text, so one of that name is the same one.
            && explain::refusal(text) != Refusal::LibraryExists
        {
            return Err(explain::refused(text, connection.address()));
        }
    }
    let sha = replies.last().filter(|_| is_script);
    Ok(script(at, sha))
}

fn load_script(at: &Keyspace<'_>) -> Command {
    Command::new(["SCRIPT", "LOAD", &at.program.text])
}

/// Returns what a grab calls, where the program runs inside Redis.
fn script(at: &Keyspace<'_>, sha: Option<&Reply>) -> Option<Script> {
    let keys = at.keys.to_vec();
    match (at.program.library(), sha) {
        (Some(library), _) => {
            let load = program::load_library(&library);
            Some(Script { call: "FCALL", name: library.name, load, keys })
        }
        (None, Some(Reply::Bulk(sha))) => {
            let name = String::from_utf8_lossy(sha).into_owned();
            Some(Script { call: "EVALSHA", name, load: load_script(at), keys })
        }
        _ => None,
    }
}

/// Reads what a race left behind.
///
/// # Errors
///
/// Fails if the connection does.
pub async fn read(connection: &Connection, at: &Keyspace<'_>) -> Result<Holdings, StoreError> {
    let mut found = Holdings::default();
    if let Some(stock) = at.stock().filter(|stock| !stock.is_row()) {
        found.counter = stock.counter(&connection.call_all(&stock.ask()).await?);
    }
    if let Some(key) = at.key(KeyKind::UsersSet) {
        found.recorded = recorded(connection, at.config, key).await?;
    }
    Ok(found)
}

async fn recorded(
    connection: &Connection,
    config: &RaceConfig,
    key: &[u8],
) -> Result<Option<u64>, StoreError> {
    if let [quantity] = config.quantities[..] {
        return Ok(match connection.call(&Command::new([b"SCARD", key])).await? {
            Reply::Int(racers) => Some(racers as u64 * u64::from(quantity)),
            _ => None,
        });
    }
    let (mut cursor, mut racers) = (b"0".to_vec(), std::collections::BTreeSet::new());
    loop {
        let scan = [b"SSCAN", key, &cursor, b"COUNT", SCAN.as_bytes()];
        let Reply::Array(page) = connection.call(&Command::new(scan)).await? else {
            return Ok(None);
        };
        let [Reply::Bulk(next), Reply::Array(members)] = &page[..] else {
            return Ok(None);
        };
        // A scan may return a member twice, so a set gathers them.
        racers.extend(members.iter().filter_map(|member| match member {
            Reply::Bulk(bytes) => u32::try_from(integer(bytes)?).ok(),
            _ => None,
        }));
        if next == b"0" {
            return Ok(Some(config.shares_of_racers(racers.into_iter())));
        }
        cursor = next.clone();
    }
}
