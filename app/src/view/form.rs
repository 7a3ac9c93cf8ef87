//! The folded form: every field that a race of these lanes has use for, its error beside it.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::race::field::Field;

use super::Cx;
use super::field::field;

/// The form; it lies over the lanes and moves nothing.
pub fn form(cx: Cx) -> impl IntoView {
    let Cx { page, words, desk, session } = cx;
    // The fields change only with the programs and with lockstep, not with every key that is typed.
    let names = |read: fn(&crate::model::workload::Workload) -> Vec<&'static Field>| {
        memo(move || {
            page.workload
                .with(|workload| read(workload).iter().map(|field| field.name).collect::<Vec<_>>())
        })
    };
    let (main, advanced) =
        (names(|workload| workload.main_fields()), names(|workload| workload.advanced_fields()));
    let fields = move |names: Memo<Vec<&'static str>>| {
        move || {
            let known = names.get().into_iter().filter_map(race_core::race::config::field_named);
            known.map(|each| field(cx, each)).collect_view()
        }
    };
    view! {
        <form
            class="form"
            id="form"
            data-testid="form"
            aria-label=words.form.label
            hidden=live(move || !desk.form.get())
            novalidate
            on:submit=move |event| {
                event.prevent_default();
                session.start();
            }
        >
            <div class="form-grid">{fields(main)}</div>
            <details>
                <summary data-testid="advanced">{words.form.advanced}</summary>
                <div class="form-grid">{fields(advanced)}</div>
            </details>
            // What Enter in a field presses.
            <input type="submit" class="unseen" tabindex="-1" aria-hidden="true" />
            <div class="form-foot">
                <button
                    type="button"
                    class="chip"
                    data-testid="swap"
                    on:click=move |_| page.workload.update(|workload| workload.swap())
                >
                    {words.lane.swap}
                </button>
                <button type="button" class="chip" data-testid="less" on:click=move |_| desk.form.set(false)>
                    {words.form.less}
                </button>
            </div>
        </form>
    }
}
