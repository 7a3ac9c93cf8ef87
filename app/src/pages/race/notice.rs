//! What must be said beside the race: a start that did not work, a line that broke or is back.

use leptos::prelude::*;
use race_core::race::field::FieldError;

use super::state::Connection;
use super::{Cx, Notice};
use crate::components::dom::{El, button, el};
use crate::components::live::effect;

/// Notices; they lie over the lanes' upper edge and move nothing.
pub fn notices(cx: Cx) -> El {
    let Cx { page, desk, .. } = cx;
    // A refused field is shown where it can be mended.
    effect(move || {
        if page.problem.read().as_ref().is_some_and(|problem| problem.field.is_some()) {
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
    el("div", "notices")
        .add(el("div", "").set("role", "alert").test("problem").part(move || problem(cx)))
        .add(el("div", "").set("role", "status").test("connection").part(move || notice(cx)))
}

fn problem(cx: Cx) -> Vec<El> {
    let Cx { page, words, session, .. } = cx;
    let Some(problem) = page.problem.get() else { return Vec::new() };
    let text = match problem.field {
        Some(field) => words.field_error(&FieldError::new(&field, problem.message)),
        None => problem.message,
    };
    let again = button("chip", "retry", move || session.start()).say(words.line.retry);
    let dismiss = button("chip", "dismiss", move || page.problem.set(None));
    let notice = el("p", "notice").add(el("span", "wrong").say(&text));
    vec![notice.add(again).add(dismiss.say(words.line.dismiss))]
}

fn notice(cx: Cx) -> Vec<El> {
    let Cx { words, desk, .. } = cx;
    let text = match desk.notice.get() {
        None => return Vec::new(),
        Some(Notice::Lost) => words.line.lost,
        Some(Notice::Restored) => words.line.restored,
        Some(Notice::LinkCopied) => words.nav.link_copied,
    };
    let dismiss = button("chip", "dismiss-notice", move || desk.notice.set(None));
    vec![el("p", "notice").say(text).add(dismiss.say(words.line.dismiss))]
}
