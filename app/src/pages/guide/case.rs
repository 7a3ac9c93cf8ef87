//! `/strategies/<name>/<venue>/<property>`: the shortest order that breaks a property; or, where none
//! does, how many states were searched, and a race that goes well. The worker does the searching.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::counterexample::Counterexample;
use race_core::program::Program;
use race_core::property::Claim;
use race_core::report;
use race_core::trace::{Property, Standing};
use race_core::wire::worker::{Request, Response};

use super::cell::{Cell, Neighbours};
use super::context::Context;
use super::links::{PageLink, RaceLink};
use super::not_found::NotFound;
use super::program::ProgramText;
use super::prose::Mark;
use super::race_page;
use super::route::Route;
use super::scenarios::Scenarios;
use super::table::EventTable;

/// The page.
#[component]
pub fn Case(cell: Cell) -> impl IntoView {
    let Context { texts, worker, .. } = expect_context();
    let Some(program) = catalogue::strategy(&cell.strategy) else {
        return view! { <NotFound name=cell.strategy /> }.into_any();
    };
    let Cell { strategy, venue, property } = cell.clone();
    let response = worker.response(Request::Check { strategy, venue, property });
    let found = move || match &*response.read() {
        None => view! { <Progress text=texts.working /> }.into_any(),
        Some(Ok(Response::Working { states })) => {
            view! { <Progress text=texts.searching(*states) /> }.into_any()
        }
        Some(Ok(Response::Case(case))) => {
            view! { <Found program property case=(**case).clone() /> }.into_any()
        }
        Some(Ok(Response::Refused(why))) => view! { <Problem text=why /> }.into_any(),
        // An answer to another request.
        Some(Ok(_)) => ().into_any(),
        Some(Err(error)) => view! { <Problem text=texts.worker_failed(error) /> }.into_any(),
    };
    view! {
        <main class="case" id="main" tabindex="-1">
            <Lead cell=cell.clone() />
            <div class="found">{found}</div>
            <div class="shown">
                <ProgramText program />
            </div>
            <OtherProperties program cell=cell.clone() />
            <WaysOn cell />
        </main>
    }
    .into_any()
}

/// The way back, the title, and what the property means.
#[component]
fn Lead(cell: Cell) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let Cell { strategy, venue, property } = cell;
    let (path, name) = (Route::strategy(&strategy), strategy.clone());
    let place = format!(" · {} · {}", words.venue(venue), words.property(property));
    view! {
        <div class="lead">
            <p class="crumbs">
                <PageLink path="/strategies">{texts.strategy.all}</PageLink>
                " / "
                <PageLink path>
                    <code>{name}</code>
                </PageLink>
            </p>
            <h1>
                <code>{strategy}</code>
                {place}
            </h1>
            <p class="about">{words.property_tip(property)}</p>
        </div>
    }
}

/// How far the search is, read aloud as well.
#[component]
fn Progress(#[prop(into)] text: String) -> impl IntoView {
    view! {
        <p class="working" data-testid="working" role="status">
            {text}
        </p>
    }
}

/// Why there is no answer.
#[component]
fn Problem(#[prop(into)] text: String) -> impl IntoView {
    view! {
        <p class="wrong" data-testid="problem" role="alert">
            {text}
        </p>
    }
}

/// The verdict, the order of events that proves it, and what was searched.
#[component]
fn Found(program: &'static Program, property: Property, case: report::Case) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let acts = case.counterexample.as_ref().map_or(0, |example| example.rows.len());
    let why = case.stopped.as_deref().unwrap_or_default();
    let verdict = texts.found(case.standing, acts, case.states, case.won_max, why);
    let is_broken = case.standing == Standing::Broken;
    let example = case.counterexample.clone().map(|example| {
        let what = match is_broken {
            true => view! { <Wrong property example=example.clone() /> }.into_any(),
            false => view! { <p>{texts.case.passing}</p> }.into_any(),
        };
        view! {
            {what}
            <Example program example is_broken />
        }
    });
    view! {
        <p
            class=if is_broken { "verdict broken" } else { "verdict" }
            data-testid="verdict"
            role="status"
            data-standing=case.standing.name()
            data-states=case.states.to_string()
        >
            {verdict}
        </p>
        {example}
        <Scenarios case />
    }
}

/// What goes wrong in a counterexample, and the stale write that it began with.
#[component]
fn Wrong(property: Property, example: Counterexample) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let stale = example.stale.map(|stale| [texts.gap.to_owned(), texts.stale(&stale)]);
    view! {
        <p class="wrongs" data-testid="wrong">
            {texts.wrong(property, &example.result)}
            {stale}
        </p>
    }
}

/// An order of events: as a table, as a schedule, and to be run on the real Redis.
#[component]
fn Example(
    program: &'static Program,
    example: Counterexample,
    /// True for a counterexample, false for a race that goes well.
    is_broken: bool,
) -> impl IntoView {
    let words = &expect_context::<Context>().texts.case;
    let (caption, label) = match is_broken {
        true => (words.table, words.replay),
        false => (words.passing_table, words.race_passing),
    };
    let schedule = example.config.schedule.to_string();
    let state = race_page::of_schedule(program, &example.config);
    let replay = (!schedule.is_empty()).then(|| {
        view! {
            <RaceLink class="go" state attr:data-testid="replay">
                {label}
            </RaceLink>
        }
    });
    view! {
        <EventTable example caption />
        <div class="schedule">
            <span>{words.schedule}</span>
            <code data-testid="schedule">{schedule}</code>
            <small>{words.notation}</small>
        </div>
        {replay}
    }
}

/// How the other properties stand, one link each.
#[component]
fn OtherProperties(program: &'static Program, cell: Cell) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let item = |&property: &Property| {
        let claim = program.claim(cell.venue, property);
        let path = Route::case(&Cell { property, ..cell.clone() });
        let is_current = property == cell.property;
        view! {
            <li class=(claim == Claim::Broken).then_some("broken")>
                <PageLink path attr:aria-current=is_current.then_some("page")>
                    <Mark claim />
                    " "
                    {words.property(property)}
                </PageLink>
            </li>
        }
    };
    view! {
        <nav class="beside" aria-label=texts.case.others>
            <ul>{Property::ALL.iter().map(item).collect_view()}</ul>
        </nav>
    }
}

/// The links to the broken cells before and after this one.
#[component]
fn WaysOn(cell: Cell) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let link = |cell: Cell, rel: &'static str, label: &'static str| {
        let path = Route::case(&cell);
        let Cell { strategy, venue, property } = cell;
        let place = format!(" · {} · {}", words.venue(venue), words.property(property));
        view! {
            <PageLink class=rel path attr:rel=rel attr:data-testid=rel>
                <small>{label}</small>
                <span>
                    <code>{strategy}</code>
                    {place}
                </span>
            </PageLink>
        }
    };
    let (previous, next) = (texts.case.previous, texts.case.next);
    let neighbours = Neighbours::of(&cell);
    view! {
        <nav class="ways" aria-label=format!("{previous}, {next}")>
            {neighbours.previous.map(|cell| link(cell, "prev", previous))}
            {neighbours.next.map(|cell| link(cell, "next", next))}
        </nav>
    }
}
