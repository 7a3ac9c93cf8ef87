//! The switches of language and theme.

use leptos::prelude::*;

use super::icon::{Icon, MOON, SUN};
use super::look::is_dark;
use crate::link::Theme;
use crate::words::{Lang, Nav};

/// The button that switches to the other language.
#[component]
pub fn LanguageSwitch(nav: &'static Nav, lang: RwSignal<Lang>) -> impl IntoView {
    view! {
        <button
            class="tool"
            type="button"
            data-testid="lang"
            lang=lang.get_untracked().other().tag()
            aria-label=nav.to_other_lang
            on:click=move |_| lang.update(|lang| *lang = lang.other())
        >
            {nav.other_lang}
        </button>
    }
}

/// The button that switches to the other theme.
#[component]
pub fn ThemeSwitch(
    nav: &'static Nav,
    theme: RwSignal<Theme>,
    /// True if the browser asks for dark pages.
    browser_dark: RwSignal<bool>,
) -> impl IntoView {
    let dark = Memo::new(move |_| is_dark(theme, browser_dark));
    let name = move || if dark.get() { nav.to_light } else { nav.to_dark };
    let switch = move |_| theme.set(if dark.get_untracked() { Theme::Light } else { Theme::Dark });
    view! {
        <button
            class="tool"
            type="button"
            data-testid="theme"
            aria-label=name
            title=name
            on:click=switch
        >
            {move || view! { <Icon path=if dark.get() { SUN } else { MOON } /> }}
        </button>
    }
}
