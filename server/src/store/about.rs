//! Which Redis it is, and what it keeps on disk: a measured rate means nothing without that.

use race_core::machine::Persistence;
use redis_model::{Command, Reply};

use super::Store;
use super::error::StoreError;

/// The name of a setting that Redis does not show.
const UNKNOWN: &str = "unknown";
/// The settings that decide what is kept on disk.
const SETTINGS: [&str; 3] = ["appendonly", "appendfsync", "save"];

/// A Redis as far as a measured rate depends on it.
pub struct About {
    /// Its name and version.
    pub name: String,
    /// What it keeps on disk.
    pub persistence: Persistence,
}

impl Store {
    /// Returns the name and version of this Redis, and what it keeps on disk; `unknown` where the user
    /// of a shared Redis may not ask.
    ///
    /// # Errors
    ///
    /// Fails if Redis does not answer.
    pub async fn about(&self) -> Result<About, StoreError> {
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
        let name = name.unwrap_or_else(|| format!("Redis, {UNKNOWN} version"));
        Ok(About { name, persistence })
    }
}

/// Returns `Redis 7.0.15`, or `Valkey 8.1.0`, whose INFO has its own version and that of its ancestor.
fn version(info: &str) -> Option<String> {
    let value_of = |name: &str| {
        info.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':'))
    };
    match value_of("valkey_version") {
        Some(version) => Some(format!("Valkey {version}")),
        None => Some(format!("Redis {}", value_of("redis_version")?)),
    }
}

/// Returns the value in an answer to CONFIG GET, which is a name and its value.
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
    fn a_version_is_that_of_the_server_that_answers() {
        assert_eq!(version("# Server\r\nredis_version:7.0.15\r\n").unwrap(), "Redis 7.0.15");
        let valkey = "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.0\r\n";
        assert_eq!(version(valkey).unwrap(), "Valkey 8.1.0");
        assert_eq!(version(""), None);
    }
}
