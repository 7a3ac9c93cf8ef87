//! `/strategies/<name>`: what a strategy does, what it costs, what it breaks, when to use it.

use race_core::catalogue;
use race_core::program::Program;
use race_core::trace::{Property, Venue};

use super::program::{code, program_text};
use super::prose::paragraphs;
use super::strategies::{cell, sentence};
use super::{Cx, facts};
use crate::components::dom::{El, el};
use crate::pages::guide::live;
use crate::pages::guide::note::{EQUIVALENTS, Note};

/// The page.
pub fn view(cx: Cx, name: &str) -> El {
    let Some(program) = catalogue::strategy(name) else {
        return super::nowhere::view(cx, name);
    };
    let words = &cx.says.strategy;
    let note = Note::of(name);
    let race = cx
        .race_link("go", live::race(&program, program.venues[0]))
        .test("race-it")
        .say(cx.says.race_it);
    let lead = el("div", "lead")
        .add(el("p", "").add(cx.link("", "/strategies").say(words.all)))
        .add(el("h1", "").add(el("code", "").say(name)))
        .add(sentence(cx, &program, el("p", "about")))
        .add(race);
    let told = el("div", "told")
        .all(belief(cx, note))
        .add(claims(cx, &program))
        .all(note.map_or(Vec::new(), |note| sections(cx, note)));
    let shown = el("div", "shown")
        .add(program_text(cx, &program))
        .add(facts::facts(cx, &program))
        .all(equivalents(cx, note));
    el("main", "strategy").add(lead).add(told).add(shown)
}

/// A correction of what many believe, before everything else.
fn belief(cx: Cx, note: Option<Note>) -> Vec<El> {
    let said = note.map_or(Vec::new(), |note| note.paragraphs("belief", cx.says.lang));
    if said.is_empty() {
        return Vec::new();
    }
    let head = el("h2", "").say(cx.says.strategy.belief);
    vec![el("section", "belief").test("belief").add(head).all(paragraphs(said))]
}

fn sections(cx: Cx, note: Note) -> Vec<El> {
    let words = &cx.says.strategy;
    let sections = [
        ("what", words.what),
        ("broken", words.breaks),
        ("use", words.use_it),
        ("avoid", words.avoid),
    ];
    let section = |(name, head): (&str, &str)| {
        el("section", "")
            .test(&format!("note-{name}"))
            .add(el("h2", "").say(head))
            .all(paragraphs(note.paragraphs(name, cx.says.lang)))
    };
    sections.map(section).into()
}

fn claims(cx: Cx, program: &Program) -> El {
    let row = |property: &Property| {
        let name = el("th", "")
            .set("scope", "row")
            .set("title", cx.words.property_tip(*property))
            .say(cx.words.property(*property));
        let cells = program.venues.iter().map(|venue| cell(cx, program, *venue, *property));
        el("tr", "").add(name).all(cells.collect())
    };
    let head = |venue: &Venue| el("th", "").set("scope", "col").say(cx.words.venue(*venue));
    let heads = el("tr", "").add(el("td", "")).all(program.venues.iter().map(head).collect());
    let table = el("table", "claims")
        .test("claims")
        .add(el("thead", "").add(heads))
        .add(el("tbody", "").all(Property::ALL.iter().map(row).collect()));
    el("section", "").add(el("h2", "").say(cx.says.strategy.claims)).add(table)
}

fn equivalents(cx: Cx, note: Option<Note>) -> Vec<El> {
    let Some(note) = note else { return Vec::new() };
    let words = &cx.says.strategy;
    let one = |(language, name): (&str, &str)| {
        let text = note.equivalent(language)?;
        let label = format!("{name}, {}", words.not_executed);
        let summary = el("summary", "").say(name).add(el("i", "").say(words.not_executed));
        let body = code(&label).test(&format!("code-{language}"));
        Some(el("details", "code").add(summary).add(body.say(text)))
    };
    let shown = EQUIVALENTS.into_iter().filter_map(one).collect();
    vec![el("section", "").add(el("h2", "").say(words.equivalents)).all(shown)]
}
