//! What went wrong with Redis, in sentences for people. No password ever gets in here: only the
//! address, and what Redis itself said.

use redis::{ErrorKind, RedisError};

use super::{StoreError, TIMEOUT};

/// Why no connection came about, or why one broke.
pub fn connection(error: &RedisError, address: &str) -> StoreError {
    if let Some(code) = error.code() {
        let detail = error.detail().unwrap_or_default();
        return refusal(&format!("{code} {detail}"), address);
    }
    StoreError::new(match error.kind() {
        ErrorKind::AuthenticationFailed => wrong_password(address),
        _ if error.is_timeout() => return silent(address),
        _ if error.is_connection_refusal() => {
            format!("No Redis answers at {address}. Is it running there?")
        }
        _ if error.is_connection_dropped() => {
            format!("The connection to Redis at {address} broke off. Has it been stopped?")
        }
        _ => format!("Redis at {address} cannot be reached: {error}."),
    })
}

/// That no answer came in time.
pub fn silent(address: &str) -> StoreError {
    let seconds = TIMEOUT.as_secs();
    StoreError::new(format!("Redis at {address} did not answer within {seconds} s."))
}

/// Why Redis refused a command: the text of its error reply, its code first.
pub fn refusal(text: &str, address: &str) -> StoreError {
    let (code, detail) = text.split_once(' ').unwrap_or((text, ""));
    StoreError::new(match code {
        "WRONGPASS" => wrong_password(address),
        "NOAUTH" => format!(
            "Redis at {address} asks for a password: put it into the address, as in \
             redis://:password@host:6379 or redis://user:password@host:6379."
        ),
        "NOPERM" => {
            format!("Redis at {address} does not let this user do what a race does: {detail}.")
        }
        "READONLY" => {
            format!("Redis at {address} is a replica and only reads: give its master's address.")
        }
        "OOM" => {
            format!("Redis at {address} is out of memory (maxmemory) and takes no more writes.")
        }
        "BUSY" => format!("Redis at {address} is busy with a script that does not come to an end."),
        "LOADING" => {
            format!("Redis at {address} is still loading its data: try again in a moment.")
        }
        "MISCONF" => {
            format!("Redis at {address} takes no writes, because it cannot save to its disk.")
        }
        "MASTERDOWN" => format!("Redis at {address} is a replica that has lost its master."),
        "CLUSTERDOWN" => format!("The Redis cluster at {address} is down."),
        "MOVED" | "ASK" | "CROSSSLOT" => cluster(address),
        _ => format!("Redis at {address} refused: {text}"),
    })
}

/// Why this Redis must not be raced on, by what its INFO says of it.
pub fn unfit(info: &str, address: &str) -> Option<StoreError> {
    let says = |name: &str| {
        let value =
            |line: &str| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim().to_owned());
        info.lines().find_map(value)
    };
    let version = says("redis_version").unwrap_or_default();
    let mut numbers = version.split('.').map(|part| part.parse::<u32>().ok());
    let message = match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) if (major, minor) < (6, 2) => {
            format!("Redis at {address} is version {version}; races need 6.2 or later.")
        }
        _ if says("cluster_enabled").as_deref() == Some("1") => cluster(address),
        _ if says("role").is_some_and(|role| role != "master") => {
            return Some(refusal("READONLY", address));
        }
        _ => {
            let policy = says("maxmemory_policy").filter(|policy| policy != "noeviction")?;
            says("maxmemory").filter(|bytes| bytes != "0")?;
            format!(
                "Redis at {address} throws keys away when its memory is full (maxmemory-policy \
                 {policy}), so a stock could vanish in mid-race: set it to noeviction."
            )
        }
    };
    Some(StoreError::new(message))
}

fn wrong_password(address: &str) -> String {
    format!("Redis at {address} refused the user name or the password.")
}

fn cluster(address: &str) -> String {
    format!("Redis at {address} is part of a cluster; races run on a single Redis only.")
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
    fn each_refusal_has_its_sentence(#[case] text: &str, #[case] says: &str) {
        let told = refusal(text, "here").message;
        assert!(told.contains(says) && told.contains("here"), "{told}");
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
    fn a_redis_that_must_not_be_raced_on_is_told_by_its_info(
        #[case] info: &str,
        #[case] says: Option<&str>,
    ) {
        let told = unfit(info, "here").map(|error| error.message);
        match (&told, says) {
            (Some(told), Some(says)) => assert!(told.contains(says), "{told}"),
            (None, None) => {}
            _ => panic!("{told:?}, not {says:?}"),
        }
    }
}
