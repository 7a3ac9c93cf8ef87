//! Keeps the private Redis alive: one that dies is replaced by a fresh, empty one.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use redis::ConnectionInfo;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::StoreError;
use super::child::Child;

/// Between two attempts to start it; one that lived longer is started again at once.
const PAUSE: Duration = Duration::from_secs(1);

type Place = Result<ConnectionInfo, StoreError>;

/// The task that keeps it, on the runtime that started it.
pub struct Keeper {
    closing: CancellationToken,
    task: TaskTracker,
}

impl Keeper {
    /// Starts a private Redis, and says where it is, now and whenever it is started again.
    pub async fn start(program: PathBuf) -> Result<(Keeper, watch::Receiver<Place>), StoreError> {
        let child = Child::start(&program).await?;
        let (tell, place) = watch::channel(Ok(child.address()));
        let keeper = Keeper { closing: CancellationToken::new(), task: TaskTracker::new() };
        keeper.task.spawn(keep(program, child, tell, keeper.closing.clone()));
        Ok((keeper, place))
    }

    /// Ends it and waits until it is gone.
    pub async fn close(&self) {
        self.closing.cancel();
        self.task.close();
        self.task.wait().await;
    }
}

async fn keep(
    program: PathBuf,
    mut child: Child,
    tell: watch::Sender<Place>,
    closing: CancellationToken,
) {
    loop {
        let started = Instant::now();
        tokio::select! {
            () = closing.cancelled() => return child.stop().await,
            () = child.ended() => {}
        }
        tracing::warn!("the private Redis has ended; starting another one");
        let mut pause = PAUSE.saturating_sub(started.elapsed());
        child = loop {
            tokio::select! {
                () = closing.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            match Child::start(&program).await {
                Ok(child) => break child,
                Err(error) => {
                    let _ = tell.send(Err(error));
                    pause = PAUSE;
                }
            }
        };
        let _ = tell.send(Ok(child.address()));
    }
}
