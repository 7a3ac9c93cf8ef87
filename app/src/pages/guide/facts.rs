//! What a strategy's header says, and what it costs, in a list.

use leptos::prelude::*;
use race_core::program::{Program, Returned};
use race_core::trace::Venue;
use race_core::wire::ask::{Answer, Request};

use super::Cx;
use super::work::Heard;
use crate::components::dom::{El, el};

/// The list.
pub fn facts(cx: Cx, program: &Program) -> El {
    let words = &cx.says.strategy;
    let (mut list, between) = (el("dl", "facts").test("facts"), words.between);
    let mut fact = |name: &str, what: El| {
        list = list.clone().add(el("div", "").add(el("dt", "").say(name)).add(what));
    };
    let venues: Vec<_> = program.venues.iter().map(|venue| cx.words.venue(*venue)).collect();
    fact(words.venues, el("dd", "").say(&venues.join(between)));
    fact(words.source, el("dd", "").test("source").say(&cx.says.source(&program.source)));
    fact(words.cost, el("dd", "").test("cost").all(costs(cx, program)));
    let faults: Vec<_> = program.faults.iter().map(|name| cx.says.fault(name).1).collect();
    if !faults.is_empty() {
        fact(words.faults, el("dd", "").say(&faults.join(between)));
    }
    let keys: Vec<_> = program.keys.iter().map(|key| key.name()).collect();
    fact(words.keys, el("dd", "").add(el("code", "").say(&keys.join(" "))));
    let arguments = el("dd", "");
    fact(
        words.arguments,
        match program.argv.is_empty() {
            true => arguments.say(words.none),
            false => arguments.add(el("code", "").say(&program.argv.join(" "))),
        },
    );
    fact(words.returns, el("dd", "").say(&returns(cx, program)));
    for note in &program.notes {
        fact(words.remarks, el("dd", "").set("lang", "en").say(note));
    }
    el("section", "").add(el("h2", "").say(words.facts)).add(list)
}

fn returns(cx: Cx, program: &Program) -> String {
    let words = &cx.says.strategy;
    let one = |(number, outcome): &(Returned, _)| match number {
        Returned::Share => words.share_won.to_owned(),
        Returned::Exactly(number) => {
            let number = race_core::number::signed(*number);
            format!("{number}{}{}", cx.says.colon, cx.words.outcome(*outcome))
        }
    };
    program.returns.iter().map(one).collect::<Vec<_>>().join(words.between)
}

/// What a win and a refusal cost in each venue, as the worker counts it.
fn costs(cx: Cx, program: &Program) -> Vec<El> {
    let mut lines: Vec<El> =
        program.venues.iter().map(|venue| cost(cx, &program.name, *venue)).collect();
    lines.push(el("small", "").say(cx.says.strategy.cost_how));
    lines
}

fn cost(cx: Cx, strategy: &str, venue: Venue) -> El {
    let heard: RwSignal<Option<Heard>> = RwSignal::new(None);
    let request = Request::Cost { strategy: strategy.to_owned(), venue };
    cx.work.ask(request, move |answer| heard.set(Some(answer)));
    let says = cx.says;
    let text = move || match &*heard.read() {
        Some(Ok(Answer::Cost(cost))) => {
            let won = cost.won.map(|trips| says.cost_won(trips));
            let refused = cost.refused;
            let refused =
                refused.map(|(trips, outcome)| says.cost_refused(trips, cx.words.outcome(outcome)));
            let parts: Vec<_> = won.into_iter().chain(refused).collect();
            parts.join(says.strategy.between)
        }
        Some(Ok(Answer::Refused(why))) => why.clone(),
        Some(Err(why)) => says.dead(why),
        _ => says.working.to_owned(),
    };
    el("p", "").add(el("b", "").say(cx.words.venue(venue))).says(text)
}
