//! The one place that reads what Redis and its client answer: each text becomes a variant, once.

use redis::{ErrorKind, RedisError};

use super::error::{Refusal, StoreError, Unfit};

/// Returns why no connection came about, or why one broke.
pub fn connection(error: &RedisError, address: &str) -> StoreError {
    if let Some(code) = error.code() {
        let detail = error.detail().unwrap_or_default();
        return refused(&format!("{code} {detail}"), address);
    }
    let address = address.to_owned();
    match error.kind() {
        ErrorKind::AuthenticationFailed => StoreError::wrong_password(&address),
        _ if error.is_timeout() => StoreError::Silent { address },
        _ if error.is_connection_refusal() => StoreError::NothingThere { address },
        _ if error.is_connection_dropped() => StoreError::BrokenOff { address },
        _ => StoreError::Unreachable { address, why: error.to_string() },
    }
}

/// Returns the error of a command that the Redis at this address refused with this text.
pub fn refused(text: &str, address: &str) -> StoreError {
    StoreError::Refused { address: address.to_owned(), refusal: refusal(text) }
}

/// Returns what the text of an error reply means; its code comes first.
pub fn refusal(text: &str) -> Refusal {
    let (code, detail) = text.split_once(' ').unwrap_or((text, ""));
    match code {
        "WRONGPASS" => Refusal::WrongPassword,
        "NOAUTH" => Refusal::NoPassword,
        "NOPERM" => Refusal::NotAllowed(detail.to_owned()),
        "READONLY" => Refusal::ReadOnly,
        "OOM" => Refusal::OutOfMemory,
        "BUSY" => Refusal::Busy,
        "LOADING" => Refusal::Loading,
        "MISCONF" => Refusal::CannotSave,
        "MASTERDOWN" => Refusal::NoMaster,
        "CLUSTERDOWN" => Refusal::ClusterDown,
        "MOVED" | "ASK" | "CROSSSLOT" => Refusal::Cluster,
        "NOSCRIPT" => Refusal::UnknownProgram,
        "ERR" if detail == "Function not found" => Refusal::UnknownProgram,
        "ERR" if detail.starts_with("Library '") && detail.ends_with("' already exists") => {
            Refusal::LibraryExists
        }
        _ => Refusal::Other(text.to_owned()),
    }
}

/// Returns why this Redis must not be raced on, as its INFO shows it.
pub fn unfit(info: &str) -> Option<Unfit> {
    let value_of = |name: &str| {
        let value =
            |line: &str| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim().to_owned());
        info.lines().find_map(value)
    };
    let version = value_of("redis_version").unwrap_or_default();
    let mut numbers = version.split('.').map(|part| part.parse::<u32>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) if (major, minor) < (6, 2) => Some(Unfit::TooOld { version }),
        _ if value_of("cluster_enabled").as_deref() == Some("1") => Some(Unfit::Cluster),
        _ if value_of("role").is_some_and(|role| role != "master") => Some(Unfit::Replica),
        _ => {
            let policy = value_of("maxmemory_policy").filter(|policy| policy != "noeviction")?;
            value_of("maxmemory").filter(|bytes| bytes != "0")?;
            Some(Unfit::Evicts { policy })
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("OOM command not allowed when used memory > 'maxmemory'.", "out of memory")]
    #[case("BUSY Redis is busy running a script.", "busy with a script")]
    #[case("LOADING Redis is loading the dataset in memory", "still loading")]
    #[case("MISCONF Redis is configured to save RDB snapshots", "cannot save to its disk")]
    #[case("CLUSTERDOWN Hash slot not served", "cluster at here is down")]
    #[case("READONLY You can't write against a read only replica.", "is a replica")]
    #[case("NOAUTH Authentication required.", "asks for a password")]
    #[case("WRONGPASS invalid username-password pair", "refused the user name or the password")]
    #[case("ERR something new", "refused: ERR something new")]
    fn each_refusal_has_its_sentence(#[case] text: &str, #[case] expected: &str) {
        let sentence = refused(text, "here").to_string();
        assert!(sentence.contains(expected) && sentence.contains("here"), "{sentence}");
    }

    #[rstest]
    #[case("NOSCRIPT No matching script. Please use EVAL.", Refusal::UnknownProgram)]
    #[case("ERR Function not found", Refusal::UnknownProgram)]
    #[case("ERR Library 'atomic_1f' already exists", Refusal::LibraryExists)]
    fn what_the_store_goes_by_is_a_variant(#[case] text: &str, #[case] expected: Refusal) {
        assert_eq!(refusal(text), expected);
    }

    #[rstest]
    #[case("redis_version:5.0.14\r\nrole:master\r\n", Some("6.2 or later"))]
    #[case("redis_version:7.0.15\r\nrole:slave\r\n", Some("is a replica"))]
    #[case(
        "redis_version:7.0.15\r\nrole:master\r\ncluster_enabled:1\r\n",
        Some("part of a cluster")
    )]
    #[case("maxmemory:1048576\r\nmaxmemory_policy:allkeys-lru\r\n", Some("noeviction"))]
    #[case("maxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n", None)]
    #[case("redis_version:6.2.0\r\nrole:master\r\nmaxmemory:0\r\n", None)]
    #[case("", None)]
    fn a_redis_that_must_not_be_raced_on_shows_it_in_its_info(
        #[case] info: &str,
        #[case] expected: Option<&str>,
    ) {
        let address = "here".to_owned();
        let found = unfit(info).map(|unfit| StoreError::Unfit { address, unfit }.to_string());
        match (&found, expected) {
            (Some(found), Some(expected)) => assert!(found.contains(expected), "{found}"),
            (None, None) => {}
            _ => panic!("{found:?}, not {expected:?}"),
        }
    }
}
