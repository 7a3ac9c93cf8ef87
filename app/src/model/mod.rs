//! What the page knows and shows, as plain structs: no signals, no DOM, tested natively.

pub mod axis;
pub mod caption;
pub mod card;
pub mod guide;
pub mod lane_view;
pub mod link;
pub mod outline;
pub mod player;
pub mod post;
pub mod record;
pub mod scene;
pub mod timeline;
pub mod turns;
pub mod words;
pub mod workload;
pub mod xray;

pub use race_core::number;
