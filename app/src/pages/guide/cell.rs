//! The cells of the matrix: a property of a program in a venue, and their order.

use race_core::catalogue;
use race_core::program::Program;
use race_core::property::Claim;
use race_core::trace::{Property, Venue};

/// A cell of the matrix: a property of a program in a venue.
pub type Cell = (String, Venue, Property);

/// Every cell that is broken, in the order of the matrix.
pub fn broken_cells() -> Vec<Cell> {
    let of = |program: Program| {
        let cells = |venue: Venue| {
            let broken = |property: &&Property| program.claim(venue, **property) == Claim::Broken;
            let name = &program.name;
            let cell = move |property: &Property| (name.clone(), venue, *property);
            Property::ALL.iter().filter(broken).map(cell).collect::<Vec<_>>()
        };
        program.venues.iter().flat_map(|venue| cells(*venue)).collect::<Vec<_>>()
    };
    catalogue::strategies().into_iter().flat_map(of).collect()
}

/// The broken cells before and after a cell, which may itself be one that holds.
pub fn neighbours(cell: &Cell) -> [Option<Cell>; 2] {
    let order: Vec<String> = catalogue::strategies().into_iter().map(|each| each.name).collect();
    let place = |(name, venue, property): &Cell| {
        (order.iter().position(|known| known == name), *venue, *property)
    };
    let here = place(cell);
    let all = broken_cells();
    let before = all.iter().rfind(|each| place(each) < here).cloned();
    [before, all.into_iter().find(|each| place(each) > here)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_broken_cell_to_broken_cell_all_are_passed_once() {
        let all = broken_cells();
        let mut passed = vec![all[0].clone()];
        while let [_, Some(next)] = neighbours(&passed[passed.len() - 1]) {
            passed.push(next);
        }
        assert_eq!(passed, all);
        assert_eq!(neighbours(&all[1])[0], Some(all[0].clone()));
        assert_eq!(neighbours(&all[0])[0], None);
    }

    #[test]
    fn a_cell_that_holds_lies_between_the_broken_ones() {
        let holds = ("atomic".to_owned(), Venue::Server, Property::NoOversell);
        let [before, after] = neighbours(&holds).map(|cell| cell.map(|(name, ..)| name));
        assert_eq!(before.as_deref(), Some("atomic"));
        assert_eq!(after.as_deref(), Some("atomic_unguarded"));
    }
}
