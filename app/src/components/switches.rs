//! The switches of language and theme.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::dom::{El, button};
use super::icon::{MOON, SUN, icon};
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

/// Gives the focus back to the button that changed the language: it is a new one now.
pub fn focus_language() {
    let button = document().query_selector("[data-testid=lang]").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
