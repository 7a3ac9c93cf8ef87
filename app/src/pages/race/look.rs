//! The document as a whole: its title, full screen and width, and, as on the guide, its language and
//! theme.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::context::Panels;
use super::state::Page;
use crate::components::look::{follow_lang, follow_theme, on_change, query};

const NARROW: &str = "(max-width: 899px)";

/// Keeps the document in step with the page's state.
pub fn follow(page: Page, panels: Panels) {
    follow_words(page);
    follow_theme(page.theme, panels.browser_dark);
    follow_width(panels.narrow);
    follow_full_screen(page.presenter);
}

fn follow_words(page: Page) {
    follow_lang(page.lang);
    // The title shows what stands at the cursor, never more.
    let title = Memo::new(move |_| {
        let [left, right] = page.lanes;
        left.view.with(|left| right.view.with(|right| page.words().tab(left, right)))
    });
    Effect::new(move |_| document().set_title(&title.get()));
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
/// nobody has touched the page yet. The binding of this call would drop the promise.
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

/// Returns true if a person has done something on the page just now; true where the browser does not know.
fn was_touched() -> bool {
    let activation = Reflect::get(&window().navigator(), &"userActivation".into());
    let active = activation.and_then(|activation| Reflect::get(&activation, &"isActive".into()));
    active.ok().and_then(|active| active.as_bool()).unwrap_or(true)
}
