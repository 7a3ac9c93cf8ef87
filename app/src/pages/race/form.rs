//! The folded form: every field that a race of these lanes has use for, its error beside it.

use leptos::prelude::*;
use race_core::config::field::Field;
use race_core::config::field_named;

use super::context::Context;
use super::field::RaceField;
use crate::workload::Workload;

/// The form; it lies over the lanes and moves nothing.
#[component]
pub fn Form() -> impl IntoView {
    let Context { page, words, panels, session } = expect_context();
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        session.start();
    };
    view! {
        <form
            class="form"
            data-testid="form"
            id="form"
            aria-label=words.form.label
            novalidate=true
            hidden=move || !panels.form.get()
            on:submit=start
        >
            <Fields read=Workload::main_fields />
            <details>
                <summary data-testid="advanced">{words.form.advanced}</summary>
                <Fields read=Workload::advanced_fields />
            </details>
            // What Enter in a field presses.
            <input class="unseen" type="submit" tabindex="-1" aria-hidden="true" />
            <div class="form-foot">
                <button
                    class="chip"
                    type="button"
                    data-testid="swap"
                    on:click=move |_| page.workload.update(|workload| workload.swap())
                >
                    {words.lane.swap}
                </button>
                <button
                    class="chip"
                    type="button"
                    data-testid="less"
                    on:click=move |_| panels.form.set(false)
                >
                    {words.form.less}
                </button>
            </div>
        </form>
    }
}

/// Some of the fields. They change only with the programs and with lockstep, not with every key that
/// is typed.
#[component]
fn Fields(read: fn(&Workload) -> Vec<&'static Field>) -> impl IntoView {
    let Context { page, .. } = expect_context();
    let names = Memo::new(move |_| {
        read(&page.workload.read()).iter().map(|field| field.name).collect::<Vec<_>>()
    });
    view! {
        <div class="form-grid">
            <For each=move || names.get() key=|name| *name let:name>
                {field_named(name).map(|field| view! { <RaceField field /> })}
            </For>
        </div>
    }
}
