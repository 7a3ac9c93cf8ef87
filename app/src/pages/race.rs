//! The race page: two lanes, one player, a form. A change of language renders all of it anew, so that
//! texts are plain texts and not signals.

mod behind;
mod board;
mod caption;
mod code;
mod context;
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
mod position;
mod score;
mod sentence;
mod session;
mod stage;
mod state;
mod timeline;
mod top;
mod url;
mod xray;

use leptos::prelude::*;

use self::context::{Context, Panels};
use self::form::Form;
use self::help::Help;
use self::lane::Lane;
use self::load::Load;
use self::notice::Notices;
use self::player::PlayerBar;
use self::score::Scores;
use self::session::Session;
use self::top::Top;

/// Mounts the race page into the document's body.
pub fn mount() {
    mount_to_body(|| {
        let opened = url::opened();
        let page = url::page(&opened);
        let panels = Panels::new();
        look::follow(page, panels);
        let session = Session::new(page);
        url::follow(page);
        if let Some(cursor) = opened.cursor {
            session.open_at(cursor);
        }
        let words = page.lang.get_untracked().words();
        keys::listen(Context { page, session, panels, words });
        move || {
            provide_context(Context { page, session, panels, words: page.words() });
            view! { <RacePage /> }
        }
    });
}

/// The whole page, in the language of the context.
#[component]
fn RacePage() -> impl IntoView {
    let Context { page, .. } = expect_context();
    view! {
        <div class="page" class:presenter=page.presenter>
            <Top />
            <Load />
            <main class="lanes" id="lanes">
                <Notices />
                <Form />
                <Scores />
                <Lane index=0 />
                <Lane index=1 />
            </main>
            <PlayerBar />
            <Help />
        </div>
    }
}
