//! What the race page and the guide have in common in the browser: elements, signals, pictures, the
//! look, and the switches of the top row.

pub mod address;
pub(crate) mod dom;
pub(crate) mod field;
pub mod icon;
pub mod live;
pub mod look;
pub mod sections;
pub mod switches;
