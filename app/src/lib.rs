//! The pages of Red Packet Race: the race itself (bin `race-app`), and the guide to it (bin `guide`).
//!
//! [`pages`] holds a module per page, each with its model beside its views; [`components`] is what both
//! pages show. [`player`] is the state of a race at a cursor, [`words`] every text in two languages,
//! [`form`] the texts of a form's fields, [`workload`] the race that they describe, [`link`] the same as
//! a link: plain structs without signals or DOM, tested natively. [`draw`] is the only module that draws
//! on a canvas, [`net`] the only one that talks to the server.

mod components;
mod draw;
mod form;
mod link;
mod net;
mod pages;
mod player;
mod post;
mod query;
#[cfg(test)]
mod refusals_tests;
mod words;
mod workload;

pub use pages::guide::mount as mount_guide;
pub use pages::race::mount as mount_race;
