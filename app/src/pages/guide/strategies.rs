//! `/strategies`: every strategy in each of its venues against every property, out of the headers.

use race_core::catalogue;
use race_core::program::Program;
use race_core::trace::{Property, Venue};

use super::Cx;
use super::live;
use super::prose::{mark, say};
use crate::components::dom::{El, el};
use crate::components::icon::venue as venue_sign;
use crate::pages::guide::note::{Note, Piece};
use crate::pages::guide::route::Route;
use crate::words::Lang;
use race_core::property::Claim;

/// The page.
pub fn view(cx: Cx) -> El {
    let words = &cx.says.matrix;
    let lead = el("div", "lead")
        .add(el("h1", "").say(words.title))
        .add(el("p", "").say(words.intro))
        .add(el("p", "how").say(words.how));
    el("main", "strategies").add(lead).add(legend(cx)).add(matrix(cx))
}

/// The sentence that says what a program does: its note's in the language of the page, else its header's.
pub fn sentence(cx: Cx, program: &Program, into: El) -> El {
    let note = Note::of(&program.name).filter(|_| cx.says.lang != Lang::En);
    match note.and_then(|note| note.sentence(cx.says.lang)) {
        Some(pieces) => say(into, pieces),
        None => say(into.set("lang", "en"), vec![Piece::Text(program.about.clone())]),
    }
}

fn legend(cx: Cx) -> El {
    let claims = [Claim::Held, Claim::Broken];
    let signs = claims.map(|claim| el("li", "").add(mark(cx.says, claim)));
    let venues = [Venue::Client, Venue::Server].map(|venue| {
        el("li", "").add(venue_name(cx, venue)).add(el("span", "").say(cx.words.venue_tip(venue)))
    });
    el("ul", "legend").set("aria-label", cx.says.matrix.legend).all(signs.into()).all(venues.into())
}

fn venue_name(cx: Cx, venue: Venue) -> El {
    el("span", "venue").add(venue_sign(venue == Venue::Server)).say(cx.words.venue(venue))
}

fn matrix(cx: Cx) -> El {
    let words = &cx.says.matrix;
    let head = |property: &Property| {
        el("th", "")
            .set("scope", "col")
            .set("title", cx.words.property_tip(*property))
            .say(cx.words.property(*property))
    };
    let heads = el("tr", "")
        .add(el("th", "").set("scope", "col").say(words.strategy))
        .all(Property::ALL.iter().map(head).collect());
    let table = el("table", "matrix")
        .test("matrix")
        .add(el("caption", "unseen").say(words.caption))
        .add(el("thead", "").add(heads))
        .all(catalogue::strategies().iter().map(|program| strategy(cx, program)).collect());
    el("div", "scroll")
        .set("role", "region")
        .set("tabindex", "0")
        .set("aria-label", words.caption)
        .add(table)
}

fn strategy(cx: Cx, program: &Program) -> El {
    let name = cx.link("name", &Route::strategy(&program.name)).say(&program.name);
    let about = sentence(cx, program, el("span", "about"));
    let mut head = el("div", "").add(name).add(about);
    if !program.faults.is_empty() {
        let faults: Vec<_> = program.faults.iter().map(|name| cx.says.fault(name).0).collect();
        let text = format!("{} {}", cx.says.matrix.under, faults.join(cx.says.strategy.between));
        head = head.add(el("span", "faults").say(&text));
    }
    let columns = (Property::ALL.len() + 1).to_string();
    let head = el("th", "").set("scope", "rowgroup").set("colspan", &columns).add(head);
    let rows = program.venues.iter().map(|venue| row(cx, program, *venue)).collect();
    el("tbody", "")
        .set("data-strategy", &program.name)
        .add(el("tr", "strategy").add(head))
        .all(rows)
}

fn row(cx: Cx, program: &Program, venue: Venue) -> El {
    let Cx { words, says, .. } = cx;
    let name = [says.race_it, says.colon, &program.name, says.strategy.between, words.venue(venue)];
    let race = cx
        .race_link("race-it", live::race(program, venue))
        .set("aria-label", &name.concat())
        .say(says.race_it);
    let head = el("th", "").set("scope", "row").add(venue_name(cx, venue)).add(race);
    let cells = Property::ALL.iter().map(|property| cell(cx, program, venue, *property));
    el("tr", "").set("data-venue", venue.name()).add(head).all(cells.collect())
}

/// One claim, with a link to what stands behind it.
pub fn cell(cx: Cx, program: &Program, venue: Venue, property: Property) -> El {
    let claim = program.claim(venue, property);
    let (name, place) = (&program.name, cx.words.venue(venue));
    let (property_name, word) = (cx.words.property(property), cx.says.claim(claim));
    let link = cx
        .link("", &Route::case(name, venue, property))
        .set("aria-label", &format!("{name}, {place}, {property_name}: {word}"))
        .add(mark(cx.says, claim));
    el("td", "").set("data-property", property.name()).add(link)
}
