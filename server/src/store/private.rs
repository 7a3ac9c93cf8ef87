//! The private Redis: one that dies is replaced by a fresh, empty one.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::child::Child;
use super::connector::Located;
use super::error::StoreError;

/// Between two attempts to start it; one that lived longer is started again at once.
const PAUSE: Duration = Duration::from_secs(1);

/// A private Redis, looked after by a task on the runtime that started it.
pub struct PrivateRedis {
    closing: CancellationToken,
    task: TaskTracker,
}

impl PrivateRedis {
    /// Starts one. The receiver has its location, now and whenever it is started again.
    ///
    /// # Errors
    ///
    /// Fails if the program does not start or does not answer.
    pub async fn start(
        program: PathBuf,
    ) -> Result<(PrivateRedis, watch::Receiver<Located>), StoreError> {
        let child = Child::start(&program).await?;
        let (sender, located) = watch::channel(Ok(child.location()));
        let private = PrivateRedis { closing: CancellationToken::new(), task: TaskTracker::new() };
        private.task.spawn(keep_alive(program, child, sender, private.closing.clone()));
        Ok((private, located))
    }

    /// Ends it and waits until it is gone.
    pub async fn close(&self) {
        self.closing.cancel();
        self.task.close();
        self.task.wait().await;
    }
}

async fn keep_alive(
    program: PathBuf,
    mut child: Child,
    located: watch::Sender<Located>,
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
                    let _ = located.send(Err(error.into()));
                    pause = PAUSE;
                }
            }
        };
        let _ = located.send(Ok(child.location()));
    }
}
