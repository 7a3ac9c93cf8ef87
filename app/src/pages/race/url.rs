//! The page's state in its address, so that a link restores it.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::state::{Connection, Lane, Marks, Page};
pub use crate::components::address::opened;
use crate::components::address::{browser_lang, link_lang};
use crate::link::PageState;
use crate::player::lane_view::LaneView;
use crate::player::playback::Player;

/// The page's signals, as the address asks for.
pub fn page(opened: &PageState) -> Page {
    let lane = || Lane { view: RwSignal::new(LaneView::default()), result: RwSignal::new(None) };
    Page {
        lang: RwSignal::new(opened.lang.unwrap_or_else(browser_lang)),
        theme: RwSignal::new(opened.theme),
        presenter: RwSignal::new(opened.presenter),
        workload: RwSignal::new(opened.workload.clone()),
        lanes: [lane(), lane()],
        player: RwSignal::new(Player { speed: opened.speed, ..Player::default() }),
        marks: RwSignal::new(Marks::default()),
        connection: RwSignal::new(Connection::default()),
        problem: RwSignal::new(None),
        guess: RwSignal::new(None),
    }
}

/// Keeps the address in step. While it plays, no moment is part of it.
pub fn follow(page: Page) {
    let query = Memo::new(move |_| {
        let (cursor, speed) = page.player.with(|player| {
            let stands = !player.playing && !player.live && player.length > 0.0;
            (stands.then_some(player.cursor), player.speed)
        });
        let state = PageState {
            workload: page.workload.get(),
            cursor,
            speed,
            lang: link_lang(page.lang.get()),
            theme: page.theme.get(),
            presenter: page.presenter.get(),
        };
        state.to_query()
    });
    Effect::new(move |_| {
        let location = window().location();
        let path = location.pathname().unwrap_or_default();
        let address = format!("{path}{}", query.get());
        if let Ok(history) = window().history() {
            // Refused only for an address of another origin, which this is not.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
    });
}
