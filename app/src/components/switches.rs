//! The switches of language and theme.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::dom::{El, button};
use super::icon::{Icon, MOON, SUN, icon};
use super::live::memo;
use super::look::is_dark;
use crate::link::Theme;
use crate::words::{Lang, Nav};

/// Switches to the other language.
pub fn language(nav: &'static Nav, lang: RwSignal<Lang>) -> El {
    button("tool", "lang", move || lang.update(|lang| *lang = lang.other()))
        .set("lang", lang.get_untracked().other().tag())
        .set("aria-label", nav.to_other_lang)
        .say(nav.other_lang)
}

/// Switches to the other theme.
pub fn theme(nav: &'static Nav, theme: RwSignal<Theme>, browser_dark: RwSignal<bool>) -> El {
    let dark = memo(move || is_dark(theme, browser_dark));
    let name = move || Some(if dark.get() { nav.to_light } else { nav.to_dark }.to_owned());
    let other = move || theme.set(if dark.get_untracked() { Theme::Light } else { Theme::Dark });
    button("tool", "theme", other)
        .keeps("aria-label", name)
        .keeps("title", name)
        .part(move || vec![icon(if dark.get() { SUN } else { MOON }, "")])
}

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

/// Gives the focus back to the button that changed the language: it is a new one now.
pub fn focus_language() {
    let button = document().query_selector("[data-testid=lang]").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
