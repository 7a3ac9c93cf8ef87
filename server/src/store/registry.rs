//! The races whose keys exist: a sorted set of their ids by their last sign of life, so that the keys of
//! races whose server is gone can be removed, and no others.

use std::time::Duration;

use race_core::keys::{self, REGISTRY};
use redis_model::{Command, Reply};

use super::Store;
use super::error::StoreError;

/// A race without a sign of life for this long has lost its server.
const SILENCE_MAX: Duration = Duration::from_secs(60);
/// Keys live this long after the last sign of life. A plain SET makes a key eternal again, so
/// every sign of life sets it anew.
pub const KEY_LIFE: Duration = Duration::from_secs(300);

/// The list itself lives long: a race that was killed right after a plain SET is only found by it.
const REGISTRY_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Redis's own clock, so that servers with wrong clocks do not sweep each other's races.
const BEAT: &str = "local now = redis.call('TIME')
redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000), ARGV[1])
return redis.call('PEXPIRE', KEYS[1], ARGV[2])";
/// A lock's own time to live (at most a minute) is part of the race, so a short one is left alone. A
/// long one is only renewed when half of it is over: it is a write, and a grab that watches the key
/// would be refused by it.
const RENEW: &str = "for _, key in ipairs(KEYS) do
    local left = redis.call('PTTL', key)
    if left == -1 or left > 60000 and left < 150000 then redis.call('PEXPIRE', key, ARGV[1]) end
end";
const SILENT: &str = "local now = redis.call('TIME')
local oldest = now[1] * 1000 + math.floor(now[2] / 1000) - ARGV[1]
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', oldest))";

impl Store {
    /// Removes the keys of races whose server is gone; returns their ids.
    ///
    /// # Errors
    ///
    /// Fails if Redis does not answer or refuses.
    pub async fn sweep(&self) -> Result<Vec<String>, StoreError> {
        let silence = SILENCE_MAX.as_millis().to_string();
        let found = self.ask(&[Command::new(["EVAL", SILENT, "1", REGISTRY, &silence])]).await?;
        self.accepted(&found[0])?;
        let Reply::Array(ids) = &found[0] else {
            return Ok(Vec::new());
        };
        let id = |reply: &Reply| match reply {
            Reply::Bulk(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        };
        let ids: Vec<_> = ids.iter().filter_map(id).collect();
        for race in &ids {
            self.leave(race).await?;
        }
        Ok(ids)
    }

    /// Gives a sign of life: the race's keys live on, and no sweep takes them.
    ///
    /// # Errors
    ///
    /// Fails if Redis does not answer or refuses.
    pub async fn beat(&self, race: &str) -> Result<(), StoreError> {
        let life = KEY_LIFE.as_millis().to_string();
        let registry_life = REGISTRY_LIFE.as_millis().to_string();
        let keys = keys::all_keys(race);
        let mut renew = vec!["EVAL".to_owned(), RENEW.to_owned(), keys.len().to_string()];
        renew.extend(keys);
        renew.push(life);
        let beat = Command::new(["EVAL", BEAT, "1", REGISTRY, race, &registry_life]);
        let replies = self.ask(&[beat, Command::new(renew)]).await?;
        replies.iter().try_for_each(|reply| self.accepted(reply))
    }

    /// Removes a race's keys and forgets it.
    ///
    /// # Errors
    ///
    /// Fails if Redis does not answer or refuses.
    pub async fn leave(&self, race: &str) -> Result<(), StoreError> {
        let mut unlink = vec!["UNLINK".to_owned()];
        unlink.extend(keys::all_keys(race));
        let forget = Command::new(["ZREM", REGISTRY, race]);
        let replies = self.ask(&[Command::new(unlink), forget]).await?;
        replies.iter().try_for_each(|reply| self.accepted(reply))
    }
}
