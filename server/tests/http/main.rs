//! The HTTP API, straight into the router; the WebSocket on a real port. Redis is real throughout.

mod negotiation;
mod races;
mod refusals;
mod support;
mod told;
mod watching;
