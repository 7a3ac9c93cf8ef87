//! The HTTP API and the page.
//!
//! Reading order: [`router`] (every route), [`guard`] (whose requests are served), [`races`] and [`events`] (what the
//! API is about), [`openapi`] (its description), [`trace`] and [`metrics`] (what is logged and counted),
//! [`crate::error`] (every refusal), [`serve`] (connections, and their end).

mod body;
mod events;
pub mod guard;
mod health;
mod limits;
mod machine;
mod metrics;
mod openapi;
mod page;
mod races;
pub mod router;
mod schema;
mod security;
pub mod serve;
pub mod strategies;
mod trace;

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::backends::Backends;
use crate::limits::VIEWERS_MAX;
use crate::races::Races;

use guard::Policy;
use metrics::Metrics;
use page::Page;

/// The state that all requests of one server share.
pub struct App {
    /// What races run on.
    pub backends: Arc<Backends>,
    /// The races.
    pub races: Arc<Races>,
    policy: Policy,
    page: Page,
    metrics: Metrics,
    /// Seats for viewers.
    seats: Arc<Semaphore>,
    /// Races and viewers under way, so that the end can wait for them.
    tasks: TaskTracker,
    /// Cancelled once the server is to end.
    closing: CancellationToken,
}

impl App {
    /// A server whose races run on these; it ends its races and viewers once `closing` is cancelled.
    pub fn new(backends: Backends, policy: Policy, closing: CancellationToken) -> Arc<App> {
        Arc::new(App {
            backends: Arc::new(backends),
            races: Arc::new(Races::new(closing.clone())),
            policy,
            page: Page::new(),
            metrics: Metrics::new(),
            seats: Arc::new(Semaphore::new(VIEWERS_MAX)),
            tasks: TaskTracker::new(),
            closing,
        })
    }
}
