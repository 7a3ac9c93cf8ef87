//! `/strategies/<name>`: what a strategy does, what it costs, what it breaks, when to use it.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::program::Program;
use race_core::trace::{Property, Venue};

use super::cell::Cell;
use super::context::Context;
use super::facts::Facts;
use super::links::{PageLink, RaceLink};
use super::not_found::NotFound;
use super::note::{EQUIVALENTS, Note};
use super::program::{CodeBox, ProgramText};
use super::prose::{Paragraphs, Prose, Summary};
use super::race_page;
use super::strategies::ClaimCell;

/// The page.
#[component]
pub fn Strategy(name: String) -> impl IntoView {
    let Some(program) = catalogue::strategy(&name) else {
        return view! { <NotFound name /> }.into_any();
    };
    let note = Note::of(&name);
    view! {
        <main class="strategy" id="main" tabindex="-1">
            <Lead program />
            <div class="told">
                {note.map(|note| view! { <Belief note /> })}
                <Claims program />
                {note.map(|note| view! { <NoteSections note /> })}
            </div>
            <div class="shown">
                <ProgramText program />
                <Facts program />
                {note.map(|note| view! { <Equivalents note /> })}
            </div>
        </main>
    }
    .into_any()
}

/// The name, the sentence that says what it does, and a link that races it.
#[component]
fn Lead(program: &'static Program) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let Summary { pieces, lang } = Summary::new(program, texts.lang);
    view! {
        <div class="lead">
            <p>
                <PageLink path="/strategies">{texts.strategy.all}</PageLink>
            </p>
            <h1>
                <code>{program.name.clone()}</code>
            </h1>
            <p class="about" lang=lang>
                <Prose pieces />
            </p>
            <RaceLink
                class="go"
                state=race_page::of_strategy(program, program.venues[0])
                attr:data-testid="race-it"
            >
                {texts.race_it}
            </RaceLink>
        </div>
    }
}

/// A correction of what many believe, before everything else; most strategies need none.
#[component]
fn Belief(note: Note) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let paragraphs = note.paragraphs("belief", texts.lang);
    (!paragraphs.is_empty()).then(|| {
        view! {
            <section class="belief" data-testid="belief">
                <h2>{texts.strategy.belief}</h2>
                <Paragraphs paragraphs />
            </section>
        }
    })
}

/// What it does, how it breaks, when to use it and when not.
#[component]
fn NoteSections(note: Note) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let words = &texts.strategy;
    let sections = [
        ("what", words.what),
        ("broken", words.breaks),
        ("use", words.use_it),
        ("avoid", words.avoid),
    ];
    sections.map(|(name, head)| {
        view! {
            <section data-testid=format!("note-{name}")>
                <h2>{head}</h2>
                <Paragraphs paragraphs=note.paragraphs(name, texts.lang) />
            </section>
        }
    })
}

/// The claims of the header: a row for each property, a column for each venue.
#[component]
fn Claims(program: &'static Program) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let head = |&venue: &Venue| view! { <th scope="col">{words.venue(venue)}</th> };
    let row = |&property: &Property| {
        let cell = |&venue: &Venue| {
            let claim = program.claim(venue, property);
            let cell = Cell { strategy: program.name.clone(), venue, property };
            view! { <ClaimCell cell claim /> }
        };
        view! {
            <tr>
                <th scope="row" title=words.property_tip(property)>
                    {words.property(property)}
                </th>
                {program.venues.iter().map(cell).collect_view()}
            </tr>
        }
    };
    view! {
        <section>
            <h2>{texts.strategy.claims}</h2>
            <table class="claims" data-testid="claims">
                <thead>
                    <tr>
                        <td></td>
                        {program.venues.iter().map(head).collect_view()}
                    </tr>
                </thead>
                <tbody>{Property::ALL.iter().map(row).collect_view()}</tbody>
            </table>
        </section>
    }
}

/// The same in other languages.
#[component]
fn Equivalents(note: Note) -> impl IntoView {
    let words = &expect_context::<Context>().texts.strategy;
    let one = |(language, name): (&str, &'static str)| {
        let text = note.equivalent(language)?;
        Some(view! {
            <details class="code">
                <summary>
                    {name}
                    <i>{words.not_executed}</i>
                </summary>
                <CodeBox
                    label=format!("{name}, {}", words.not_executed)
                    testid=format!("code-{language}")
                >
                    {text}
                </CodeBox>
            </details>
        })
    };
    view! {
        <section>
            <h2>{words.equivalents}</h2>
            {EQUIVALENTS.into_iter().filter_map(one).collect_view()}
        </section>
    }
}
