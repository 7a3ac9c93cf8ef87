//! What the guide knows and says: plain structs, tested natively. Nothing here is part of the race
//! page's program.

pub mod compare;
pub mod route;
pub mod words;
