//! The guide: what strategies there are, what each breaks and why; and the pages beside it. A bundle of
//! its own, because the race page has no room for it, and because it needs no race.
//!
//! Each page is loaded for itself, by its path ([`Route`]), and each is a component in a file of its own.
//! What needs the Lua VM is asked of a worker ([`WorkerClient`]).

mod case;
mod cell;
pub mod compare;
mod context;
mod facts;
pub mod fairness;
mod links;
mod not_found;
mod note;
mod program;
mod prose;
mod race_page;
mod route;
mod scenarios;
mod strategies;
mod strategy;
mod syntax;
mod table;
mod top;
mod words;
mod worker;

use leptos::prelude::*;

use self::case::Case;
use self::cell::Cell;
use self::compare::{Compare, CompareState};
use self::context::Context;
use self::fairness::Fairness;
use self::fairness::form::FairnessForm;
use self::not_found::NotFound;
use self::route::Route;
use self::strategies::Strategies;
use self::strategy::Strategy;
use self::top::Top;
use self::words::GuideWords;
use self::worker::WorkerClient;
use crate::components::{address, look};
use crate::link::Theme;
use crate::words::Lang;

/// Mounts the page of the address into the document's body.
pub fn mount() {
    mount_to_body(|| {
        let opened = address::opened();
        let lang = RwSignal::new(opened.lang.unwrap_or_else(address::browser_lang));
        let (theme, browser_dark) = (RwSignal::new(opened.theme), RwSignal::new(false));
        look::follow_lang(lang);
        look::follow_theme(theme, browser_dark);
        let route = Route::of(&path());
        let worker = WorkerClient::default();
        // These outlive a change of language.
        let compare = CompareState::from_query(&query());
        let fairness = RwSignal::new(FairnessForm::from_query(&query()));
        provide_context(compare);
        provide_context(fairness);
        let form_query: fn(CompareState, RwSignal<FairnessForm>) -> String = match route {
            Route::Compare => |compare, _| compare.choice.read().to_query(),
            Route::Fairness => |_, fairness| fairness.read().to_query(),
            _ => |_, _| String::new(),
        };
        follow_address(lang, theme, move || form_query(compare, fairness));
        move || {
            let lang_now = lang.get();
            let (words, texts) = (lang_now.words(), GuideWords::of(lang_now));
            provide_context(Context { lang, theme, browser_dark, words, texts, worker });
            view! { <Page route=route.clone() /> }
        }
    });
}

/// Keeps language, theme and the fields of the page's form in the address, so that a link restores them.
fn follow_address(
    lang: RwSignal<Lang>,
    theme: RwSignal<Theme>,
    form_query: impl Fn() -> String + 'static,
) {
    Effect::new(move || {
        let mut query = address::look_query(lang, theme);
        let form = form_query();
        if !form.is_empty() {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(&form);
        }
        let address = format!("{}{query}", path());
        if let Ok(history) = window().history() {
            // Refused only for an address of another origin, which this is not.
            let _ = history.replace_state_with_url(&"".into(), "", Some(&address));
        }
    });
}

fn query() -> String {
    window().location().search().unwrap_or_default()
}

fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// The whole page, in the language of the context.
#[component]
fn Page(route: Route) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let title = match &route {
        Route::Strategies => texts.matrix.title.to_owned(),
        Route::Strategy(name) => name.clone(),
        Route::Case(Cell { strategy, venue, property }) => {
            format!("{strategy}, {}: {}", words.venue(*venue), words.property(*property))
        }
        Route::Compare => words.nav.compare.to_owned(),
        Route::Fairness => texts.fairness.title.to_owned(),
        Route::NotFound(name) => texts.not_found(name),
    };
    document().set_title(&format!("{title} · {}", words.title));
    let section = match &route {
        Route::Compare => "/compare",
        Route::Fairness => "/fairness",
        _ => "/strategies",
    };
    let main = match route {
        Route::Strategies => view! { <Strategies /> }.into_any(),
        Route::Strategy(name) => view! { <Strategy name /> }.into_any(),
        Route::Case(cell) => view! { <Case cell /> }.into_any(),
        Route::Compare => view! { <Compare /> }.into_any(),
        Route::Fairness => view! { <Fairness /> }.into_any(),
        Route::NotFound(name) => view! { <NotFound name /> }.into_any(),
    };
    view! {
        <div class="page guide">
            <a class="skip" href="#main">
                {texts.skip}
            </a>
            <Top section />
            {main}
        </div>
    }
}
