//! The dialog that `?` opens: the keys, and a few notes.

use leptos::{html, prelude::*};

use super::context::Context;

/// The help.
#[component]
pub fn Help() -> impl IntoView {
    let Context { words, panels, .. } = expect_context();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (panels.help.get(), dialog.open()) {
            // Fails only for a dialog that is not in the document.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let key = |(keys, does): (&'static str, &'static str)| {
        view! {
            <dt>{keys.split(' ').map(|key| view! { <kbd>{key}</kbd> }).collect_view()}</dt>
            <dd>{does}</dd>
        }
    };
    let notes = &words.notes;
    let texts = [
        notes.stands_in,
        notes.cure,
        notes.atomic_means,
        notes.counter,
        notes.interval,
        notes.this_time,
        notes.sampled,
    ];
    view! {
        <dialog
            class="help"
            node_ref=dialog
            data-testid="help-dialog"
            aria-labelledby="help-title"
            on:close=move |_| panels.help.set(false)
        >
            <div class="help-head">
                <h2 id="help-title">{words.help.title}</h2>
                <button
                    class="tool"
                    type="button"
                    data-testid="help-close"
                    on:click=move |_| panels.help.set(false)
                >
                    {words.help.close}
                </button>
            </div>
            <dl>{words.help.keys.map(key)}</dl>
            <p>{words.help.remote}</p>
            <h3>{notes.title}</h3>
            {texts.map(|text| view! { <p>{text}</p> })}
        </dialog>
    }
}
