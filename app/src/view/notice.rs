//! What must be said beside the race: a start that did not work, a line that broke or is back.

use super::live::{effect, live};
use leptos::prelude::*;
use race_core::race::field::FieldError;

use super::state::Connection;
use super::{Cx, Notice};

/// Notices; they lie over the lanes' upper edge and move nothing.
pub fn notices(cx: Cx) -> impl IntoView {
    let Cx { page, words, desk, session } = cx;
    // A refused field is shown where it can be mended.
    effect(move || {
        if page
            .problem
            .with(|problem| problem.as_ref().is_some_and(|problem| problem.field.is_some()))
        {
            desk.form.set(true);
        }
    });
    effect(move || match page.connection.get() {
        Connection::Reconnecting => desk.notice.set(Some(Notice::Lost)),
        Connection::Restored => desk.notice.set(Some(Notice::Restored)),
        Connection::Idle | Connection::Racing(_) => desk.notice.update(|notice| {
            notice.take_if(|notice| *notice != Notice::LinkCopied);
        }),
    });
    let problem = move || {
        page.problem.get().map(|problem| match problem.field {
            Some(field) => words.field_error(&FieldError::new(&field, problem.message)),
            None => problem.message,
        })
    };
    let notice = move || {
        desk.notice.get().map(|notice| match notice {
            Notice::Lost => words.line.lost,
            Notice::Restored => words.line.restored,
            Notice::LinkCopied => words.nav.link_copied,
        })
    };
    view! {
        <div class="notices">
            <div role="alert" data-testid="problem">
                {live(move || problem().map(|text| view! {
                    <p class="notice">
                        <span class="wrong">{text}</span>
                        <button class="chip" data-testid="retry" on:click=move |_| session.start()>{words.line.retry}</button>
                        <button class="chip" data-testid="dismiss" on:click=move |_| page.problem.set(None)>{words.line.dismiss}</button>
                    </p>
                }))}
            </div>
            <div role="status" data-testid="connection">
                {live(move || notice().map(|text| view! {
                    <p class="notice">
                        {text}
                        <button class="chip" on:click=move |_| desk.notice.set(None)>{words.line.dismiss}</button>
                    </p>
                }))}
            </div>
        </div>
    }
}
