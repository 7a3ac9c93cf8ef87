//! The machine that races run on, as far as a measured rate depends on it, without anything that would
//! identify it: no host name, no path, no user.

use race_core::machine::Machine;

use crate::store::{Store, StoreError};

/// Returns this machine and its Redis.
///
/// # Errors
///
/// Fails if Redis does not answer.
pub async fn about(store: &Store) -> Result<Machine, StoreError> {
    let redis = store.about().await?;
    Ok(Machine {
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
        cpu: std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model(&text)),
        redis: redis.name,
        persistence: redis.persistence,
    })
}

/// Returns the processor's name where the system has it in a file; elsewhere it is left out.
fn model(cpuinfo: &str) -> Option<String> {
    let named = |line: &str| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "model name").then(|| value.trim().to_owned())
    };
    cpuinfo.lines().find_map(named).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processors_name_is_read_where_it_stands_and_never_made_up() {
        let text =
            "processor\t: 0\nmodel name\t: A CPU @ 2.20GHz\nprocessor\t: 1\nmodel name\t: B\n";
        assert_eq!(model(text).as_deref(), Some("A CPU @ 2.20GHz"));
        assert_eq!(model("processor : 0\nmodel name :\n"), None);
        assert_eq!(model(""), None);
    }
}
