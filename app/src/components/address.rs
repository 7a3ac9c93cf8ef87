//! The address: what a page is opened with, and what a link takes along to another.

use leptos::prelude::*;

use crate::link::{PageState, Theme};
use crate::words::Lang;

/// The state that the address asks for.
pub fn opened() -> PageState {
    PageState::from_query(&window().location().search().unwrap_or_default())
}

/// The language that the browser asks for.
pub fn browsers() -> Lang {
    Lang::from_browser(&window().navigator().language().unwrap_or_default())
}

/// The language as a link tells it: not at all where the browser asks for the same.
pub fn told(lang: Lang) -> Option<Lang> {
    (lang != browsers()).then_some(lang)
}

/// The query by which another page opens in the same language and theme.
pub fn look_query(lang: RwSignal<Lang>, theme: RwSignal<Theme>) -> String {
    PageState { lang: told(lang.get()), theme: theme.get(), ..PageState::default() }.to_query()
}
