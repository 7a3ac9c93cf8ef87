//! The dialog that `?` opens: the keys, and what must be said once.

use super::live::effect;
use leptos::html::Dialog;
use leptos::prelude::*;

use super::Cx;

/// The help.
pub fn help(cx: Cx) -> impl IntoView {
    let Cx { words, desk, .. } = cx;
    let dialog = NodeRef::<Dialog>::new();
    effect(move || {
        let open = desk.help.get();
        let Some(dialog) = dialog.get() else { return };
        match (open, dialog.open()) {
            // Fails only for a dialog that is not in the document.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let key = |(key, does): &(&'static str, &'static str)| {
        let keys = key.split(' ').map(|key| view! { <kbd>{key}</kbd> " " }).collect_view();
        view! { <dt>{keys}</dt> <dd>{*does}</dd> }
    };
    let notes = [
        words.notes.stands_in,
        words.notes.cure,
        words.notes.atomic_means,
        words.notes.counter,
        words.notes.interval,
        words.notes.this_time,
        words.notes.sampled,
    ];
    view! {
        <dialog class="help" node_ref=dialog data-testid="help-dialog" aria-labelledby="help-title" on:close=move |_| desk.help.set(false)>
            <div class="help-head">
                <h2 id="help-title">{words.help.title}</h2>
                <button class="tool" data-testid="help-close" on:click=move |_| desk.help.set(false)>{words.help.close}</button>
            </div>
            <dl>{words.help.keys.iter().map(key).collect_view()}</dl>
            <p>{words.help.remote}</p>
            <h3>{words.notes.title}</h3>
            {notes.map(|note| view! { <p>{note}</p> }).into_iter().collect_view()}
        </dialog>
    }
}
