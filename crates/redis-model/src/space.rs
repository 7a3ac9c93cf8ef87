//! Keys and what they hold: the one way in which commands read and write them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::Model;
use super::refusal::{Refusal, WRONG_TYPE};
use super::streams::Stream;

/// A text or any bytes.
pub type Text = Vec<u8>;
/// Fields and their values.
pub type Hash = BTreeMap<Text, Text>;
/// Members.
pub type Set = BTreeSet<Text>;
/// Elements, the left end first.
pub type List = VecDeque<Text>;

/// The value of a key, and how long it still has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    pub value: Value,
    /// `None`: for ever.
    pub left_ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Text(Text),
    Hash(Hash),
    Set(Set),
    List(List),
    Stream(Stream),
}

/// One of the types of value, and its variant of [`Value`].
pub trait Held: Default {
    fn of(value: &Value) -> Option<&Self>;
    fn of_mut(value: &mut Value) -> Option<&mut Self>;
    fn wrap(self) -> Value;
}

macro_rules! kinds {
    ($($kind:ident)*) => {$(
        impl Held for $kind {
            fn of(value: &Value) -> Option<&$kind> {
                if let Value::$kind(held) = value { Some(held) } else { None }
            }

            fn of_mut(value: &mut Value) -> Option<&mut $kind> {
                if let Value::$kind(held) = value { Some(held) } else { None }
            }

            fn wrap(self) -> Value {
                Value::$kind(self)
            }
        }
    )*};
}

kinds!(Text Hash Set List Stream);

impl Value {
    /// The name that TYPE replies.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "string",
            Value::Hash(_) => "hash",
            Value::Set(_) => "set",
            Value::List(_) => "list",
            Value::Stream(_) => "stream",
        }
    }

    /// Returns true if its key is gone with it: it is empty. Only a stream stays.
    fn is_over(&self) -> bool {
        match self {
            Value::Text(_) | Value::Stream(_) => false,
            Value::Hash(hash) => hash.is_empty(),
            Value::Set(set) => set.is_empty(),
            Value::List(list) => list.is_empty(),
        }
    }

    pub fn renamed(&self, text: &dyn Fn(&[u8]) -> Vec<u8>) -> Value {
        let new = |old: &Text| text(old);
        match self {
            Value::Text(value) => Value::Text(new(value)),
            Value::Hash(hash) => Value::Hash(hash.iter().map(|(f, v)| (new(f), new(v))).collect()),
            Value::Set(set) => Value::Set(set.iter().map(new).collect()),
            Value::List(list) => Value::List(list.iter().map(new).collect()),
            Value::Stream(stream) => Value::Stream(stream.renamed(text)),
        }
    }
}

impl Model {
    pub(super) fn slot(&self, key: &[u8]) -> Option<&Slot> {
        self.keys.get(key).map(Arc::as_ref)
    }

    /// How long a key still has, if it ends at all.
    pub(super) fn left_ms(&self, key: &[u8]) -> Option<u64> {
        self.slot(key)?.left_ms
    }

    /// What a key holds, if it is there.
    pub(super) fn read<T: Held>(&self, key: &[u8]) -> Result<Option<&T>, Refusal> {
        match self.keys.get(key) {
            None => Ok(None),
            Some(slot) => T::of(&slot.value).map(Some).ok_or(WRONG_TYPE.into()),
        }
    }

    /// What a key holds, to change it, if it is there; [`Model::changed`] comes after.
    pub(super) fn edit<T: Held>(&mut self, key: &[u8]) -> Result<Option<&mut T>, Refusal> {
        // Looked at first: what is refused is not worth a copy.
        if self.read::<T>(key)?.is_none() {
            return Ok(None);
        }
        let slot = Arc::make_mut(&mut self.keys).get_mut(key);
        Ok(slot.and_then(|slot| T::of_mut(&mut Arc::make_mut(slot).value)))
    }

    /// The same, and an empty one where there is none.
    pub(super) fn make<T: Held>(&mut self, key: &[u8]) -> Result<&mut T, Refusal> {
        if !self.keys.contains_key(key) {
            let slot = Slot { value: T::default().wrap(), left_ms: None };
            Arc::make_mut(&mut self.keys).insert(Arc::from(key), Arc::new(slot));
        }
        Ok(self.edit(key)?.expect("it was just made"))
    }

    /// Marks a key as written to: it is gone if nothing is left in it, and a transaction that watches it
    /// is refused.
    pub(super) fn changed(&mut self, key: &[u8]) {
        if self.keys.get(key).is_some_and(|slot| slot.value.is_over()) {
            Arc::make_mut(&mut self.keys).remove(key);
        }
        self.touch(key);
    }

    /// Puts a value in a key, whatever was there.
    pub(super) fn put(&mut self, key: &[u8], value: Value, left_ms: Option<u64>) {
        let slot = Arc::new(Slot { value, left_ms });
        let keys = Arc::make_mut(&mut self.keys);
        match keys.get_mut(key) {
            Some(place) => *place = slot,
            None => drop(keys.insert(Arc::from(key), slot)),
        }
        self.touch(key);
    }

    /// Takes a key out, if it is there.
    pub(super) fn remove(&mut self, key: &[u8]) -> Option<Arc<Slot>> {
        if !self.keys.contains_key(key) {
            return None;
        }
        let slot = Arc::make_mut(&mut self.keys).remove(key)?;
        self.touch(key);
        Some(slot)
    }

    /// Lets a key end later or never; it must be there.
    pub(super) fn set_left_ms(&mut self, key: &[u8], left_ms: Option<u64>) {
        if let Some(slot) = Arc::make_mut(&mut self.keys).get_mut(key) {
            Arc::make_mut(slot).left_ms = left_ms;
            self.touch(key);
        }
    }
}
