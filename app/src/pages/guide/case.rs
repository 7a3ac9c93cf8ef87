//! `/strategies/<name>/<venue>/<property>`: the shortest order that breaks a property; or, where none
//! does, how many states were walked, and a race that goes well. The worker does the walking.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::program::Program;
use race_core::trace::{Property, Standing, Venue};
use race_core::wire::ask::{Answer, Case, Request};
use race_core::wire::tale::Tale;

use super::cell::{Cell, neighbours};
use super::live;
use super::program::program_text;
use super::work::Heard;
use super::{Cx, table, walked};
use crate::components::dom::{El, el};
use crate::pages::guide::route::Route;
use race_core::property::Claim;

/// The page.
pub fn view(cx: Cx, cell: &Cell) -> El {
    let (name, venue, property) = cell;
    let Some(program) = catalogue::strategy(name) else {
        return super::nowhere::view(cx, name);
    };
    let heard: RwSignal<Option<Heard>> = RwSignal::new(None);
    let request = Request::Check { strategy: name.clone(), venue: *venue, property: *property };
    cx.work.ask(request, move |answer| heard.set(Some(answer)));
    let (shown, cell_shown) = (program.clone(), cell.clone());
    let found = move || match &*heard.read() {
        None => vec![status(cx.says.working)],
        Some(Ok(Answer::Working { states })) => vec![status(&cx.says.walking(*states))],
        Some(Ok(Answer::Case(case))) => all(cx, &shown, &cell_shown, case),
        Some(Ok(Answer::Refused(why))) => vec![problem(why)],
        // An answer to something else.
        Some(Ok(_)) => Vec::new(),
        Some(Err(why)) => vec![problem(&cx.says.dead(why))],
    };
    el("main", "case")
        .add(lead(cx, cell))
        .add(el("div", "found").part(found))
        .add(el("div", "shown").add(program_text(cx, &program)))
        .add(beside(cx, &program, *venue, *property))
        .add(ways_on(cx, cell))
}

fn lead(cx: Cx, (name, venue, property): &Cell) -> El {
    let up = cx.link("", &Route::strategy(name)).add(el("code", "").say(name));
    let all = cx.link("", "/strategies").say(cx.says.strategy.all);
    let property_name = cx.words.property(*property);
    let title = el("h1", "")
        .add(el("code", "").say(name))
        .say(&format!(" · {} · {property_name}", cx.words.venue(*venue)));
    el("div", "lead")
        .add(el("p", "crumbs").add(all).say(" / ").add(up))
        .add(title)
        .add(el("p", "about").say(cx.words.property_tip(*property)))
}

/// Told to those who listen as well.
fn status(text: &str) -> El {
    el("p", "working").test("working").set("role", "status").say(text)
}

fn problem(text: &str) -> El {
    el("p", "wrong").test("problem").set("role", "alert").say(text)
}

fn all(cx: Cx, program: &Program, cell: &Cell, case: &Case) -> Vec<El> {
    let acts = case.tale.as_ref().map_or(0, |tale| tale.rows.len());
    let why = case.stopped.as_deref().unwrap_or_default();
    let sentence = cx.says.found(case.standing, acts, case.states, case.won_max, why);
    let class = if case.standing == Standing::Broken { "verdict broken" } else { "verdict" };
    let mut parts = vec![
        el("p", class)
            .test("verdict")
            .set("role", "status")
            .set("data-standing", case.standing.name())
            .set("data-states", &case.states.to_string())
            .say(&sentence),
    ];
    if let Some(tale) = &case.tale {
        parts.extend(told(cx, program, cell.2, case, tale));
    }
    parts.push(walked::walked(cx, case));
    parts
}

/// The order itself: as a text, as a table, in sentences, and on the real Redis.
fn told(cx: Cx, program: &Program, property: Property, case: &Case, tale: &Tale) -> Vec<El> {
    let words = &cx.says.case;
    let is_broken = case.standing == Standing::Broken;
    let mut parts = Vec::new();
    if is_broken {
        let mut said = el("p", "wrongs").test("wrong").say(&cx.says.wrong(property, &tale.result));
        if let Some(stale) = &tale.stale {
            said = said.say(cx.says.gap).say(&cx.says.stale(stale));
        }
        parts.push(said);
    } else {
        parts.push(el("p", "").say(words.passing));
    }
    parts.push(table::table(cx, tale, if is_broken { words.table } else { words.passing_table }));
    let schedule = tale.config.schedule.to_string();
    let notation = el("small", "").say(words.notation);
    let text = el("div", "schedule")
        .add(el("span", "").say(words.schedule))
        .add(el("code", "").test("schedule").say(&schedule))
        .add(notation);
    parts.push(text);
    if !schedule.is_empty() {
        let label = if is_broken { words.replay } else { words.race_passing };
        parts.push(
            cx.race_link("go", live::replay(program, &tale.config)).test("replay").say(label),
        );
    }
    parts
}

/// How the other properties stand, one link each.
fn beside(cx: Cx, program: &Program, venue: Venue, property: Property) -> El {
    let one = |each: &Property| {
        let claim = program.claim(venue, *each);
        let link = cx
            .link("", &Route::case(&program.name, venue, *each))
            .add(super::prose::mark(cx.says, claim))
            .say(" ")
            .say(cx.words.property(*each));
        link.put("aria-current", (*each == property).then_some("page"));
        el("li", if claim == Claim::Broken { "broken" } else { "" }).add(link)
    };
    el("nav", "beside")
        .set("aria-label", cx.says.case.others)
        .add(el("ul", "").all(Property::ALL.iter().map(one).collect()))
}

fn ways_on(cx: Cx, cell: &Cell) -> El {
    let words = &cx.says.case;
    let [before, after] = neighbours(cell);
    let link = |cell: Option<Cell>, rel: &str, label: &str| {
        let (name, venue, property) = cell?;
        let (place, what) = (cx.words.venue(venue), cx.words.property(property));
        let link = cx.link(rel, &Route::case(&name, venue, property)).set("rel", rel).test(rel);
        let text =
            el("span", "").add(el("code", "").say(&name)).say(&format!(" · {place} · {what}"));
        Some(link.add(el("small", "").say(label)).add(text))
    };
    let links = [link(before, "prev", words.previous), link(after, "next", words.next)];
    let both = format!("{}, {}", words.previous, words.next);
    el("nav", "ways").set("aria-label", &both).all(links.into_iter().flatten().collect())
}
