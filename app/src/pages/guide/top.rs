//! The top row: the name, the site's pages, and the two switches.

use leptos::prelude::*;

use super::context::Context;
use crate::components::icon::Envelope;
use crate::components::sections::Sections;
use crate::components::switches::{LanguageSwitch, ThemeSwitch};

/// The top row.
#[component]
pub fn Top(
    /// The path of the section that the page is in.
    section: &'static str,
) -> impl IntoView {
    let Context { lang, theme, browser_dark, words, .. } = expect_context();
    let nav = &words.nav;
    view! {
        <header class="top">
            <span class="logo">
                <Envelope />
                {words.title}
            </span>
            <Sections nav here=section lang theme />
            <div class="tools">
                <LanguageSwitch nav lang />
                <ThemeSwitch nav theme browser_dark />
            </div>
        </header>
    }
}
