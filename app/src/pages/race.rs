//! The components of the race page. Each is a function from what it needs to an element of [`dom`]. A change of
//! language makes all of them anew, so that texts are plain texts and not signals.

mod behind;
mod board;
mod caption;
mod code;
#[cfg(test)]
mod contrast;
mod facts;
mod field;
mod form;
mod guess;
mod help;
mod keys;
mod lane;
mod latency;
mod load;
mod look;
mod notice;
mod player;
mod say;
mod score;
mod session;
mod stage;
mod state;
mod timeline;
mod top;
mod url;
mod xray;

use leptos::prelude::*;

use self::session::Session;
use self::state::Page;
use crate::components::dom::{El, body, el};
use crate::components::live::memo;
use crate::components::switches;
use crate::words::Words;

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
            let view = lanes[lane].view.read();
            match view.has_race {
                true => u64::from(view.shares),
                false => workload.read().get("shares").parse().unwrap_or_default(),
            }
        })
    }

    /// Whether the form asks for another race than the one that is shown.
    fn is_changed(self) -> bool {
        let Page { lanes, workload, .. } = self.page;
        (0..lanes.len()).any(|lane| {
            let asked = workload.read().lane_config(lane);
            match (lanes[lane].result.read().as_ref(), asked) {
                (Some(result), Ok(asked)) => result.config != asked,
                _ => false,
            }
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
        body().part(move || {
            let words = page.words();
            if document().active_element().is_some_and(|active| active.tag_name() != "BODY") {
                request_animation_frame(switches::focus_language);
            }
            vec![all(Cx { page, session, desk, words })]
        });
    });
}

fn all(cx: Cx) -> El {
    let lanes = el("main", "lanes")
        .set("id", "lanes")
        .add(notice::notices(cx))
        .add(form::form(cx))
        .add(score::scores(cx))
        .add(lane::lane(cx, 0))
        .add(lane::lane(cx, 1));
    el("div", "page")
        .has("presenter", move || cx.page.presenter.get())
        .add(top::top(cx))
        .add(load::load(cx))
        .add(lanes)
        .add(player::player(cx))
        .add(help::help(cx))
}
