//! The worker of the pages: what takes long, or needs the Lua VM, is done beside the page.
//!
//! [`answer`] does it; `main.rs` carries the messages to it and back.

use race_core::catalogue;
use race_core::fairness::Plan;
use race_core::money::Fen;
use race_core::packet::Split;
use race_core::program::Program;
use race_core::wire::worker::{Request, Response};
use race_engine::check::case::case;
use race_engine::check::cost::cost;

/// Shares drawn between two responses: work for a fraction of a second.
const SHARES_AT_ONCE: u32 = 100_000;

/// Does what a request asks for, and calls `respond` with each response, the last one included.
pub fn answer(request: &Request, respond: &mut dyn FnMut(Response)) {
    let last = match request {
        Request::Check { strategy, venue, property } => program(strategy)
            .and_then(|program| {
                case(program, *venue, *property, &mut |states| {
                    respond(Response::Working { states })
                })
            })
            .map(|case| Response::Case(Box::new(case))),
        Request::Cost { strategy, venue } => program(strategy)
            .and_then(|program| cost(program, *venue).map_err(|error| error.to_string()))
            .map(Response::Cost),
        Request::Fairness { split, packets, shares, total_fen, cap_fen, seed } => {
            let (packets, shares, seed) = (*packets, *shares, *seed);
            let (total, cap) = (Fen(*total_fen), Fen(*cap_fen));
            Split::from_name(split)
                .ok_or_else(|| format!("there is no way {split} to split"))
                .map(|split| Plan { split, packets, shares, total, cap, seed })
                .and_then(|plan| draw(&plan, respond))
        }
    };
    respond(last.unwrap_or_else(Response::Refused));
}

/// Draws packets in chunks, and responds after each with the number drawn so far.
fn draw(plan: &Plan, respond: &mut dyn FnMut(Response)) -> Result<Response, String> {
    let mut drawing = plan.begin().map_err(|error| error.to_string())?;
    let chunk = SHARES_AT_ONCE / plan.shares;
    while !drawing.is_done() {
        let packets = drawing.draw(chunk);
        respond(Response::Drawing { packets });
    }
    Ok(Response::Fairness(drawing.positions()))
}

fn program(name: &str) -> Result<&'static Program, String> {
    catalogue::strategy(name).ok_or_else(|| format!("there is no strategy {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::trace::{Property, Standing, Venue};

    fn responses_to(request: &Request) -> Vec<Response> {
        let mut responses = Vec::new();
        answer(request, &mut |response| {
            // As it travels.
            let bytes = postcard::to_allocvec(&response).unwrap();
            responses.push(postcard::from_bytes(&bytes).unwrap());
        });
        responses
    }

    #[test]
    fn every_request_has_exactly_one_last_answer_and_it_survives_the_way() {
        let strategy = "get_set".to_owned();
        let (venue, property) = (Venue::Client, Property::NoOversell);
        let responses =
            responses_to(&Request::Check { strategy: strategy.clone(), venue, property });
        assert!(
            responses.len() > 1
                && responses[..responses.len() - 1].iter().all(|each| !each.is_last())
        );
        let Some(Response::Case(case)) = responses.last() else { panic!("{responses:?}") };
        assert_eq!(case.standing, Standing::Broken);
        assert_eq!(case.counterexample.as_ref().unwrap().rows.len(), 4);
        let responses = responses_to(&Request::Cost { strategy, venue });
        assert!(matches!(responses[..], [Response::Cost(_)]), "{responses:?}");
    }

    #[test]
    fn packets_are_drawn_in_chunks_with_a_response_after_each() {
        let request = |split: &str| Request::Fairness {
            split: split.to_owned(),
            packets: 25_000,
            shares: 10,
            total_fen: 15,
            cap_fen: 20_000,
            seed: 1,
        };
        let responses = responses_to(&request("double_mean"));
        let so_far = [10_000, 20_000, 25_000].map(|packets| Response::Drawing { packets });
        assert_eq!(responses[..3], so_far);
        let Response::Fairness(positions) = &responses[3] else { panic!("{responses:?}") };
        assert_eq!((positions.len(), positions[0].mean_fen), (10, 1.0));
        let responses = responses_to(&request("by_luck"));
        assert_eq!(responses, [Response::Refused("there is no way by_luck to split".to_owned())]);
        let Request::Fairness { split, packets, shares, cap_fen, seed, .. } = request("equal")
        else {
            unreachable!()
        };
        let poor = Request::Fairness { split, packets, shares, total_fen: 9, cap_fen, seed };
        let Response::Refused(why) = &responses_to(&poor)[0] else { panic!("it has too little") };
        assert!(why.contains("one_fen_each: 0.09 yuan over 10 shares"), "{why}");
    }

    #[test]
    fn what_cannot_be_done_is_refused_in_words() {
        let strategy = "nobody".to_owned();
        let responses = responses_to(&Request::Cost { strategy, venue: Venue::Client });
        assert_eq!(responses, [Response::Refused("there is no strategy nobody".to_owned())]);
        let strategy = "off_by_one".to_owned();
        let responses = responses_to(&Request::Cost { strategy, venue: Venue::Client });
        assert!(matches!(responses[..], [Response::Refused(_)]), "{responses:?}");
    }
}
