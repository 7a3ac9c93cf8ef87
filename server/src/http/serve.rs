//! Connections: accepted, served, and closed.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::limits;

use super::{App, router};

/// Serves until the app's `closing` is cancelled; then ends races, viewers and connections, and Redis last.
pub async fn run(listener: TcpListener, app: Arc<App>) {
    let router = router::router(app.clone());
    let seats = Arc::new(Semaphore::new(limits::CONNECTIONS_MAX));
    let connections = TaskTracker::new();
    while let Some((stream, seat)) = next(&listener, &seats, &app.closing).await {
        let serving = serve(stream, router.clone(), app.closing.clone());
        connections.spawn(async move {
            serving.await;
            drop(seat);
        });
    }
    drop(listener);
    let ending = async {
        app.races.stop_all("The server was ended.").await;
        app.tasks.close();
        app.tasks.wait().await;
        connections.close();
        connections.wait().await;
    };
    if timeout(limits::DRAIN_TIME_MAX, ending).await.is_err() {
        tracing::warn!("something did not end in time and is left behind");
    }
    app.backends.close().await;
}

/// Returns the next connection, once there is a seat for it; `None` once it is time to close.
async fn next(
    listener: &TcpListener,
    seats: &Arc<Semaphore>,
    closing: &CancellationToken,
) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    let accept = async {
        let seat = seats.clone().acquire_owned().await.ok()?;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return Some((stream, seat)),
                // Out of file descriptors, mostly: it passes, and trying at once would only burn the core.
                Err(error) => {
                    tracing::warn!("a connection could not be taken: {error}");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    };
    tokio::select! {
        accepted = accept => accepted,
        () = closing.cancelled() => None,
    }
}

/// Serves one connection. axum's own loop has no limit on the time that a request's head may take.
async fn serve(stream: TcpStream, router: Router, closing: CancellationToken) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::REQUEST_TIME_MAX)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // Connections break and viewers leave: nothing to report.
        _ = connection.as_mut() => return,
        () = closing.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Returns the URL at which a browser on this machine finds a server that listens there.
pub fn address(bound: SocketAddr) -> String {
    match bound.ip().is_unspecified() {
        true => format!("http://127.0.0.1:{}", bound.port()),
        false => format!("http://{bound}"),
    }
}
