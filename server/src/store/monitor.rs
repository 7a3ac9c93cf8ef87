//! MONITOR: Redis lists every command that it runs, in its own order and with its own clock.

use std::time::Duration;

use futures_util::StreamExt;
use race_engine::xray::{Recorder, Recording};
use redis_model::Command;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::connection::Connection;
use super::connector::Connector;
use super::error::StoreError;
use super::explain;

/// How long Redis may take to list a command that it has answered.
const LISTED_MAX: Duration = Duration::from_secs(2);

/// A connection that lists what Redis runs, from [`Monitor::open`] to [`Monitor::close`]. Each line is
/// folded as it comes in: of what others send to the same Redis only a count is kept.
pub struct Monitor {
    connection: Connection,
    /// The text of an ECHO, sent to see whether Redis lists it.
    mark: String,
    /// What was recorded up to each mark.
    recordings: UnboundedReceiver<Recording>,
}

impl Monitor {
    /// Begins to record for a race, on the runtime of the caller.
    ///
    /// # Errors
    ///
    /// Fails if no connection comes about or if Redis does not let this user MONITOR.
    pub async fn open(
        connector: &Connector,
        connection: &Connection,
        race: &str,
    ) -> Result<Monitor, StoreError> {
        let location = connector.location()?;
        let refused = |error| explain::connection(&error, &location.address());
        let client = redis::Client::open(location.info().clone()).map_err(refused)?;
        let lines = client.get_async_monitor().await.map_err(refused)?;
        let (sender, recordings) = unbounded_channel();
        let mark = format!("{race}:monitor");
        let (own_mark, mut recorder) = (format!("\"ECHO\" \"{mark}\""), Recorder::new(race));
        // It ends with its connection, or once the monitor is dropped.
        tokio::spawn(async move {
            let mut lines = lines.into_on_message::<String>();
            while let Some(line) = lines.next().await {
                match line.ends_with(&own_mark) {
                    true if sender.send(recorder.take()).is_err() => return,
                    true => {}
                    false if sender.is_closed() => return,
                    false => recorder.record(&line),
                }
            }
        });
        let mut monitor = Monitor { connection: connection.clone(), mark, recordings };
        monitor.until_mark().await?;
        Ok(monitor)
    }

    /// Returns everything that was recorded until now.
    ///
    /// # Errors
    ///
    /// Fails if the connection does or if Redis does not list what it runs.
    pub async fn close(mut self) -> Result<Recording, StoreError> {
        self.until_mark().await
    }

    async fn until_mark(&mut self) -> Result<Recording, StoreError> {
        self.connection.call(&Command::new(["ECHO", &self.mark])).await?;
        match timeout(LISTED_MAX, self.recordings.recv()).await {
            Ok(Some(recording)) => Ok(recording),
            _ => Err(StoreError::NoMonitor { address: self.connection.address().to_owned() }),
        }
    }
}
