//! Which page a path asks for. The server serves one file for all of them (`server::http::page`).

use race_core::catalogue;
use race_core::trace::{Property, Venue};

/// A page of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// All strategies against all properties.
    Strategies,
    /// One strategy.
    Strategy(String),
    /// How a strategy breaks a property in a venue, or that it does not.
    Case(String, Venue, Property),
    /// Strategies side by side.
    Compare,
    /// Ways to split a packet.
    Fairness,
    /// There is no such strategy, or it has no such venue, or there is no such property.
    Nowhere(String),
}

impl Route {
    /// The page of a path.
    pub fn of(path: &str) -> Route {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match parts[..] {
            ["compare"] => Route::Compare,
            ["fairness"] => Route::Fairness,
            ["strategies", name] => match catalogue::strategy(name) {
                Some(program) => Route::Strategy(program.name),
                None => Route::Nowhere(name.to_owned()),
            },
            ["strategies", name, venue, property] => {
                let venue = Venue::from_name(venue).zip(catalogue::strategy(name));
                let venue = venue.filter(|(venue, program)| program.has_venue(*venue));
                match (venue, Property::from_name(property)) {
                    (Some((venue, program)), Some(property)) => {
                        Route::Case(program.name, venue, property)
                    }
                    _ => Route::Nowhere(parts[1..].join("/")),
                }
            }
            _ => Route::Strategies,
        }
    }

    /// The path of a strategy's page.
    pub fn strategy(name: &str) -> String {
        format!("/strategies/{name}")
    }

    /// The path of what became of a property.
    pub fn case(name: &str, venue: Venue, property: Property) -> String {
        format!("/strategies/{name}/{venue}/{property}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_the_matrix_has_a_path_that_leads_back_to_it() {
        for program in catalogue::strategies() {
            let name = &program.name;
            assert_eq!(Route::of(&Route::strategy(name)), Route::Strategy(name.clone()));
            for &venue in &program.venues {
                for &property in Property::ALL {
                    let path = Route::case(name, venue, property);
                    assert_eq!(Route::of(&path), Route::Case(name.clone(), venue, property));
                }
            }
        }
    }

    #[test]
    fn what_there_is_not_is_said_and_the_rest_is_the_list() {
        for (path, there) in [
            ("/strategies/nobody", "nobody"),
            ("/strategies/get_set/moon/no_oversell", "get_set/moon/no_oversell"),
            ("/strategies/off_by_one/client/no_oversell", "off_by_one/client/no_oversell"),
            ("/strategies/get_set/client/luck", "get_set/client/luck"),
        ] {
            assert_eq!(Route::of(path), Route::Nowhere(there.to_owned()));
        }
        for path in ["/strategies", "/strategies/", "/guide/"] {
            assert_eq!(Route::of(path), Route::Strategies);
        }
        assert_eq!(
            (Route::of("/compare"), Route::of("/fairness/")),
            (Route::Compare, Route::Fairness)
        );
    }
}
