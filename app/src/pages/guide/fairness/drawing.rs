//! What is being drawn, and what was drawn last.
//!
//! Each way to split is a request of its own, so that a way that is added costs only its own packets.
//! What is shown is always one whole drawing: while a newer one is under way, the last one stays.

use std::time::Duration;

use leptos::prelude::*;
use race_core::fairness::Plan;
use race_core::fairness::Position;
use race_core::wire::worker::{Request, Response};

use super::finding::Line;
use crate::pages::guide::context::Context;
use crate::pages::guide::worker::WorkerError;

/// The pause after which a person has probably finished to type a number.
const TYPING: Duration = Duration::from_millis(300);

/// The drawing of one way.
#[derive(Clone)]
struct Job {
    plan: Plan,
    /// Packets drawn so far.
    packets: u32,
    positions: Option<Vec<Position>>,
}

/// Packets drawn, of packets to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Packets drawn so far.
    pub done: u64,
    /// Packets to draw.
    pub of: u64,
}

/// What is being drawn, and what was drawn last.
#[derive(Clone, Copy)]
pub struct Drawing {
    context: Context,
    jobs: RwSignal<Vec<Job>>,
    /// The last drawing that was finished.
    pub shown: RwSignal<Vec<Line>>,
    /// Why nothing can be drawn.
    pub problem: RwSignal<Option<String>>,
    /// Counts the drawings, so that an answer to an older one is ignored.
    round: RwSignal<u32>,
}

impl Drawing {
    /// Returns a drawing of nothing.
    pub fn new(context: Context) -> Drawing {
        Drawing {
            context,
            jobs: RwSignal::new(Vec::new()),
            shown: RwSignal::new(Vec::new()),
            problem: RwSignal::new(None),
            round: RwSignal::new(0),
        }
    }

    /// Returns how far the drawing is; none if nothing is being drawn.
    pub fn progress(self) -> Option<Progress> {
        let jobs = self.jobs.read();
        let sum = |packets: fn(&Job) -> u32| jobs.iter().map(|job| u64::from(packets(job))).sum();
        let is_under_way = jobs.iter().any(|job| job.positions.is_none());
        is_under_way
            .then(|| Progress { done: sum(|job| job.packets), of: sum(|job| job.plan.packets) })
    }

    /// Begins a new drawing: at once if nothing is shown yet, else when the person has typed.
    pub fn begin(self, plans: Vec<Plan>) {
        *self.round.write() += 1;
        self.problem.set(None);
        let round = self.round.get_untracked();
        let job = |plan| Job { plan, packets: 0, positions: None };
        self.jobs.set(plans.into_iter().map(job).collect());
        if self.shown.read_untracked().is_empty() {
            return self.ask(round);
        }
        set_timeout(move || self.ask(round), TYPING);
    }

    /// Asks the worker, unless a newer drawing has begun, or the page is gone.
    fn ask(self, round: u32) {
        if self.round.try_get_untracked() != Some(round) {
            return;
        }
        let worker = self.context.worker;
        worker.drop_waiting();
        let plans: Vec<Plan> = self.jobs.read_untracked().iter().map(|job| job.plan).collect();
        for (at, plan) in plans.into_iter().enumerate() {
            let request = Request::Fairness {
                split: plan.split.name().to_owned(),
                packets: plan.packets,
                shares: plan.shares,
                total_fen: plan.total.fen(),
                cap_fen: plan.cap.fen(),
                seed: plan.seed,
            };
            worker.ask(request, move |response| {
                if self.round.try_get_untracked() == Some(round) {
                    self.receive(at, response);
                }
            });
        }
    }

    /// Takes a response for one of the jobs.
    fn receive(self, at: usize, response: Result<Response, WorkerError>) {
        match response {
            Ok(Response::Drawing { packets }) => {
                if let Some(job) = self.jobs.write().get_mut(at) {
                    job.packets = packets;
                }
            }
            Ok(Response::Fairness(positions)) => {
                if let Some(job) = self.jobs.write().get_mut(at) {
                    job.packets = job.plan.packets;
                    job.positions = Some(positions);
                }
                self.show();
            }
            Ok(Response::Refused(why)) => self.problem.set(Some(why)),
            // An answer to another request.
            Ok(_) => {}
            Err(error) => self.problem.set(Some(self.context.texts.worker_failed(&error))),
        }
    }

    /// Shows the drawing, once all of it is there.
    fn show(self) {
        let line = |job: &Job| {
            let positions = job.positions.clone()?;
            Some(Line { plan: job.plan, positions })
        };
        let lines: Option<Vec<Line>> = self.jobs.read_untracked().iter().map(line).collect();
        if let Some(lines) = lines {
            self.shown.set(lines);
        }
    }
}
