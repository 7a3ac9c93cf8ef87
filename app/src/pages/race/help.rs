//! The dialog that `?` opens: the keys, and what must be said once.

use leptos::prelude::*;
use web_sys::HtmlDialogElement;

use super::Cx;
use crate::components::dom::{El, button, el, follow};

/// The help.
pub fn help(cx: Cx) -> El {
    let Cx { words, desk, .. } = cx;
    let close = move || desk.help.set(false);
    let head = el("div", "help-head")
        .add(el("h2", "").set("id", "help-title").say(words.help.title))
        .add(button("tool", "help-close", close).say(words.help.close));
    let mut keys = el("dl", "");
    for (key, does) in words.help.keys {
        let caps = key.split(' ').map(|key| el("kbd", "").say(key)).collect();
        keys = keys.add(el("dt", "").all(caps)).add(el("dd", "").say(does));
    }
    let notes = &words.notes;
    let said = [
        notes.stands_in,
        notes.cure,
        notes.atomic_means,
        notes.counter,
        notes.interval,
        notes.this_time,
        notes.sampled,
    ];
    let help = el("dialog", "help")
        .test("help-dialog")
        .set("aria-labelledby", "help-title")
        .on("close", move |_| desk.help.set(false))
        .add(head)
        .add(keys)
        .add(el("p", "").say(words.help.remote))
        .add(el("h3", "").say(notes.title))
        .all(said.iter().map(|note| el("p", "").say(note)).collect());
    let dialog = help.raw::<HtmlDialogElement>();
    follow(move || match (desk.help.get(), dialog.open()) {
        // Fails only for a dialog that is not in the document.
        (true, false) => drop(dialog.show_modal()),
        (false, true) => dialog.close(),
        _ => {}
    });
    help
}
