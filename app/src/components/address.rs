//! The address: what a page is opened with, and what a link takes along to another.

use leptos::prelude::*;

use crate::link::{PageState, Theme};
use crate::words::Lang;

/// Returns the state that the address asks for.
pub fn opened() -> PageState {
    PageState::from_query(&window().location().search().unwrap_or_default())
}

/// Returns the language that the browser asks for.
pub fn browser_lang() -> Lang {
    Lang::from_browser(&window().navigator().language().unwrap_or_default())
}

/// Returns the language for a link: none where the browser asks for the same.
pub fn link_lang(lang: Lang) -> Option<Lang> {
    (lang != browser_lang()).then_some(lang)
}

/// Returns the query by which another page opens in the same language and theme.
pub fn look_query(lang: RwSignal<Lang>, theme: RwSignal<Theme>) -> String {
    PageState { lang: link_lang(lang.get()), theme: theme.get(), ..PageState::default() }.to_query()
}
