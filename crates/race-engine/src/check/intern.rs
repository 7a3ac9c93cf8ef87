//! Values as numbers: each distinct value is kept once, and equal values have equal numbers.
//!
//! The tables are only looked things up in, never walked, so that nothing depends on their order.

use core::hash::Hash;

use hashbrown::HashTable;

use super::hash::hash;

/// Distinct values, numbered in the order in which they came.
pub struct Interner<T> {
    values: Vec<T>,
    numbers: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { values: Vec::new(), numbers: HashTable::new() }
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// Returns the number of a value, and true if it is new.
    pub fn number(&mut self, value: T) -> (u32, bool) {
        let at = hash(&value);
        let values = &self.values;
        if let Some(number) = self.numbers.find(at, |number| values[*number as usize] == value) {
            return (*number, false);
        }
        let number = self.values.len() as u32;
        self.values.push(value);
        let values = &self.values;
        self.numbers.insert_unique(at, number, |number| hash(&values[*number as usize]));
        (number, true)
    }

    /// Returns the value of a number.
    pub fn get(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}

/// A function on small keys, as far as it is known.
pub struct Memo<K, V> {
    entries: HashTable<(K, V)>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo { entries: HashTable::new() }
    }
}

impl<K: Hash + Eq + Copy, V: Copy> Memo<K, V> {
    /// Returns the value of a key, if it is known.
    pub fn get(&self, key: K) -> Option<V> {
        self.entries.find(hash(&key), |(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// Adds the value of a key that was not known.
    pub fn insert(&mut self, key: K, value: V) {
        self.entries.insert_unique(hash(&key), (key, value), |(key, _)| hash(key));
    }
}
