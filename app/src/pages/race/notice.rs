//! Messages beside the race: a start that did not work, a line that broke or is back.

use leptos::prelude::*;

use super::context::{Context, Notice};
use super::state::Connection;

/// Messages; they lie over the lanes' upper edge and move nothing.
#[component]
pub fn Notices() -> impl IntoView {
    let Context { page, panels, .. } = expect_context();
    // A refused field is shown where it can be mended.
    Effect::new(move |_| {
        if page.problem.read().as_ref().is_some_and(|problem| problem.field().is_some()) {
            panels.form.set(true);
        }
    });
    Effect::new(move |_| match page.connection.get() {
        Connection::Reconnecting => panels.notice.set(Some(Notice::Lost)),
        Connection::Restored => panels.notice.set(Some(Notice::Restored)),
        Connection::Idle | Connection::Racing(_) => panels.notice.update(|notice| {
            notice.take_if(|notice| *notice != Notice::LinkCopied);
        }),
    });
    view! {
        <div class="notices">
            <div role="alert" data-testid="problem">
                <ProblemNotice />
            </div>
            <div role="status" data-testid="connection">
                <ConnectionNotice />
            </div>
        </div>
    }
}

/// Why the last start did not work.
#[component]
fn ProblemNotice() -> impl IntoView {
    let Context { page, words, session, .. } = expect_context();
    move || {
        let problem = page.problem.get()?;
        let text = problem.text(words);
        Some(view! {
            <p class="notice">
                <span class="wrong">{text}</span>
                <button
                    class="chip"
                    type="button"
                    data-testid="retry"
                    on:click=move |_| session.start()
                >
                    {words.line.retry}
                </button>
                <button
                    class="chip"
                    type="button"
                    data-testid="dismiss"
                    on:click=move |_| page.problem.set(None)
                >
                    {words.line.dismiss}
                </button>
            </p>
        })
    }
}

/// What the line to the server or the clipboard has to report.
#[component]
fn ConnectionNotice() -> impl IntoView {
    let Context { words, panels, .. } = expect_context();
    move || {
        let text = match panels.notice.get()? {
            Notice::Lost => words.line.lost,
            Notice::Restored => words.line.restored,
            Notice::LinkCopied => words.nav.link_copied,
        };
        Some(view! {
            <p class="notice">
                {text}
                <button
                    class="chip"
                    type="button"
                    data-testid="dismiss-notice"
                    on:click=move |_| panels.notice.set(None)
                >
                    {words.line.dismiss}
                </button>
            </p>
        })
    }
}
