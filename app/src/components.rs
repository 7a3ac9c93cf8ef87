//! What the race page and the guide have in common in the browser: pictures, the fields of a form, the
//! look, and the parts of the top row.

pub mod address;
pub mod field;
pub mod icon;
pub mod look;
pub mod sections;
pub mod switches;
