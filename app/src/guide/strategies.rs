//! The page `/strategies`.

use super::Cx;
use crate::ui::dom::{El, el};

/// The page.
pub fn view(cx: Cx) -> El {
    el("main", "strategies").add(el("h1", "").say(cx.words.nav.strategies))
}
