//! The page of Red Packet Race.
//!
//! [`model`] is plain structs with methods: what a lane shows at a cursor, how a cursor moves, what
//! is said. [`view`] puts signals around them. [`draw`] is the only module that draws on a canvas,
//! [`net`] the only one that talks to the server.

pub mod draw;
pub mod model;
pub mod net;
pub mod view;
