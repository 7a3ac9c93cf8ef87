//! The components. Each is a function from what it needs to a view: a function has no builder of
//! its own, which keeps the page small. A change of language mounts all of them anew, so that texts
//! are plain texts and not signals, and nothing needs the code that would compare two whole pages.

mod behind;
mod board;
mod code;
#[cfg(test)]
mod contrast;
mod facts;
mod field;
mod form;
mod guess;
mod help;
mod icon;
mod keys;
mod lane;
mod latency;
mod live;
mod load;
mod look;
mod notice;
mod player;
mod say;
mod score;
pub mod session;
mod stage;
pub mod state;
mod timeline;
mod top;
mod url;

use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use self::live::{effect, memo};
use self::session::Session;
use self::state::Page;
use crate::model::words::Words;

/// The lanes' names in ids and in the address.
const SIDES: [&str; 2] = ["left", "right"];

/// What is said over the lanes until it is dismissed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notice {
    Lost,
    Restored,
    LinkCopied,
}

/// What is open, and which lane is in front: the page's own affairs, of no interest to the race.
#[derive(Clone, Copy)]
struct Desk {
    /// The folded form.
    form: RwSignal<bool>,
    /// The help.
    help: RwSignal<bool>,
    /// Verdict, latencies and table, in both lanes.
    behind: RwSignal<bool>,
    /// The lane that a phone shows.
    front: RwSignal<usize>,
    /// Whether there is room for one lane only.
    narrow: RwSignal<bool>,
    /// Whether the browser asks for dark pages.
    browser_dark: RwSignal<bool>,
    /// What is said over the lanes.
    notice: RwSignal<Option<Notice>>,
}

/// What a component is given.
#[derive(Clone, Copy)]
struct Cx {
    page: Page,
    session: Session,
    desk: Desk,
    words: &'static Words,
}

impl Cx {
    /// The shares of a lane: those of its race, or, before there is one, those that the form asks for.
    fn shares(self, lane: usize) -> Memo<u64> {
        let Page { lanes, workload, .. } = self.page;
        memo(move || {
            let raced =
                lanes[lane].view.with(|view| view.has_race.then_some(u64::from(view.shares)));
            raced.unwrap_or_else(|| {
                workload.with(|workload| workload.get("shares").parse().unwrap_or_default())
            })
        })
    }

    /// Whether the form asks for another race than the one that is shown.
    fn is_changed(self) -> bool {
        let Page { lanes, workload, .. } = self.page;
        (0..lanes.len()).any(|lane| {
            let asked = workload.with(|workload| workload.lane_config(lane));
            lanes[lane].result.with(|result| match (result, asked) {
                (Some(result), Ok(asked)) => result.config != asked,
                _ => false,
            })
        })
    }
}

/// Puts the page into the document's body.
pub fn mount() {
    mount_to_body(|| {
        let opened = url::opened();
        let page = url::page(&opened);
        let desk = Desk {
            form: RwSignal::new(false),
            help: RwSignal::new(false),
            behind: RwSignal::new(false),
            front: RwSignal::new(0),
            narrow: RwSignal::new(false),
            browser_dark: RwSignal::new(false),
            notice: RwSignal::new(None),
        };
        look::follow(page, desk);
        let session = Session::new(page);
        url::follow(page);
        if let Some(cursor) = opened.cursor {
            session.open_at(cursor);
        }
        keys::listen(Cx { page, session, desk, words: page.lang.get_untracked().words() });
        let shown = StoredValue::new_local(None::<Box<dyn Any>>);
        effect(move || {
            let words = page.words();
            let again = shown.with_value(Option::is_some);
            // What is shown goes when its handle does, and only then may the other language come.
            shown.set_value(None);
            let handle = mount_to(body(), move || all(Cx { page, session, desk, words }));
            shown.set_value(Some(Box::new(handle)));
            if again {
                top::focus_language();
            }
        });
    });
}

fn body() -> HtmlElement {
    document().body().expect("the page has a body")
}

fn all(cx: Cx) -> impl IntoView {
    view! {
        <div class="page" class:presenter=cx.page.presenter>
            {top::top(cx)}
            {load::load(cx)}
            <main class="lanes" id="lanes">
                {notice::notices(cx)}
                {form::form(cx)}
                {score::scores(cx)}
                {lane::lane(cx, 0)}
                {lane::lane(cx, 1)}
            </main>
            {player::player(cx)}
            {help::help(cx)}
        </div>
    }
}
