//! What the page knows and shows, as plain structs: no signals, no DOM, tested natively.

pub mod axis;
pub mod record;
pub mod scene;
