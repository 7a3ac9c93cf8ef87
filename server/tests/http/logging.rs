//! The log of requests: one span each, with nothing of a caller's secrets.

use std::io::Write;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, COOKIE};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::EnvFilter;

use crate::support::{SHORT, Server, Site, read_all, request};

/// The log of this thread, which in these tests is the whole server.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// Logs what passes the filter, as long as the guard lives.
    fn new(filter: &str) -> (Lines, DefaultGuard) {
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(EnvFilter::new(filter))
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        (lines, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn line(&self, part: &str) -> String {
        let text = self.text();
        text.lines()
            .find(|line| line.contains(part))
            .unwrap_or_else(|| panic!("{part}: {text}"))
            .to_owned()
    }
}

#[tokio::test]
async fn a_request_is_logged_with_method_path_status_latency_and_id_but_no_secret() {
    let (lines, _guard) = Lines::new("race_server=debug");
    let site = Site::new().await;
    let asked = request("GET", "/api/races/7f3a?token=s3cret")
        .header(AUTHORIZATION, "Bearer s3cret")
        .header(COOKIE, "session=s3cret");
    let answer = site.send(asked.body(Body::empty()).unwrap()).await;
    let line = lines.line("answered");
    let id = format!("id=\"{}\"", answer.header("x-request-id"));
    for part in ["method=GET", "path=\"/api/races/7f3a\"", "status=404", "latency_us=", &id] {
        assert!(line.contains(part), "{part}: {line}");
    }
    assert!(!lines.text().contains("s3cret"), "{}", lines.text());
    site.close().await;
}

#[tokio::test]
async fn at_the_servers_own_level_a_request_is_not_logged_but_names_what_goes_wrong_in_it() {
    let (lines, _guard) = Lines::new("info");
    let site = Site::new().await;
    site.get("/api/limits").await;
    assert!(!lines.text().contains("/api/limits"), "{}", lines.text());
    site.app.backends.close().await;
    let answer = site.get("/healthz").await;
    let line = lines.line("WARN");
    assert!(line.contains("path=\"/healthz\""), "{line}");
    assert!(line.contains(answer.header("x-request-id")), "{line}");
}

#[tokio::test]
async fn a_viewers_stream_is_logged_within_its_request() {
    let (lines, _guard) = Lines::new("race_server=debug");
    let server = Server::new().await;
    let id = server.begin(SHORT).await;
    let mut socket = server.watch(&id).await.unwrap();
    assert_eq!(read_all(&mut socket).await.1, Some(1000));
    drop(socket);
    server.close().await;
    for part in ["answered", "the viewer's stream ends"] {
        let events = format!("path=\"/api/races/{id}/events\"");
        let text = lines.text();
        let found = text.lines().any(|line| {
            line.contains(part) && line.contains(&events) && line.contains("status=101")
        });
        assert!(found, "{part}: {text}");
    }
}
