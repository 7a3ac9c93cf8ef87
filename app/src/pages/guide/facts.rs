//! The facts of a strategy's header, and what it costs, in a list.

use leptos::prelude::*;
use race_core::number::signed;
use race_core::program::{Program, Returned};
use race_core::report::Cost;
use race_core::trace::{Outcome, Venue};
use race_core::wire::worker::{Request, Response};

use super::context::Context;

/// The list.
#[component]
pub fn Facts(program: &'static Program) -> impl IntoView {
    let context: Context = expect_context();
    let Context { words, texts, .. } = context;
    let strategy = &texts.strategy;
    let between = strategy.between;
    let venues: Vec<_> = program.venues.iter().map(|venue| words.venue(*venue)).collect();
    let faults: Vec<_> = program.faults.iter().map(|name| texts.fault(name).1).collect();
    let faults = (!faults.is_empty()).then(|| {
        view! {
            <Fact name=strategy.faults>
                <dd>{faults.join(between)}</dd>
            </Fact>
        }
    });
    let source = texts.source(&program.source);
    let keys: Vec<_> = program.keys.iter().map(|key| key.name()).collect();
    let arguments = match program.argv.is_empty() {
        true => strategy.none.into_any(),
        false => view! { <code>{program.argv.join(" ")}</code> }.into_any(),
    };
    let returned = returned(context, program);
    let remark = |remark: String| {
        view! {
            <Fact name=strategy.remarks>
                <dd lang="en">{remark}</dd>
            </Fact>
        }
    };
    let remarks = program.notes.iter().cloned().map(remark).collect_view();
    view! {
        <section>
            <h2>{strategy.facts}</h2>
            <dl class="facts" data-testid="facts">
                <Fact name=strategy.venues>
                    <dd>{venues.join(between)}</dd>
                </Fact>
                <Fact name=strategy.source>
                    <dd data-testid="source">{source}</dd>
                </Fact>
                <Fact name=strategy.cost>
                    <Costs strategy=program.name.clone() venues=program.venues.clone() />
                </Fact>
                {faults}
                <Fact name=strategy.keys>
                    <dd>
                        <code>{keys.join(" ")}</code>
                    </dd>
                </Fact>
                <Fact name=strategy.arguments>
                    <dd>{arguments}</dd>
                </Fact>
                <Fact name=strategy.returns>
                    <dd>{returned}</dd>
                </Fact>
                {remarks}
            </dl>
        </section>
    }
}

/// One entry of the list.
#[component]
fn Fact(
    name: &'static str,
    /// The `dd`.
    children: Children,
) -> impl IntoView {
    view! {
        <div>
            <dt>{name}</dt>
            {children()}
        </div>
    }
}

/// Returns what the program's numbers mean.
fn returned(Context { words, texts, .. }: Context, program: &Program) -> String {
    let one = |(number, outcome): &(Returned, Outcome)| match number {
        Returned::Share => texts.strategy.share_won.to_owned(),
        Returned::Exactly(number) => {
            format!("{}{}{}", signed(*number), texts.colon, words.outcome(*outcome))
        }
    };
    program.returns.iter().map(one).collect::<Vec<_>>().join(texts.strategy.between)
}

/// What a win and a refusal cost in each venue, as the worker counts it.
#[component]
fn Costs(strategy: String, venues: Vec<Venue>) -> impl IntoView {
    let context: Context = expect_context();
    let Context { words, texts, worker, .. } = context;
    let one = |venue: Venue| {
        let response = worker.response(Request::Cost { strategy: strategy.clone(), venue });
        let text = move || match &*response.read() {
            Some(Ok(Response::Cost(cost))) => trips(context, cost),
            Some(Ok(Response::Refused(why))) => why.clone(),
            Some(Err(error)) => texts.worker_failed(error),
            _ => texts.working.to_owned(),
        };
        view! {
            <p>
                <b>{words.venue(venue)}</b>
                {text}
            </p>
        }
    };
    view! {
        <dd data-testid="cost">
            {venues.into_iter().map(one).collect_view()}
            <small>{texts.strategy.cost_how}</small>
        </dd>
    }
}

/// Returns the round trips of a win and of a refusal, in words.
fn trips(Context { words, texts, .. }: Context, cost: &Cost) -> String {
    let won = cost.won.map(|trips| texts.cost_won(trips));
    let refused =
        cost.refused.map(|(trips, outcome)| texts.cost_refused(trips, words.outcome(outcome)));
    won.into_iter().chain(refused).collect::<Vec<_>>().join(texts.strategy.between)
}
