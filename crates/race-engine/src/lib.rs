//! Runs a race without I/O: grabs, orders, the simulation, and the checker that walks every order.
//!
//! Reading order: [`grabs`] (what each grab does next), [`stage`] and [`stock`] (the keys of a race before
//! and after), [`order`] (whose turn it is), [`world`] and [`sql`] (who answers where there is no Redis),
//! then `simulate` (a race without Redis), `check` (every order at once) and [`xray`] (Redis's own order).

pub mod check;
pub mod grabs;
mod lockstep;
pub mod order;
pub mod program;
pub mod replay;
pub mod simulate;
pub mod sql;
pub mod stage;
pub mod stock;
mod tries;
pub mod world;
pub mod xray;

pub use grabs::{Flight, Grabs, Next};
