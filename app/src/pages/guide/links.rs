//! Links that keep the language and the theme.

use leptos::prelude::*;

use super::context::Context;
use crate::components::address;
use crate::link::PageState;

/// A link to another page of the site.
#[component]
pub fn PageLink(
    #[prop(into)] path: String,
    #[prop(optional)] class: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let Context { lang, theme, .. } = expect_context();
    let href = move || format!("{path}{}", address::look_query(lang, theme));
    view! {
        <a class=class href=href>
            {children()}
        </a>
    }
}

/// A link to the race page.
#[component]
pub fn RaceLink(
    /// What the race page opens with; its language and theme are those of this page.
    state: PageState,
    class: &'static str,
    children: Children,
) -> impl IntoView {
    let Context { lang, theme, .. } = expect_context();
    let href = move || {
        let lang = address::link_lang(lang.get());
        format!("/{}", PageState { lang, theme: theme.get(), ..state.clone() }.to_query())
    };
    view! {
        <a class=class href=href>
            {children()}
        </a>
    }
}
