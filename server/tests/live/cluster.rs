//! Slots of a cluster: the keys of a race lie in one; keys without a tag, or with an empty one, do
//! not. Races run on a single Redis only, but nothing about their keys stands in the way.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use race_core::keys;
use race_core::program::KeyKind;
use race_server::store::{Source, Store};
use tempfile::TempDir;

use crate::support::wait;

/// One node that has all the slots; gone when the test is.
struct Node {
    process: Child,
    folder: TempDir,
}

impl Node {
    fn start() -> Node {
        let folder = tempfile::tempdir().expect("a folder");
        // Both held until both are known, so that they differ.
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let [port, bus] = free.each_ref().map(|free| free.local_addr().expect("bound").port());
        drop(free);
        let mut process = Command::new("redis-server");
        process.args(["--cluster-enabled", "yes", "--bind", "127.0.0.1", "--save", ""]);
        process.args(["--port", &port.to_string(), "--cluster-port", &bus.to_string()]);
        process.args(["--unixsocket", "redis.sock", "--dir", "."]).current_dir(folder.path());
        let process = process.stdout(Stdio::null()).spawn().expect("a redis-server on PATH");
        let node = Node { process, folder };
        node.has("CLUSTER ADDSLOTSRANGE 0 16383", "+OK");
        node.has("GET x", "$-1");
        node
    }

    /// Returns what Redis answers to a plain line, as far as the end of the answer's first one.
    fn answer(&self, line: &str) -> Option<String> {
        let mut socket = UnixStream::connect(self.folder.path().join("redis.sock")).ok()?;
        socket.write_all(format!("{line}\r\n").as_bytes()).ok()?;
        let mut answer = String::new();
        BufReader::new(socket).read_line(&mut answer).ok()?;
        Some(answer.trim_end().to_owned())
    }

    /// Waits until Redis answers like this.
    fn has(&self, line: &str, answer: &str) {
        for _ in 0..200 {
            if self.answer(line).as_deref() == Some(answer) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{line}: {:?} after 10 s", self.answer(line));
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_keys_of_a_race_lie_in_one_slot_and_keys_without_its_tag_would_not() {
    let node = Node::start();
    let call = |stock: &str, users: &str| {
        node.answer(&format!("EVAL \"return 1\" 2 {stock} {users}")).expect("an answer")
    };
    for [stock, users] in [["stock:1", "users:1"], ["{}:stock", "{}:users"]] {
        let answer = call(stock, users);
        assert!(answer.starts_with("-CROSSSLOT"), "{stock} {users}: {answer}");
    }
    let [stock, users] =
        [KeyKind::StockString, KeyKind::UsersSet].map(|kind| keys::key("7f3a", kind));
    assert_eq!(call(&stock, &users), ":1");
    let url = format!("unix://{}/redis.sock", node.folder.path().display());
    let refused =
        wait(Store::open(Source::Url(url))).err().expect("a cluster is refused").to_string();
    assert!(refused.contains("single Redis only"), "{refused}");
}
