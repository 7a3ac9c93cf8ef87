//! Slots of a cluster: the keys of a race lie in one; keys without a tag, or with an empty one, do not.

use std::net::TcpListener;
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;

use race_core::keys;
use race_core::program::KeyKind;
use race_core::store::{Command, Reply};
use race_server::live;
use race_server::store::{Source, Store};

use crate::support::{becomes, link, log, send, wait};

/// One node that has all the slots; gone when the test is.
struct Node {
    process: Child,
    folder: tempfile::TempDir,
}

impl Node {
    fn start() -> Node {
        let folder = tempfile::tempdir().expect("a folder");
        // Both held until both are known, so that they differ.
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let port = |at: usize| free[at].local_addr().expect("bound").port().to_string();
        let (port, bus) = (port(0), port(1));
        drop(free);
        let mut process = Process::new("redis-server");
        process.args(["--cluster-enabled", "yes", "--bind", "127.0.0.1", "--save", ""]);
        process.args(["--port", &port, "--cluster-port", &bus, "--unixsocket", "redis.sock"]);
        process.arg("--dir").arg(folder.path()).current_dir(folder.path());
        let process = process.stdout(Stdio::null()).spawn().expect("a redis-server on PATH");
        Node { process, folder }
    }

    async fn open(&self) -> Store {
        let url = format!("unix://{}/redis.sock", self.folder.path().display());
        for _ in 0..200 {
            if let Ok(store) = Store::open(Source::Given(url.clone())).await {
                let link = link(&store).await;
                if send(&link, "CLUSTER INFO").await != Reply::Nil {
                    return store;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no node within 10 s");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_race_runs_in_one_slot_and_keys_without_its_tag_would_not() {
    wait(async {
        let node = Node::start();
        let store = node.open().await;
        let link = link(&store).await;
        send(&link, "CLUSTER ADDSLOTSRANGE 0 16383").await;
        becomes("the cluster is up", async || matches!(send(&link, "GET x").await, Reply::Nil))
            .await;
        let call = async |stock: &str, users: &str| {
            link.call(&Command::new(["EVAL", "return 1", "2", stock, users]))
                .await
                .expect("an answer")
        };
        for [stock, users] in [["stock:1", "users:1"], ["{}:stock", "{}:users"]] {
            let reply = call(stock, users).await;
            assert!(
                matches!(&reply, Reply::Error(text) if text.starts_with("CROSSSLOT")),
                "{reply:?}"
            );
        }
        let ours = [KeyKind::StockString, KeyKind::UsersSet].map(|kind| keys::key("7f3a", kind));
        assert_eq!(call(&ours[0], &ours[1]).await, Reply::Int(1));
        for strategy in ["atomic", "function"] {
            let words = format!("strategy={strategy} venue=server racers=100");
            let result = live::run(&store, log(&format!("cluster-{strategy}"), &words)).await;
            assert_eq!((result.won, result.sold_out), (10, 90), "{:?}", result.failures);
        }
    });
}
