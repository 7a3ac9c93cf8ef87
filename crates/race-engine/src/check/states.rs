//! The states that a search has found: side by side in one vector, each with how it was first reached.

use hashbrown::HashTable;

use super::graph::State;
use super::hash::hash;
use race_core::schedule::Act;

/// A move of a search: an act, on the state of this number.
#[derive(Clone, Copy)]
pub struct Move {
    /// The number of the state before.
    pub from: u32,
    /// What was done.
    pub act: Act,
}

/// Distinct states, numbered in the order in which they were found.
pub struct States {
    width: usize,
    rows: Vec<u32>,
    numbers: HashTable<u32>,
    reached: Vec<Move>,
}

impl States {
    /// Returns the states of a search that has found only the one where it begins.
    pub fn new(begin: &State) -> States {
        let width = begin.len();
        let (rows, numbers, reached) = (Vec::new(), HashTable::new(), Vec::new());
        let mut states = States { width, rows, numbers, reached };
        states.add(begin, Move { from: 0, act: Act::Time });
        states
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Returns the state of a number.
    pub fn get(&self, number: usize) -> &State {
        row(&self.rows, self.width, number)
    }

    /// Adds a state, unless it is known, and returns the number of a new one.
    pub fn add(&mut self, state: &State, reached: Move) -> Option<u32> {
        let (width, at) = (self.width, hash(state));
        let is_it = |number: &u32| row(&self.rows, width, *number as usize) == state;
        if self.numbers.find(at, is_it).is_some() {
            return None;
        }
        let number = self.reached.len() as u32;
        self.rows.extend_from_slice(state);
        self.reached.push(reached);
        let hash_of = |number: &u32| hash(row(&self.rows, width, *number as usize));
        self.numbers.insert_unique(at, number, hash_of);
        Some(number)
    }

    /// Returns the moves by which a state was first reached, first to last.
    pub fn way(&self, number: u32) -> Vec<Move> {
        let mut way = Vec::new();
        let mut at = number;
        while at != 0 {
            let reached = self.reached[at as usize];
            way.push(reached);
            at = reached.from;
        }
        way.reverse();
        way
    }
}

fn row(rows: &[u32], width: usize, number: usize) -> &State {
    &rows[number * width..(number + 1) * width]
}
