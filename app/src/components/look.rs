//! The language and the theme of the document, which every page keeps in step with its state.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryList;

use crate::link::Theme;
use crate::words::Lang;

const DARK: &str = "(prefers-color-scheme: dark)";

/// Returns true if the page is dark, by choice or because the browser is.
pub fn is_dark(theme: RwSignal<Theme>, browser_dark: RwSignal<bool>) -> bool {
    match theme.get() {
        Theme::Light => false,
        Theme::Dark => true,
        Theme::System => browser_dark.get(),
    }
}

/// Keeps the document's language in step.
pub fn follow_lang(lang: RwSignal<Lang>) {
    Effect::new(move |_| set_root("lang", lang.get().tag()));
}

/// Keeps the document's theme in step, and what is known of the browser's.
pub fn follow_theme(theme: RwSignal<Theme>, browser_dark: RwSignal<bool>) {
    let apply = move || {
        set_root("data-theme", if is_dark(theme, browser_dark) { "dark" } else { "light" });
    };
    browser_dark.set(query(DARK).is_some_and(|media| media.matches()));
    // At once, so that nothing is ever drawn in the wrong colours.
    untrack(apply);
    Effect::new(move |_| apply());
    on_change(DARK, move |now| browser_dark.set(now));
}

fn set_root(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// A media query, where the browser knows it.
pub fn query(text: &str) -> Option<MediaQueryList> {
    window().match_media(text).ok().flatten()
}

/// Calls back whenever a media query begins or ceases to match, as long as the page lives.
pub fn on_change(text: &str, changed: impl Fn(bool) + 'static) {
    let Some(media) = query(text) else { return };
    let seen = media.clone();
    let listener = Closure::<dyn Fn()>::new(move || changed(seen.matches()));
    media.set_onchange(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}
