//! The pages of the site: a program each, so that each page loads its own only.

pub mod guide;
pub mod race;
