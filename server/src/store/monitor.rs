//! MONITOR: Redis tells every command that it runs, in its own order and with its own clock.

use std::time::Duration;

use futures_util::StreamExt;
use race_engine::xray::Line;
use redis_model::Command;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::connection::{self, Link};
use super::{Dialer, StoreError, explain};

/// How long Redis may take to tell of a command that it has answered.
const TOLD_MAX: Duration = Duration::from_secs(2);

/// A connection that hears what Redis runs, from [`Monitor::open`] to [`Monitor::close`]. Of what
/// others send to the same Redis nothing is kept but the instant.
pub struct Monitor {
    link: Link,
    /// What is sent to see whether Redis tells of it.
    mark: String,
    heard: UnboundedReceiver<Heard>,
}

enum Heard {
    Line(Line),
    Mark,
}

impl Monitor {
    /// Begins to listen for a race, on the runtime of the caller.
    pub async fn open(dialer: &Dialer, link: &Link, race: &str) -> Result<Monitor, StoreError> {
        let place = dialer.place()?;
        let address = connection::address(&place);
        let refused = |error| explain::connection(&error, &address);
        let client = redis::Client::open(place).map_err(refused)?;
        let monitor = client.get_async_monitor().await.map_err(refused)?;
        let (tell, heard) = unbounded_channel();
        let mark = format!("{race}:monitor");
        let (own_mark, race) = (format!("\"ECHO\" \"{mark}\""), race.to_owned());
        // It ends with its connection, or once nobody listens any more.
        tokio::spawn(async move {
            let mut lines = monitor.into_on_message::<String>();
            while let Some(text) = lines.next().await {
                let heard = match text.ends_with(&own_mark) {
                    true => Some(Heard::Mark),
                    false => Line::read(&text, &race).map(Heard::Line),
                };
                if heard.is_some_and(|heard| tell.send(heard).is_err()) {
                    return;
                }
            }
        });
        let mut monitor = Monitor { link: link.clone(), mark, heard };
        monitor.until_mark().await?;
        Ok(monitor)
    }

    /// Everything that was heard until now.
    pub async fn close(mut self) -> Result<Vec<Line>, StoreError> {
        self.until_mark().await
    }

    async fn until_mark(&mut self) -> Result<Vec<Line>, StoreError> {
        self.link.call(&Command::new(["ECHO", &self.mark])).await?;
        let mut lines = Vec::new();
        let hear = async {
            while let Some(Heard::Line(line)) = self.heard.recv().await {
                lines.push(line);
            }
        };
        let was_told = timeout(TOLD_MAX, hear).await.is_ok() && !self.heard.is_closed();
        match was_told {
            true => Ok(lines),
            false => Err(StoreError::new(format!(
                "Redis at {} does not tell what it runs: an X-ray needs a user who may MONITOR.",
                self.link.address()
            ))),
        }
    }
}
