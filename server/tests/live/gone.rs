//! A private Redis is gone when the process that started it is, however that ended.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use race_server::store::{Source, Store};
use rstest::rstest;

use crate::support::{PATIENCE, private, wait};

/// The servers that this process started, by its supervisors.
fn servers_of(parent: u32) -> Vec<u32> {
    let listed = Command::new("ps").args(["-axo", "pid=,ppid="]).output().expect("ps runs");
    let listed = String::from_utf8(listed.stdout).expect("numbers");
    let pairs: Vec<(u32, u32)> = listed
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .filter_map(|(pid, ppid)| Some((pid.parse().ok()?, ppid.trim().parse().ok()?)))
        .collect();
    let of = |parent| pairs.iter().filter(move |(_, ppid)| *ppid == parent).map(|(pid, _)| *pid);
    of(parent).flat_map(of).collect()
}

fn lives(pid: u32) -> bool {
    let listed = Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output();
    let state = String::from_utf8(listed.expect("ps runs").stdout).expect("text");
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

fn becomes(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A race that runs long enough to be ended by us.
fn race() -> Child {
    Command::new(env!("CARGO_BIN_EXE_race"))
        .args(["run", "get_set", "--racers", "200", "--jitter-ms", "30000", "--json"])
        .env_remove("REDIS_URL")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs")
}

#[rstest]
#[case::killed("-9")]
#[case::terminated("-TERM")]
#[case::interrupted("-INT")]
fn no_redis_outlives_a_race_whose_process_is(#[case] signal: &str) {
    let mut race = race();
    let mut servers = Vec::new();
    becomes("its Redis runs", || {
        servers = servers_of(race.id());
        // The supervisor, a shell, has a second child: the one that waits for the pipe.
        servers.len() >= 2
    });
    let signalled = Command::new("kill").args([signal, &race.id().to_string()]).status();
    assert!(signalled.expect("kill runs").success());
    becomes("its Redis is gone", || !servers.iter().any(|pid| lives(*pid)));
    race.wait().expect("it has ended");
}

#[test]
fn a_closed_store_has_ended_its_redis_and_removed_its_folder() {
    wait(async {
        let backends = private().await;
        let socket = std::path::PathBuf::from(backends.redis.address());
        let folder = socket.parent().expect("a folder").to_owned();
        assert!(socket.exists());
        use std::os::unix::fs::PermissionsExt;
        let mode = folder.metadata().expect("it exists").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "only we may enter");
        backends.close().await;
        assert!(!folder.exists());
        let reopened = Store::open(Source::Url(format!("unix://{}", socket.display()))).await;
        assert!(reopened.is_err());
    });
}
