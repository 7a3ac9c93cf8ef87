//! A race: a checked config, its grabs, and what came of them.

pub mod arrivals;
pub mod config;
pub mod count;
pub mod field;
mod fields;
mod given;
#[cfg(feature = "vm")]
mod grabs;
#[cfg(feature = "vm")]
mod lockstep;
#[cfg(feature = "vm")]
pub mod order;
#[cfg(feature = "vm")]
pub mod replay;
pub mod stage;
pub mod stock;
#[cfg(feature = "vm")]
mod tries;
pub mod uses;

pub use config::RaceConfig;
pub use count::Counter;
#[cfg(feature = "vm")]
pub use grabs::{Flight, Grabs, Next};
