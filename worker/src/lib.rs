//! The worker of the pages: what takes long, or needs the Lua VM, done beside the page.
//!
//! [`answer`] is all there is to it; `main.rs` carries messages to it and back.

use race_core::wire::ask::{Answer, Request};

/// Does what is asked; `tell` hears of each answer, the last one included.
pub fn answer(request: &Request, tell: &mut dyn FnMut(Answer)) {
    match request {
        Request::Check { .. } => tell(Answer::Refused("not yet".to_owned())),
    }
}
