//! Red Packet Race's server: a private Redis, the live driver, the HTTP API and the command line.
//!
//! Reading order: [`store`] (the one module that speaks to Redis), [`sql`] (the one that speaks to the
//! SQL database), [`backends`] (both side by side), [`live`] (the driver), [`races`] (the races of one
//! server), [`http`] (routes) with [`error`] (its refusals), [`limits`] (of the server), [`cli`] (the command line).

pub mod backends;
pub mod bench;
pub mod cli;
pub mod error;
pub mod http;
pub mod limits;
pub mod live;
pub mod machine;
pub mod races;
pub mod sql;
pub mod store;
