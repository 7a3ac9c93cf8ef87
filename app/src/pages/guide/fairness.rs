//! The page `/fairness`: the form, and what the worker draws for it.

mod chart;
mod charts;
mod drawing;
mod fields;
pub mod finding;
pub mod form;
mod numbers;
pub mod plot;

use leptos::prelude::*;

use self::charts::Charts;
use self::drawing::{Drawing, Progress};
use self::fields::FormFields;
use self::finding::{Line, Mean};
use self::form::FairnessForm;
use self::numbers::{ByPlace, Findings};
use super::context::Context;

/// The page.
#[component]
pub fn Fairness() -> impl IntoView {
    let context: Context = expect_context();
    let texts = &context.texts.fairness;
    let form: RwSignal<FairnessForm> = expect_context();
    let drawing = Drawing::new(context);
    let plans = Memo::new(move |_| form.read().plans());
    Effect::watch(move || plans.get(), move |plans, _, _| drawing.begin(plans.clone()), true);
    let is_drawing = move || drawing.progress().is_some();
    let is_stale = move || is_drawing() || plans.read().is_empty();
    view! {
        <main class="fairness" id="main" tabindex="-1">
            <div class="lead">
                <h1>{texts.title}</h1>
                <p class="about">{texts.intro}</p>
            </div>
            <FormFields />
            <div class="under-way">
                <UnderWay drawing />
            </div>
            <div class="found" class:stale=is_stale aria-busy=move || is_drawing().to_string()>
                {move || view! { <Found lines=drawing.shown.get() /> }}
            </div>
        </main>
    }
}

/// How far the drawing is, or why there is none.
#[component]
fn UnderWay(drawing: Drawing) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let problem = move |why: String| {
        view! {
            <p class="wrong" data-testid="problem" role="alert">
                {why}
            </p>
        }
        .into_any()
    };
    let progress = move |Progress { done, of }: Progress| {
        view! {
            <progress
                data-testid="progress"
                max=of.to_string()
                value=done.to_string()
                aria-label=texts.working
            ></progress>
            <span>{texts.fairness.drawing(done, of)}</span>
        }
        .into_any()
    };
    move || match drawing.problem.get() {
        Some(why) => Some(problem(why)),
        None => drawing.progress().map(progress),
    }
}

/// The sentence, the charts, and the numbers; nothing before the first drawing.
#[component]
fn Found(lines: Vec<Line>) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let is_uneven = lines.iter().any(|line| matches!(line.mean(), Mean::Uneven(..)));
    let plan = lines.first()?.plan;
    Some(view! {
        <p
            class=if is_uneven { "verdict broken" } else { "verdict" }
            data-testid="headline"
            role="status"
            data-packets=plan.packets.to_string()
            data-seed=plan.seed.to_string()
        >
            {texts.headline(&lines)}
        </p>
        <Charts lines=lines.clone() />
        <Findings lines=lines.clone() />
        <ByPlace lines />
    })
}
