//! The worker of the pages: what takes long, or needs the Lua VM, done beside the page.
//!
//! [`answer`] is all there is to it; `main.rs` carries messages to it and back.

use race_core::catalogue;
use race_core::check::case::case;
use race_core::check::cost::cost;
use race_core::program::Program;
use race_core::wire::ask::{Answer, Request};

/// Does what is asked; `tell` hears of each answer, the last one included.
pub fn answer(request: &Request, tell: &mut dyn FnMut(Answer)) {
    let last = match request {
        Request::Check { strategy, venue, property } => program(strategy)
            .and_then(|program| {
                case(&program, *venue, *property, &mut |states| tell(Answer::Working { states }))
            })
            .map(|case| Answer::Case(Box::new(case))),
        Request::Cost { strategy, venue } => program(strategy)
            .and_then(|program| cost(&program, *venue).map_err(|error| error.to_string()))
            .map(Answer::Cost),
    };
    tell(last.unwrap_or_else(Answer::Refused));
}

fn program(name: &str) -> Result<Program, String> {
    catalogue::strategy(name).ok_or_else(|| format!("there is no strategy {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::trace::{Property, Standing, Venue};

    fn answers(request: &Request) -> Vec<Answer> {
        let mut heard = Vec::new();
        answer(request, &mut |answer| {
            // As it travels.
            let bytes = postcard::to_allocvec(&answer).unwrap();
            heard.push(postcard::from_bytes(&bytes).unwrap());
        });
        heard
    }

    #[test]
    fn every_request_has_exactly_one_last_answer_and_it_survives_the_way() {
        let strategy = "get_set".to_owned();
        let (venue, property) = (Venue::Client, Property::NoOversell);
        let heard = answers(&Request::Check { strategy: strategy.clone(), venue, property });
        assert!(heard.len() > 1 && heard[..heard.len() - 1].iter().all(|each| !each.is_last()));
        let Some(Answer::Case(case)) = heard.last() else { panic!("{heard:?}") };
        assert_eq!(case.standing, Standing::Broken);
        assert_eq!(case.tale.as_ref().unwrap().rows.len(), 4);
        let heard = answers(&Request::Cost { strategy, venue });
        assert!(matches!(heard[..], [Answer::Cost(_)]), "{heard:?}");
    }

    #[test]
    fn what_cannot_be_done_is_refused_in_words() {
        let strategy = "nobody".to_owned();
        let heard = answers(&Request::Cost { strategy, venue: Venue::Client });
        assert_eq!(heard, [Answer::Refused("there is no strategy nobody".to_owned())]);
        let strategy = "off_by_one".to_owned();
        let heard = answers(&Request::Cost { strategy, venue: Venue::Client });
        assert!(matches!(heard[..], [Answer::Refused(_)]), "{heard:?}");
    }
}
