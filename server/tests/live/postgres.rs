//! A PostgreSQL of the tests' own, in a folder of its own: never the system's. It is gone when the
//! test binary is, also after a panic.

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The user's password, over TCP. Over the socket none is asked for.
const PASSWORD: &str = "right";

/// A private cluster.
pub struct Postgres {
    programs: PathBuf,
    folder: tempfile::TempDir,
    port: u16,
    /// It runs as long as this one's pipe is open.
    supervisor: Option<Child>,
}

/// Returns the one that the tests of a binary share.
pub fn shared() -> &'static Postgres {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    SHARED.get_or_init(Postgres::new)
}

impl Postgres {
    /// Makes one and starts it.
    pub fn new() -> Postgres {
        let programs = programs();
        // Short, because a socket's path may not be long.
        let folder = tempfile::Builder::new().prefix("rpr-pg-").tempdir_in("/tmp");
        let folder = folder.expect("a folder");
        if let Some((user, group)) = other_user() {
            chown(folder.path(), Some(user), Some(group)).expect("the folder is given away");
        }
        let password = folder.path().join("password");
        fs::write(&password, PASSWORD).expect("a file");
        let made = as_other_user(Command::new(programs.join("initdb")))
            .args(["--username=race", "--auth-local=trust", "--auth-host=scram-sha-256"])
            .args(["--locale=C", "--encoding=UTF8", "--no-sync", "--no-instructions"])
            .arg("--pwfile")
            .arg(&password)
            .arg("--pgdata")
            .arg(folder.path().join("data"))
            .current_dir("/")
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        let mut postgres = Postgres { programs, folder, port, supervisor: None };
        postgres.start();
        postgres
    }

    /// Returns its URL, over its socket.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display();
        format!("postgres://race@localhost:{}/postgres?host={folder}", self.port)
    }

    /// Returns its URL over TCP, where it asks for a password.
    pub fn url_with(&self, password: &str) -> String {
        format!("postgres://race:{password}@127.0.0.1:{}/postgres", self.port)
    }

    /// Returns its URL over TCP with the right password.
    pub fn url_over_tcp(&self) -> String {
        self.url_with(PASSWORD)
    }

    /// Starts it and waits until it answers.
    pub fn start(&mut self) {
        let folder = self.folder.path();
        let supervisor = as_other_user(Command::new("sh"))
            .args(["-c", include_str!("postgres/supervisor.sh"), "race-postgres"])
            .arg(self.programs.join("postgres"))
            .args([folder, Path::new(&self.port.to_string())])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("a shell");
        self.supervisor = Some(supervisor);
        let started = Instant::now();
        // Over TCP it answers before it lets anybody in; its log shows when it does.
        let is_ready = || {
            let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
            log.contains("ready to accept connections")
                && TcpStream::connect(("127.0.0.1", self.port)).is_ok()
        };
        while !is_ready() {
            let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(started.elapsed() < Duration::from_secs(20), "PostgreSQL: {log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it at once, as a power cut would, and waits until it is gone.
    pub fn stop(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            let mut pipe = supervisor.stdin.take().expect("a pipe");
            writeln!(pipe, "stop").expect("the supervisor listens");
            supervisor.wait().expect("it ends");
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Returns where `initdb` and `postgres` are: on PATH, or where Debian puts them, which is not on PATH.
fn programs() -> PathBuf {
    let has_both = |folder: &PathBuf| {
        ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file())
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let found = folders.into_iter().find(has_both);
    found.expect("PostgreSQL's initdb and postgres; `scripts/setup test` installs them")
}

/// PostgreSQL refuses to run as root: then another user runs it, by number of user and group.
fn other_user() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").map_or(true, |own| own.uid() != 0) {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the users");
    let find = |name: &str| {
        let line = users.lines().find(|line| line.starts_with(&format!("{name}:")))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    Some(find("postgres").or_else(|| find("nobody")).expect("a user who is not root"))
}

fn as_other_user(mut command: Command) -> Command {
    if let Some((user, group)) = other_user() {
        command.uid(user).gid(group);
    }
    command
}
