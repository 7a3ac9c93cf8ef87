//! The HTTP API, straight into the router; the WebSocket on a real port. Redis is real throughout.

mod headers;
mod logging;
mod metadata;
mod negotiation;
mod openapi;
mod races;
mod refusals;
mod support;
mod watching;
