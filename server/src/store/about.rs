//! Which Redis it is, and what it keeps on disk: what a measured rate must not be told without.

use race_core::machine::Persistence;
use redis_model::{Command, Reply};

use super::{Store, StoreError};

/// What stands for a setting that Redis does not tell.
const UNKNOWN: &str = "unknown";
/// The settings that decide what is kept on disk.
const SETTINGS: [&str; 3] = ["appendonly", "appendfsync", "save"];

impl Store {
    /// The name and version of this Redis, and what it keeps on disk; `unknown` where it does not say,
    /// because a user of a shared Redis may not ask.
    pub async fn about(&self) -> Result<(String, Persistence), StoreError> {
        let mut questions = vec![Command::new(["INFO", "server"])];
        questions.extend(SETTINGS.map(|name| Command::new(["CONFIG", "GET", name])));
        let replies = self.ask(&questions).await?;
        let name = match &replies[0] {
            Reply::Bulk(info) => version(&String::from_utf8_lossy(info)),
            _ => None,
        };
        let [appendonly, appendfsync, save] =
            [1, 2, 3].map(|at| setting(&replies[at]).unwrap_or_else(|| UNKNOWN.to_owned()));
        let persistence = Persistence { appendonly, appendfsync, save };
        Ok((name.unwrap_or_else(|| format!("Redis, {UNKNOWN} version")), persistence))
    }
}

/// `Redis 7.0.15`, or `Valkey 8.1.0`, which tells both its own version and that of its ancestor.
fn version(info: &str) -> Option<String> {
    let told = |name: &str| {
        info.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':'))
    };
    match told("valkey_version") {
        Some(version) => Some(format!("Valkey {version}")),
        None => Some(format!("Redis {}", told("redis_version")?)),
    }
}

/// The answer to CONFIG GET is a name and its value, as a list or as a map of one.
fn setting(reply: &Reply) -> Option<String> {
    let Reply::Array(pair) = reply else { return None };
    match pair.get(1)? {
        Reply::Bulk(text) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_that_of_whoever_answers() {
        assert_eq!(version("# Server\r\nredis_version:7.0.15\r\n").unwrap(), "Redis 7.0.15");
        let valkey = "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.0\r\n";
        assert_eq!(version(valkey).unwrap(), "Valkey 8.1.0");
        assert_eq!(version(""), None);
    }
}
