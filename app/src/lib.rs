//! The pages of Red Packet Race: the race itself (bin `race-app`), and the guide to it (bin `guide`).
//!
//! [`model`] is plain structs with methods: what a lane shows at a cursor, how a cursor moves, what
//! is said. [`view`] is the race page and puts signals around them; [`guide`] is the other pages, in a
//! bundle of their own; `ui` is what both need in a browser. [`draw`] is the only module that draws on
//! a canvas, [`net`] the only one that talks to the server.

pub mod draw;
pub mod guide;
pub mod model;
pub mod net;
pub mod ui;
pub mod view;
