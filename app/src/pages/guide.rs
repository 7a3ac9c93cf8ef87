//! The guide: what strategies there are, what each breaks and why; and the pages beside it. A bundle of
//! its own, because the race page has no room for it, and because it needs no race.
//!
//! Each page is loaded for itself, by its path ([`Route`]), and each view is one file. What needs the
//! Lua VM is asked of a worker ([`work`]).

mod case;
mod cell;
pub mod compare;
mod facts;
pub mod fairness;
mod live;
mod note;
mod nowhere;
mod program;
mod prose;
mod route;
mod strategies;
mod strategy;
mod syntax;
mod table;
mod top;
mod walked;
mod words;
mod work;

use leptos::prelude::*;

use self::work::Work;
use crate::components::dom::{El, body, el};
use crate::components::live::effect;
use crate::components::{address, look, switches};
use crate::link::{PageState, Theme};
use crate::pages::guide::fairness::form::Form;
use crate::pages::guide::route::Route;
use crate::pages::guide::words::GuideWords;
use crate::words::{Lang, Words};

/// What a view is given.
#[derive(Clone, Copy)]
pub struct Cx {
    lang: RwSignal<Lang>,
    theme: RwSignal<Theme>,
    /// Whether the browser asks for dark pages.
    browser_dark: RwSignal<bool>,
    /// The words of the race page: the names of properties, venues and outcomes.
    words: &'static Words,
    /// The words of the guide.
    says: &'static GuideWords,
    /// The worker.
    work: Work,
    /// What `/compare` was asked for, and what came of it.
    desk: compare::Desk,
    /// The form of `/fairness`, which outlives a change of language.
    fairness: RwSignal<Form>,
}

impl Cx {
    /// A link to another page of the site, which keeps language and theme.
    fn link(self, class: &str, path: &str) -> El {
        let path = path.to_owned();
        let Cx { lang, theme, .. } = self;
        el("a", class)
            .keeps("href", move || Some(format!("{path}{}", address::look_query(lang, theme))))
    }

    /// A link to the race page as this state has it, in this language and theme.
    fn race_link(self, class: &str, state: PageState) -> El {
        let Cx { lang, theme, .. } = self;
        el("a", class).keeps("href", move || {
            let lang = address::told(lang.get());
            Some(format!("/{}", PageState { lang, theme: theme.get(), ..state.clone() }.to_query()))
        })
    }
}

/// Puts the page of the address into the document's body.
pub fn mount() {
    mount_to_body(|| {
        let opened = address::opened();
        let lang = RwSignal::new(opened.lang.unwrap_or_else(address::browsers));
        let (theme, browser_dark) = (RwSignal::new(opened.theme), RwSignal::new(false));
        look::follow_lang(lang);
        look::follow_theme(theme, browser_dark);
        let route = Route::of(&path());
        let work = Work::default();
        let (desk, fairness) = (compare::Desk::opened(), RwSignal::new(Form::from_query(&query())));
        let of_compare = route == Route::Compare;
        let of_fairness = route == Route::Fairness;
        follow_address(lang, theme, move || match () {
            () if of_compare => desk.query(),
            () if of_fairness => pairs(&fairness.read().to_query()),
            () => String::new(),
        });
        body().part(move || {
            let lang_now = lang.get();
            let (words, says) = (lang_now.words(), GuideWords::of(lang_now));
            if document().active_element().is_some_and(|active| active.tag_name() != "BODY") {
                request_animation_frame(switches::focus_language);
            }
            let cx = Cx { lang, theme, browser_dark, words, says, work, desk, fairness };
            vec![page(cx, &route)]
        });
    });
}

/// What a form has, as a link writes it.
fn pairs(fields: &[(&'static str, String)]) -> String {
    fields.iter().map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join("&")
}

/// The address keeps language, theme and what a form has, so that a link restores them.
fn follow_address(
    lang: RwSignal<Lang>,
    theme: RwSignal<Theme>,
    form: impl Fn() -> String + 'static,
) {
    effect(move || {
        let mut query = address::look_query(lang, theme);
        let more = form();
        if !more.is_empty() {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(&more);
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

fn page(cx: Cx, route: &Route) -> El {
    let Cx { words, says, .. } = cx;
    let (section, title, main) = match route {
        Route::Strategies => ("/strategies", says.matrix.title.to_owned(), strategies::view(cx)),
        Route::Strategy(name) => ("/strategies", name.clone(), strategy::view(cx, name)),
        Route::Case(name, venue, property) => {
            let what = words.property(*property);
            let title = format!("{name}, {}: {what}", words.venue(*venue));
            ("/strategies", title, case::view(cx, &(name.clone(), *venue, *property)))
        }
        Route::Compare => ("/compare", words.nav.compare.to_owned(), compare::view(cx)),
        Route::Fairness => ("/fairness", says.fairness.title.to_owned(), fairness::view(cx)),
        Route::Nowhere(name) => ("/strategies", says.nowhere(name), nowhere::view(cx, name)),
    };
    document().set_title(&format!("{title} · {}", words.title));
    el("div", "page guide")
        .add(el("a", "skip").set("href", "#main").say(says.skip))
        .add(top::top(cx, section))
        .add(main.set("id", "main").set("tabindex", "-1"))
}
