//! The links between the site's pages.

use leptos::prelude::*;

use super::address::look_query;
use crate::link::Theme;
use crate::words::{Lang, Nav};

/// The links to the site's pages, in the language and theme of this one.
#[component]
pub fn Sections(
    nav: &'static Nav,
    /// The path of the section that the page is in.
    here: &'static str,
    lang: RwSignal<Lang>,
    theme: RwSignal<Theme>,
) -> impl IntoView {
    let pages = [
        ("/", nav.race),
        ("/strategies", nav.strategies),
        ("/compare", nav.compare),
        ("/fairness", nav.fairness),
    ];
    let link = move |(path, name): (&'static str, &'static str)| {
        view! {
            <a
                href=move || format!("{path}{}", look_query(lang, theme))
                aria-current=(path == here).then_some("page")
            >
                {name}
            </a>
        }
    };
    view! {
        <nav class="sections" aria-label=nav.label>
            {pages.map(link)}
        </nav>
    }
}
