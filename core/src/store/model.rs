//! The model Redis: plain, ordered data that answers a command at once.
//!
//! So far it knows what the catalogue's programs use; every reply is the one that Redis gives,
//! errors included, which the server's tests hold against a real one.

use std::collections::{BTreeMap, BTreeSet};

use super::{Command, Evaluate, NoScripts, Reply};

const WRONG_TYPE: &str = "WRONGTYPE Operation against a key holding the wrong kind of value";
const NOT_AN_INTEGER: &str = "ERR value is not an integer or out of range";

/// Everything the store holds; two models are equal if they hold the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Model {
    keys: BTreeMap<Vec<u8>, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Entry {
    Text(Vec<u8>),
    Set(BTreeSet<Vec<u8>>),
}

impl Model {
    /// Runs one command of connection 0, which runs no scripts.
    pub fn call(&mut self, command: &Command) -> Reply {
        self.run_for(0, command, &mut NoScripts)
    }

    /// Runs one command of a connection.
    pub fn run_for(
        &mut self,
        _connection: u32,
        command: &Command,
        _scripts: &mut dyn Evaluate,
    ) -> Reply {
        let Some((name, args)) = command.0.split_first() else {
            return Reply::Error("ERR empty command".into());
        };
        let name = String::from_utf8_lossy(name).to_ascii_uppercase();
        self.run(&name, args).unwrap_or_else(Reply::Error)
    }

    /// How long until the next key expires, in ms; `None` if none does.
    pub fn next_expiry_ms(&self) -> Option<u64> {
        None
    }

    /// Lets time pass: keys whose time is over are gone.
    pub fn advance(&mut self, _ms: u64) {}

    /// The same store under other names: every text that it holds and every connection, renamed.
    pub fn renamed(
        &self,
        text: &dyn Fn(&[u8]) -> Vec<u8>,
        _connection: &dyn Fn(u32) -> u32,
    ) -> Model {
        let entry = |entry: &Entry| match entry {
            Entry::Text(value) => Entry::Text(text(value)),
            Entry::Set(members) => Entry::Set(members.iter().map(|member| text(member)).collect()),
        };
        Model { keys: self.keys.iter().map(|(key, value)| (text(key), entry(value))).collect() }
    }

    fn run(&mut self, name: &str, args: &[Vec<u8>]) -> Result<Reply, String> {
        match (name, args) {
            ("GET", [key]) => {
                Ok(self.text(key)?.map_or(Reply::Nil, |text| Reply::Bulk(text.clone())))
            }
            ("SET", [key, value]) => {
                self.keys.insert(key.clone(), Entry::Text(value.clone()));
                Ok(Reply::Status("OK".into()))
            }
            ("INCR", [key]) => self.add(key, 1),
            ("DECR", [key]) => self.add(key, -1),
            ("INCRBY", [key, by]) => self.add(key, integer(by)?),
            ("DECRBY", [key, by]) => {
                let by = integer(by)?.checked_neg().ok_or("ERR decrement would overflow")?;
                self.add(key, by)
            }
            ("SADD", [key, members @ ..]) if !members.is_empty() => {
                let set = self.set_mut(key)?;
                let added = members.iter().filter(|member| set.insert((*member).clone())).count();
                Ok(Reply::Int(added as i64))
            }
            ("SISMEMBER", [key, member]) => {
                let holds = self.set(key)?.is_some_and(|set| set.contains(member));
                Ok(Reply::Int(i64::from(holds)))
            }
            ("SCARD", [key]) => Ok(Reply::Int(self.set(key)?.map_or(0, BTreeSet::len) as i64)),
            ("SMEMBERS", [key]) => {
                let members = self.set(key)?.into_iter().flatten();
                Ok(Reply::Array(members.cloned().map(Reply::Bulk).collect()))
            }
            ("DEL" | "UNLINK", keys) if !keys.is_empty() => {
                let gone = keys.iter().filter(|key| self.keys.remove(*key).is_some()).count();
                Ok(Reply::Int(gone as i64))
            }
            ("EXISTS", keys) if !keys.is_empty() => {
                let there = keys.iter().filter(|key| self.keys.contains_key(*key)).count();
                Ok(Reply::Int(there as i64))
            }
            (
                "GET" | "SET" | "INCR" | "DECR" | "INCRBY" | "DECRBY" | "SADD" | "SISMEMBER"
                | "SCARD" | "SMEMBERS" | "DEL" | "UNLINK" | "EXISTS",
                _,
            ) => Err(format!(
                "ERR wrong number of arguments for '{}' command",
                name.to_ascii_lowercase()
            )),
            _ => Err(format!("ERR the model has no command '{name}'")),
        }
    }

    fn text(&self, key: &[u8]) -> Result<Option<&Vec<u8>>, String> {
        match self.keys.get(key) {
            None => Ok(None),
            Some(Entry::Text(text)) => Ok(Some(text)),
            Some(Entry::Set(_)) => Err(WRONG_TYPE.into()),
        }
    }

    fn set(&self, key: &[u8]) -> Result<Option<&BTreeSet<Vec<u8>>>, String> {
        match self.keys.get(key) {
            None => Ok(None),
            Some(Entry::Set(set)) => Ok(Some(set)),
            Some(Entry::Text(_)) => Err(WRONG_TYPE.into()),
        }
    }

    fn set_mut(&mut self, key: &[u8]) -> Result<&mut BTreeSet<Vec<u8>>, String> {
        match self.keys.entry(key.to_vec()).or_insert_with(|| Entry::Set(BTreeSet::new())) {
            Entry::Set(set) => Ok(set),
            Entry::Text(_) => Err(WRONG_TYPE.into()),
        }
    }

    fn add(&mut self, key: &[u8], by: i64) -> Result<Reply, String> {
        let now = self.text(key)?.map_or(Ok(0), |text| integer(text))?;
        let sum = now.checked_add(by).ok_or("ERR increment or decrement would overflow")?;
        self.keys.insert(key.to_vec(), Entry::Text(sum.to_string().into_bytes()));
        Ok(Reply::Int(sum))
    }
}

/// A whole number as strictly as Redis reads one: no sign but `-`, no leading zero, no blank.
fn integer(bytes: &[u8]) -> Result<i64, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| NOT_AN_INTEGER)?;
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => Err(NOT_AN_INTEGER.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_as_strict_as_in_redis() {
        let mut model = Model::default();
        let mut call = |words: &str| model.call(&Command::new(words.split(' ')));
        for text in ["abc", "10.5", "0x10", "1e3", "+5", "05"] {
            call(&format!("SET k {text}"));
            assert_eq!(call("DECR k"), Reply::Error(NOT_AN_INTEGER.into()), "{text}");
        }
        assert_eq!(call("DECRBY fresh 3"), Reply::Int(-3));
        call("SET k 9223372036854775807");
        let overflow = "ERR increment or decrement would overflow".to_owned();
        assert_eq!(call("INCR k"), Reply::Error(overflow));
    }

    #[test]
    fn a_set_remembers_and_a_wrong_type_is_refused_without_a_trace() {
        let mut model = Model::default();
        let mut call = |words: &str| model.call(&Command::new(words.split(' ')));
        assert_eq!(call("SADD users a b a"), Reply::Int(2));
        assert_eq!(call("SISMEMBER users a"), Reply::Int(1));
        assert_eq!(call("GET users"), Reply::Error(WRONG_TYPE.into()));
        assert_eq!(call("EXISTS users none"), Reply::Int(1));
        assert_eq!(call("UNLINK users"), Reply::Int(1));
    }
}
