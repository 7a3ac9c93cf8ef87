//! `/strategies`: every strategy in each of its venues against every property, from their headers.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::program::Program;
use race_core::property::Claim;
use race_core::trace::{Property, Venue};

use super::cell::Cell;
use super::context::Context;
use super::links::{PageLink, RaceLink};
use super::prose::{Mark, Prose, Summary};
use super::race_page;
use super::route::Route;
use crate::components::icon::VenueSign;

/// The page.
#[component]
pub fn Strategies() -> impl IntoView {
    let words = &expect_context::<Context>().texts.matrix;
    view! {
        <main class="strategies" id="main" tabindex="-1">
            <div class="lead">
                <h1>{words.title}</h1>
                <p>{words.intro}</p>
                <p class="how">{words.how}</p>
            </div>
            <Legend />
            <Matrix />
        </main>
    }
}

/// What the signs of the matrix mean.
#[component]
fn Legend() -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let claim = |claim| view! { <li><Mark claim /></li> };
    let venue = |venue| {
        view! {
            <li>
                <VenueName venue />
                <span>{words.venue_tip(venue)}</span>
            </li>
        }
    };
    view! {
        <ul class="legend" aria-label=texts.matrix.legend>
            {[Claim::Held, Claim::Broken].map(claim)}
            {[Venue::Client, Venue::Server].map(venue)}
        </ul>
    }
}

/// The sign and the name of a venue.
#[component]
fn VenueName(venue: Venue) -> impl IntoView {
    let Context { words, .. } = expect_context();
    view! {
        <span class="venue">
            <VenueSign venue />
            {words.venue(venue)}
        </span>
    }
}

/// The table: a column for each property.
#[component]
fn Matrix() -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let caption = texts.matrix.caption;
    let head = |&property: &Property| {
        view! {
            <th scope="col" title=words.property_tip(property)>
                {words.property(property)}
            </th>
        }
    };
    let strategies = catalogue::strategies();
    let rows = strategies.iter().map(|program| view! { <StrategyRows program /> });
    view! {
        <div class="scroll" role="region" tabindex="0" aria-label=caption>
            <table class="matrix" data-testid="matrix">
                <caption class="unseen">{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{texts.matrix.strategy}</th>
                        {Property::ALL.iter().map(head).collect_view()}
                    </tr>
                </thead>
                {rows.collect_view()}
            </table>
        </div>
    }
}

/// A strategy: a row for what it is, then one for each venue that it can run in.
#[component]
fn StrategyRows(program: &'static Program) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let Summary { pieces, lang } = Summary::new(program, texts.lang);
    let faults = (!program.faults.is_empty()).then(|| {
        let names: Vec<_> = program.faults.iter().map(|name| texts.fault(name).0).collect();
        let names = names.join(texts.strategy.between);
        view! { <span class="faults">{format!("{} {names}", texts.matrix.under)}</span> }
    });
    let row = |&venue: &Venue| view! { <VenueRow program venue /> };
    let rows = program.venues.iter().map(row).collect_view();
    let (path, name) = (Route::strategy(&program.name), program.name.clone());
    view! {
        <tbody data-strategy=program.name.clone()>
            <tr class="strategy">
                <th scope="rowgroup" colspan=(Property::ALL.len() + 1).to_string()>
                    <div>
                        <PageLink class="name" path>
                            {name}
                        </PageLink>
                        <span class="about" lang=lang>
                            <Prose pieces />
                        </span>
                        {faults}
                    </div>
                </th>
            </tr>
            {rows}
        </tbody>
    }
}

/// What a strategy claims in one venue, and a link that races it there.
#[component]
fn VenueRow(program: &'static Program, venue: Venue) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let label =
        [texts.race_it, texts.colon, &program.name, texts.strategy.between, words.venue(venue)];
    let cell = |&property: &Property| {
        let claim = program.claim(venue, property);
        let cell = Cell { strategy: program.name.clone(), venue, property };
        view! { <ClaimCell cell claim /> }
    };
    view! {
        <tr data-venue=venue.name()>
            <th scope="row">
                <VenueName venue />
                <RaceLink
                    class="race-it"
                    state=race_page::of_strategy(program, venue)
                    attr:aria-label=label.concat()
                >
                    {texts.race_it}
                </RaceLink>
            </th>
            {Property::ALL.iter().map(cell).collect_view()}
        </tr>
    }
}

/// One claim, with a link to the evidence for it.
#[component]
pub fn ClaimCell(cell: Cell, claim: Claim) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let label = format!(
        "{}, {}, {}: {}",
        cell.strategy,
        words.venue(cell.venue),
        words.property(cell.property),
        texts.claim(claim)
    );
    view! {
        <td data-property=cell.property.name()>
            <PageLink path=Route::case(&cell) attr:aria-label=label>
                <Mark claim />
            </PageLink>
        </td>
    }
}
