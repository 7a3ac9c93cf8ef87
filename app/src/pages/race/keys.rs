//! The keyboard: what a key means, and where it must not mean anything.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use super::context::Context;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Toggle,
    Again,
    Pause,
    Step(bool),
    Chapter(bool),
    /// To the start or to the end.
    Edge(bool),
    Presenter,
    Help,
    Leave,
}

/// What has the focus, as far as keys care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// Nothing that takes keys.
    Page,
    /// Space presses it.
    Button,
    /// A radio button that is on: arrows move it, Space does nothing.
    Chosen,
    /// A slider: arrows and Page keys move it.
    Slider,
    /// A text field, a list, a tick box.
    Field,
}

/// The wish of a key, by where it lies on the keyboard: a Chinese one sends 。 and ？ for the same keys.
fn wish(code: &str, key: &str, shift: bool) -> Option<Wish> {
    Some(match code {
        "Space" => Wish::Toggle,
        "KeyR" => Wish::Again,
        "Period" => Wish::Pause,
        "ArrowLeft" => Wish::Step(false),
        "ArrowRight" => Wish::Step(true),
        "PageUp" => Wish::Chapter(false),
        "PageDown" => Wish::Chapter(true),
        "Home" => Wish::Edge(false),
        "End" => Wish::Edge(true),
        "KeyP" => Wish::Presenter,
        "Escape" => Wish::Leave,
        "Slash" if shift => Wish::Help,
        // Where the question mark lies elsewhere.
        _ if key == "?" => Wish::Help,
        _ => return None,
    })
}

/// Returns true if a wish counts where the focus is, so that no key ever does two things.
fn counts(wish: Wish, focus: Focus) -> bool {
    match focus {
        Focus::Page => true,
        Focus::Button => wish != Wish::Toggle,
        Focus::Chosen => !matches!(wish, Wish::Step(_)),
        Focus::Slider => !matches!(wish, Wish::Step(_) | Wish::Chapter(_) | Wish::Edge(_)),
        Focus::Field => wish == Wish::Leave,
    }
}

/// Listens to the keyboard as long as the page lives.
pub fn listen(context: Context) {
    let keys = window_event_listener(ev::keydown, move |event| pressed(context, &event));
    // A button that was clicked gives the focus back, else the next Space would press it again.
    let clicks = window_event_listener(ev::click, |event| {
        if event.detail() > 0 {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            target.as_ref().and_then(let_go);
        }
    });
    on_cleanup(move || {
        keys.remove();
        clicks.remove();
    });
}

fn let_go(clicked: &Element) -> Option<()> {
    let control = clicked.closest("button, summary, label").ok()??;
    let active: HtmlElement = document().active_element()?.dyn_into().ok()?;
    if control.contains(Some(&active)) && !matches!(focus(&active), Focus::Field) {
        let _ = active.blur();
    }
    Some(())
}

fn pressed(context: Context, event: &KeyboardEvent) {
    let busy = event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing();
    if busy || event.default_prevented() || context.panels.help.get_untracked() {
        return;
    }
    let Some(wish) = wish(&event.code(), &event.key(), event.shift_key()) else {
        return;
    };
    let focus = document().active_element().map_or(Focus::Page, |active| focus(&active));
    if !counts(wish, focus) {
        return;
    }
    event.prevent_default();
    if !event.repeat() || matches!(wish, Wish::Step(_)) {
        fulfil(context, wish);
    }
}

fn fulfil(context: Context, wish: Wish) {
    let Context { session, panels, page, .. } = context;
    match wish {
        // What stands in the form now is what Space starts, unless a race is being played.
        Wish::Toggle if context.is_changed() && !page.player.with_untracked(|it| it.playing) => {
            session.start();
        }
        Wish::Toggle => session.toggle(),
        Wish::Again => session.start(),
        Wish::Pause => session.pause(),
        Wish::Step(forward) => session.step(forward),
        Wish::Chapter(forward) => session.chapter(forward),
        Wish::Edge(last) => session.seek(if last { f32::MAX } else { 0.0 }),
        Wish::Presenter => page.presenter.update(|on| *on = !*on),
        Wish::Help => panels.help.set(true),
        Wish::Leave if panels.form.get_untracked() => panels.form.set(false),
        Wish::Leave if panels.behind.get_untracked() => panels.behind.set(false),
        Wish::Leave => page.presenter.set(false),
    }
}

fn focus(active: &Element) -> Focus {
    match active.tag_name().as_str() {
        "BUTTON" | "SUMMARY" | "A" => Focus::Button,
        "SELECT" | "TEXTAREA" => Focus::Field,
        "INPUT" => {
            let input = active.unchecked_ref::<HtmlInputElement>();
            match input.type_().as_str() {
                "range" => Focus::Slider,
                "radio" if input.checked() => Focus::Chosen,
                _ => Focus::Field,
            }
        }
        _ => Focus::Page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_means_where_it_lies_not_what_it_types() {
        assert_eq!(wish("Period", "。", false), Some(Wish::Pause));
        assert_eq!(wish("Slash", "？", true), Some(Wish::Help));
        assert_eq!(wish("Slash", "/", false), None);
        assert_eq!(wish("Minus", "?", true), Some(Wish::Help));
        assert_eq!(wish("PageDown", "PageDown", false), Some(Wish::Chapter(true)));
        assert_eq!(wish("KeyX", "x", false), None);
    }

    #[test]
    fn no_key_does_two_things() {
        assert!(counts(Wish::Toggle, Focus::Page));
        assert!(!counts(Wish::Toggle, Focus::Button));
        assert!(counts(Wish::Again, Focus::Button));
        assert!(!counts(Wish::Step(true), Focus::Chosen));
        assert!(!counts(Wish::Step(true), Focus::Slider));
        assert!(!counts(Wish::Chapter(true), Focus::Slider));
        for wish in [Wish::Toggle, Wish::Again, Wish::Pause, Wish::Presenter, Wish::Help] {
            assert!(!counts(wish, Focus::Field), "{wish:?}");
        }
        assert!(counts(Wish::Leave, Focus::Field));
    }
}
