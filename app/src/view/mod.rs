//! The components.

/// Puts the page into the document's body.
pub fn mount() {}
