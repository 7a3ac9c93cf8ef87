//! The cells of the matrix: a property of a program in a venue, and their order.

use race_core::catalogue;
use race_core::program::Program;
use race_core::property::Claim;
use race_core::trace::{Property, Venue};

/// A cell of the matrix: a property of a strategy in a venue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The name of the strategy.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// What may break.
    pub property: Property,
}

/// Returns every cell that is broken, in the order of the matrix.
pub fn broken_cells() -> Vec<Cell> {
    let of_program = |program: &Program| {
        let venues = program.venues.clone().into_iter();
        let cells = venues.flat_map(|venue| Property::ALL.iter().map(move |each| (venue, *each)));
        let broken = cells
            .filter(|(venue, property)| program.claim(*venue, *property) == Claim::Broken)
            .map(|(venue, property)| Cell { strategy: program.name.clone(), venue, property });
        broken.collect::<Vec<_>>()
    };
    catalogue::strategies().iter().flat_map(of_program).collect()
}

/// The broken cells on both sides of a cell.
pub struct Neighbours {
    /// The last one before it.
    pub previous: Option<Cell>,
    /// The first one after it.
    pub next: Option<Cell>,
}

impl Neighbours {
    /// Returns the neighbours of a cell, which may itself be one that holds.
    pub fn of(cell: &Cell) -> Neighbours {
        let order: Vec<_> = catalogue::strategies().iter().map(|each| each.name.clone()).collect();
        let place = |cell: &Cell| {
            let strategy = order.iter().position(|name| *name == cell.strategy);
            (strategy, cell.venue, cell.property)
        };
        let here = place(cell);
        let cells = broken_cells();
        let previous = cells.iter().rfind(|each| place(each) < here).cloned();
        Neighbours { previous, next: cells.into_iter().find(|each| place(each) > here) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_broken_cell_to_broken_cell_all_are_passed_once() {
        let all = broken_cells();
        let mut passed = vec![all[0].clone()];
        while let Some(next) = Neighbours::of(&passed[passed.len() - 1]).next {
            passed.push(next);
        }
        assert_eq!(passed, all);
        assert_eq!(Neighbours::of(&all[1]).previous, Some(all[0].clone()));
        assert_eq!(Neighbours::of(&all[0]).previous, None);
    }

    #[test]
    fn a_cell_that_holds_lies_between_the_broken_ones() {
        let holds = Cell {
            strategy: "atomic".to_owned(),
            venue: Venue::Server,
            property: Property::NoOversell,
        };
        let Neighbours { previous, next } = Neighbours::of(&holds);
        assert_eq!(previous.map(|cell| cell.strategy).as_deref(), Some("atomic"));
        assert_eq!(next.map(|cell| cell.strategy).as_deref(), Some("atomic_unguarded"));
    }
}
