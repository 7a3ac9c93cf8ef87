//! `race serve`, as a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{code, command, err, race};

/// A running `race serve`, ended with the test.
struct Served(Child, String);

impl Served {
    fn new(words: &str) -> Served {
        let mut child = command(&format!("serve --listen 127.0.0.1:0 {words}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        Served(child, address)
    }

    fn get(&self, path: &str) -> String {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(&self.1).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.1)
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    fn end(&mut self) -> Option<i32> {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(10) {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it did not end");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn serve_prints_its_address_and_ends_on_a_signal() {
    for name in ["TERM", "INT"] {
        let mut served = Served::new("");
        assert!(
            served.get("/healthz").starts_with("HTTP/1.1 200 OK"),
            "{}",
            served.get("/healthz")
        );
        assert!(served.get("/").contains("Red Packet Race"));
        served.signal(name);
        assert_eq!(served.end(), Some(0), "{name}");
    }
}

#[test]
fn an_address_that_is_taken_is_named() {
    let served = Served::new("");
    let output = race(&format!("serve --listen {}", served.1));
    assert_eq!(code(&output), 3);
    assert!(err(&output).contains("--listen"), "{}", err(&output));
}

#[test]
fn a_request_that_never_finishes_its_head_is_cut_off() {
    use std::io::Write;
    let served = Served::new("");
    let mut stream = std::net::TcpStream::connect(&served.1).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it is closed, not left open");
}
