//! Numbers in texts, as programs and Redis write them.

/// Returns the whole number that a text is, if it is one.
pub fn integer(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
