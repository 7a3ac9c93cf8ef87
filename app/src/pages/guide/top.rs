//! The top row: the name, the site's pages, and the two switches.

use super::Cx;
use crate::components::dom::{El, el};
use crate::components::icon::envelope;
use crate::components::sections::sections;
use crate::components::switches;

/// The top row; `section` is the path of the section that the page is in.
pub fn top(cx: Cx, section: &str) -> El {
    let nav = &cx.words.nav;
    let tools = el("div", "tools").add(switches::language(nav, cx.lang)).add(switches::theme(
        nav,
        cx.theme,
        cx.browser_dark,
    ));
    el("header", "top")
        .add(el("span", "logo").add(envelope()).say(cx.words.title))
        .add(sections(nav, section, cx.lang, cx.theme))
        .add(tools)
}
