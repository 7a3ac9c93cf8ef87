//! The page `/fairness`.

use super::Cx;
use crate::ui::dom::{El, el};

/// The page.
pub fn view(cx: Cx) -> El {
    el("main", "fairness").add(el("h1", "").say(cx.words.nav.fairness))
}
