//! A server for one test: its router, its port, and helpers to use them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, Request, Response};
use futures_util::{SinkExt, StreamExt};
use race_core::result::RaceResult;
use race_core::wire::Frame;
use race_server::http::guard::Policy;
use race_server::http::{App, router, serve};
use race_server::store::{Source, Store};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A race that ends in a moment.
pub const SHORT: &str = r#"{"strategy":"get_set","lockstep":true}"#;
/// One that lasts until somebody stops it: 88 grabs in 11 rounds of 2 s and more.
pub const LONG: &str = r#"{"strategy":"get_set","lockstep":true,"gap_ms":2000}"#;

/// The longest that a test waits; only a failing one waits that long.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The router of a server, with a private Redis, and no port.
pub struct Site {
    pub app: Arc<App>,
    pub router: Router,
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Site {
    pub async fn new() -> Site {
        let store = Store::open(Source::Private(None)).await.expect("a redis-server on PATH");
        Site::on(store)
    }

    pub fn on(store: Store) -> Site {
        let policy = Policy::new("127.0.0.1:8080".parse().unwrap(), vec![], vec![]);
        let app = App::new(store.into(), policy, CancellationToken::new());
        Site { router: router::router(app.clone()), app }
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        answer(self.router.clone().oneshot(request).await.unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(request("GET", path).body(Body::empty()).unwrap()).await
    }

    pub async fn start(&self, body: &str) -> Answer {
        self.send(start(body)).await
    }

    pub async fn start_keyed(&self, key: &str, body: &str) -> Answer {
        let mut request = start(body);
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
        self.send(request).await
    }

    pub async fn stop(&self, id: &str) -> Answer {
        self.send(request("DELETE", &format!("/api/races/{id}")).body(Body::empty()).unwrap()).await
    }

    /// Waits until the race has ended, and returns it.
    pub async fn ended(&self, id: &str) -> RaceResult {
        let asking = async {
            loop {
                let race = self.get(&format!("/api/races/{id}")).await.race();
                if race.status != race_core::result::Status::Running {
                    return race;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, asking).await.expect("the race ends")
    }

    pub async fn close(self) {
        self.app.backends.close().await;
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn race(&self) -> RaceResult {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no race: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the code of a refusal.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

pub async fn answer(response: Response<Body>) -> Answer {
    let (parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

pub fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(HOST, "127.0.0.1:8080")
}

pub fn start(body: &str) -> Request<Body> {
    let request = request("POST", "/api/races").header(CONTENT_TYPE, "application/json");
    request.body(Body::from(body.to_owned())).unwrap()
}

/// A whole server on a port of its own.
pub struct Server {
    pub address: SocketAddr,
    pub site: Site,
    pub closing: CancellationToken,
    pub running: JoinHandle<()>,
}

impl Server {
    pub async fn new() -> Server {
        let store = Store::open(Source::Private(None)).await.expect("a redis-server on PATH");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let closing = CancellationToken::new();
        let app = App::new(store.into(), Policy::new(address, vec![], vec![]), closing.clone());
        let site = Site { router: router::router(app.clone()), app: app.clone() };
        let running = tokio::spawn(serve::run(listener, app));
        Server { address, site, closing, running }
    }

    /// Starts a race and returns its id.
    pub async fn begin(&self, body: &str) -> String {
        let answer = self.site.start(body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.race().id
    }

    pub async fn watch(&self, id: &str) -> Result<Socket, u16> {
        self.watch_as(id, None).await
    }

    /// Opens the race's events, or returns the status of the refusal.
    pub async fn watch_as(&self, id: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let url = format!("ws://{}/api/races/{id}/events", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn close(self) {
        self.closing.cancel();
        tokio::time::timeout(PATIENCE, self.running).await.expect("the server ends").unwrap();
    }
}

/// Reads every frame up to the close, and its code.
pub async fn read_all(socket: &mut Socket) -> (Vec<Frame>, Option<u16>) {
    let mut frames = Vec::new();
    let reading = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Binary(bytes))) => {
                    frames.push(postcard::from_bytes(&bytes).expect("a frame"))
                }
                Some(Ok(Message::Close(frame))) => {
                    return frame.map(|CloseFrame { code, .. }| code.into());
                }
                Some(Ok(_)) => {}
                _ => return None,
            }
        }
    };
    let code = tokio::time::timeout(PATIENCE, reading).await.expect("the stream ends");
    (frames, code)
}

/// Sends what no viewer should and returns the code of the close frame, which may come while a large message is
/// still being written.
pub async fn close_code_after(socket: Socket, message: Message) -> Option<u16> {
    let (mut sink, mut stream) = socket.split();
    let reading = async {
        while let Some(Ok(message)) = stream.next().await {
            if let Message::Close(frame) = message {
                return frame.map(|CloseFrame { code, .. }| code.into());
            }
        }
        None
    };
    let (_, code) = tokio::join!(sink.send(message), reading);
    code
}
