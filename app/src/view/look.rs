//! What the page tells the browser as a whole: language, title, theme, full screen, width.

use super::live::{effect, memo};
use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::MediaQueryList;

use super::Desk;
use super::state::{Page, Theme};

const DARK: &str = "(prefers-color-scheme: dark)";
const NARROW: &str = "(max-width: 899px)";

/// Keeps the document in step with the page's state.
pub fn follow(page: Page, desk: Desk) {
    follow_words(page);
    follow_theme(page, desk);
    follow_width(desk.narrow);
    follow_full_screen(page.presenter);
}

/// Whether the page is dark, by choice or because the browser is.
pub fn is_dark(page: Page, desk: Desk) -> bool {
    match page.theme.get() {
        Theme::Light => false,
        Theme::Dark => true,
        Theme::System => desk.browser_dark.get(),
    }
}

fn follow_words(page: Page) {
    effect(move || set_root("lang", page.lang.get().tag()));
    // The title tells what stands at the cursor, never more.
    let title = memo(move || {
        let [left, right] = page.lanes;
        left.view.with(|left| right.view.with(|right| page.words().tab(left, right)))
    });
    effect(move || document().set_title(&title.get()));
}

fn follow_theme(page: Page, desk: Desk) {
    let apply = move || set_root("data-theme", if is_dark(page, desk) { "dark" } else { "light" });
    desk.browser_dark.set(query(DARK).is_some_and(|media| media.matches()));
    // At once, so that nothing is ever drawn in the wrong colours.
    untrack(apply);
    effect(apply);
    on_change(DARK, move |now| desk.browser_dark.set(now));
}

fn follow_width(narrow: RwSignal<bool>) {
    narrow.set(query(NARROW).is_some_and(|media| media.matches()));
    on_change(NARROW, move |now| narrow.set(now));
}

/// Presenter mode asks for the whole screen, and ends when the browser gives it back. Where a
/// browser refuses, the page is presenter mode within its window.
fn follow_full_screen(presenter: RwSignal<bool>) {
    Effect::new(move |before: Option<bool>| {
        let now = presenter.get();
        let document = document();
        if now && document.fullscreen_element().is_none() {
            ask_for_full_screen();
        } else if !now && before == Some(true) && document.fullscreen_element().is_some() {
            document.exit_fullscreen();
        }
        now
    });
    let left = Closure::<dyn Fn()>::new(move || {
        if document().fullscreen_element().is_none() {
            presenter.set(false);
        }
    });
    document().set_onfullscreenchange(Some(left.as_ref().unchecked_ref()));
    left.forget();
}

/// Asks for the whole screen, and takes a no; a link that opens in presenter mode need not ask, because
/// nobody has touched the page yet. The binding of this call would drop the promise unheard.
fn ask_for_full_screen() {
    let Some(root) = document().document_element() else { return };
    if !was_touched() {
        return;
    }
    let ask =
        Reflect::get(&root, &"requestFullscreen".into()).and_then(JsValue::dyn_into::<Function>);
    let promise = ask.and_then(|ask| ask.call0(&root)).and_then(JsValue::dyn_into::<Promise>);
    if let Ok(promise) = promise {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}

/// Whether a person has done something on the page just now; true where the browser does not tell.
fn was_touched() -> bool {
    let told = Reflect::get(&window().navigator(), &"userActivation".into());
    let active = told.and_then(|activation| Reflect::get(&activation, &"isActive".into()));
    active.ok().and_then(|active| active.as_bool()).unwrap_or(true)
}

fn set_root(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

fn query(text: &str) -> Option<MediaQueryList> {
    window().match_media(text).ok().flatten()
}

/// Calls back whenever a media query begins or ceases to match, as long as the page lives.
fn on_change(text: &str, changed: impl Fn(bool) + 'static) {
    let Some(media) = query(text) else { return };
    let seen = media.clone();
    let listener = Closure::<dyn Fn()>::new(move || changed(seen.matches()));
    media.set_onchange(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}
