//! The page `/compare`: what to compare, the run, and what came of it.
//!
//! The page posts one race after the other; the tables and charts are core's, as in the report.

pub mod choice;
mod choose;
mod desk;
mod fields;
mod results;
mod run;
mod save;

use super::Cx;
use crate::components::dom::{El, button, el};

pub use desk::Desk;
use desk::Phase;

/// The page.
pub fn view(cx: Cx) -> El {
    let says = cx.says.compare;
    // What Enter in a field presses.
    let submit = el("input", "unseen").set("type", "submit").set("tabindex", "-1");
    let form = el("form", "compare-form")
        .set("novalidate", "")
        .on("submit", move |event| {
            event.prevent_default();
            run::start(cx);
        })
        .add(choose::choose(cx))
        .add(fields::fields(cx))
        .add(submit.set("aria-hidden", "true"));
    el("main", "compare")
        .add(el("h1", "").say(cx.words.nav.compare))
        .add(el("p", "about").say(says.about))
        .add(form)
        .add(results::results(cx))
        .add(bar(cx))
}

/// Start or stop, and how far it is: at the lower edge of the window, wherever one is on the page.
fn bar(cx: Cx) -> El {
    let Cx { desk, says, .. } = cx;
    let is_running = move || desk.phase.read() != Phase::Idle;
    let text = move || if is_running() { says.compare.stop } else { says.compare.start }.to_owned();
    let go = button("go", "compare-start", move || match desk.phase.read_untracked() {
        Phase::Idle => run::start(cx),
        _ => run::stop(cx),
    });
    let status = el("p", "status").set("role", "status").test("compare-status");
    el("div", "bar-row")
        .add(go.has("running", is_running).says(text))
        .add(status.says(move || desk.status(says.compare)))
}
