//! The page that a path asks for. The server serves one file for all of them.

use race_core::catalogue;
use race_core::trace::{Property, Venue};

use super::cell::Cell;

/// A page of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// All strategies against all properties.
    Strategies,
    /// One strategy.
    Strategy(String),
    /// How a strategy breaks a property in a venue, or that it does not.
    Case(Cell),
    /// Strategies side by side.
    Compare,
    /// Ways to split a packet.
    Fairness,
    /// There is no such strategy, or it has no such venue, or there is no such property.
    NotFound(String),
}

impl Route {
    /// Returns the page of a path.
    pub fn of(path: &str) -> Route {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match parts[..] {
            ["compare"] => Route::Compare,
            ["fairness"] => Route::Fairness,
            ["strategies", name] => match catalogue::strategy(name) {
                Some(program) => Route::Strategy(program.name.clone()),
                None => Route::NotFound(name.to_owned()),
            },
            ["strategies", name, venue, property] => {
                let venue = Venue::from_name(venue).zip(catalogue::strategy(name));
                let venue = venue.filter(|(venue, program)| program.has_venue(*venue));
                match (venue, Property::from_name(property)) {
                    (Some((venue, program)), Some(property)) => {
                        Route::Case(Cell { strategy: program.name.clone(), venue, property })
                    }
                    _ => Route::NotFound(parts[1..].join("/")),
                }
            }
            _ => Route::Strategies,
        }
    }

    /// Returns the path of a strategy's page.
    pub fn strategy(name: &str) -> String {
        format!("/strategies/{name}")
    }

    /// Returns the path of a cell's page.
    pub fn case(Cell { strategy, venue, property }: &Cell) -> String {
        format!("/strategies/{strategy}/{venue}/{property}")
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
                    let cell = Cell { strategy: name.clone(), venue, property };
                    assert_eq!(Route::of(&Route::case(&cell)), Route::Case(cell));
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
            assert_eq!(Route::of(path), Route::NotFound(there.to_owned()));
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
