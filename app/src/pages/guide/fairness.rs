//! The page `/fairness`: the form, and what the worker drew for it.
//!
//! Each way to split is a request of its own, so that a way that is added costs only its own packets.
//! What is shown is always one whole drawing: while a newer one is under way, the last one stays.

mod charts;
mod fields;
pub mod finding;
pub mod form;
mod numbers;
pub mod plot;

use leptos::prelude::*;
use race_core::fairness::Plan;
use race_core::wire::ask::{Answer, Position, Request};

use super::Cx;
use super::work::Heard;
use crate::components::dom::{El, el, follow};
use crate::components::live::memo;
use crate::pages::guide::fairness::finding::{Line, Mean};

/// Somebody who types is given so long to finish a number.
const TYPING_MS: u64 = 300;

/// A way, and what has come of it.
#[derive(Clone)]
struct Asked {
    plan: Plan,
    packets: u32,
    answer: Option<Vec<Position>>,
}

/// What is being drawn, what was drawn last, and what went wrong.
#[derive(Clone, Copy)]
struct Drawn {
    asked: RwSignal<Vec<Asked>>,
    shown: RwSignal<Vec<Line>>,
    problem: RwSignal<Option<String>>,
    /// Counts the drawings: an answer to an older one is nobody's.
    round: RwSignal<u32>,
}

/// The page.
pub fn view(cx: Cx) -> El {
    let words = &cx.says.fairness;
    let drawn = Drawn {
        asked: RwSignal::new(Vec::new()),
        shown: RwSignal::new(Vec::new()),
        problem: RwSignal::new(None),
        round: RwSignal::new(0),
    };
    let plans = memo(move || cx.fairness.read().plans());
    follow(move || {
        let plans = plans.get();
        untrack(|| drawn.begin(cx, plans));
    });
    let lead =
        el("div", "lead").add(el("h1", "").say(words.title)).add(el("p", "about").say(words.intro));
    let stale = move || drawn.is_drawing() || plans.read().is_empty();
    let found = el("div", "found")
        .has("stale", stale)
        .keeps("aria-busy", move || Some(drawn.is_drawing().to_string()))
        .part(move || found(cx, &drawn.shown.read()));
    el("main", "fairness")
        .add(lead)
        .add(fields::form(cx))
        .add(el("div", "under-way").part(move || drawn.progress(cx)))
        .add(found)
}

impl Drawn {
    fn is_drawing(self) -> bool {
        let asked = self.asked.read();
        asked.iter().any(|each| each.answer.is_none())
    }

    /// Has all of it drawn: at once where nothing is shown yet, else when no more is typed.
    fn begin(self, cx: Cx, plans: Vec<Plan>) {
        self.round.update(|round| *round += 1);
        self.problem.set(None);
        let round = self.round.get_untracked();
        let asked = |plan| Asked { plan, packets: 0, answer: None };
        self.asked.set(plans.into_iter().map(asked).collect());
        if self.shown.read_untracked().is_empty() {
            return self.ask(cx, round);
        }
        set_timeout(move || self.ask(cx, round), std::time::Duration::from_millis(TYPING_MS));
    }

    /// Asks the worker, unless a newer drawing has begun, or the page is another one.
    fn ask(self, cx: Cx, round: u32) {
        if self.round.try_get_untracked() != Some(round) {
            return;
        }
        cx.work.drop_waiting();
        let plans: Vec<Plan> = self.asked.read_untracked().iter().map(|each| each.plan).collect();
        for (at, plan) in plans.into_iter().enumerate() {
            let request = Request::Fairness {
                split: plan.split.name().to_owned(),
                packets: plan.packets,
                shares: plan.shares,
                total_fen: plan.total.fen(),
                cap_fen: plan.cap.fen(),
                seed: plan.seed,
            };
            cx.work.ask(request, move |heard| self.hears(cx, round, at, heard));
        }
    }

    fn hears(self, cx: Cx, round: u32, at: usize, heard: Heard) {
        if self.round.try_get_untracked() != Some(round) {
            return;
        }
        match heard {
            Ok(Answer::Drawing { packets }) => self.asked.update(|asked| {
                asked.get_mut(at).into_iter().for_each(|each| each.packets = packets);
            }),
            Ok(Answer::Fairness(positions)) => {
                self.asked.update(|asked| {
                    asked.get_mut(at).into_iter().for_each(|each| {
                        each.packets = each.plan.packets;
                        each.answer = Some(positions.clone());
                    });
                });
                self.show();
            }
            Ok(Answer::Refused(why)) => self.problem.set(Some(why)),
            Ok(_) => {}
            Err(why) => self.problem.set(Some(cx.says.dead(&why))),
        }
    }

    /// Shows it, once all of it is there.
    fn show(self) {
        let line = |each: &Asked| {
            let positions = each.answer.clone()?;
            Some(Line { plan: each.plan, positions })
        };
        if let Some(lines) = self.asked.read_untracked().iter().map(line).collect() {
            self.shown.set(lines);
        }
    }

    /// How far it is, or what went wrong.
    fn progress(self, cx: Cx) -> Vec<El> {
        if let Some(why) = &*self.problem.read() {
            return vec![el("p", "wrong").test("problem").set("role", "alert").say(why)];
        }
        if !self.is_drawing() {
            return Vec::new();
        }
        let asked = self.asked.read();
        let done: u64 = asked.iter().map(|each| u64::from(each.packets)).sum();
        let all: u64 = asked.iter().map(|each| u64::from(each.plan.packets)).sum();
        let text = cx.says.fairness.drawing(done, all);
        let bar = el("progress", "")
            .test("progress")
            .set("max", &all.to_string())
            .set("value", &done.to_string())
            .set("aria-label", cx.says.working);
        vec![bar, el("span", "").say(&text)]
    }
}

/// The sentence, the charts, and the numbers.
fn found(cx: Cx, lines: &[Line]) -> Vec<El> {
    let words = &cx.says.fairness;
    let Some(first) = lines.first() else { return Vec::new() };
    let is_uneven = lines.iter().any(|line| matches!(line.mean(), Mean::Uneven(..)));
    let headline = el("p", if is_uneven { "verdict broken" } else { "verdict" })
        .test("headline")
        .set("role", "status")
        .set("data-packets", &first.plan.packets.to_string())
        .set("data-seed", &first.plan.seed.to_string())
        .say(&words.headline(lines));
    vec![headline, charts::charts(cx, lines), numbers::seen(cx, lines), numbers::table(cx, lines)]
}
