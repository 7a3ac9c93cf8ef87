//! Libraries of functions: FUNCTION LOAD and FCALL.
//!
//! What a library keeps between two calls in variables of its own is lost here: each call registers its
//! functions anew.

use std::sync::Arc;

use super::Model;
use super::answer::{Answer, ok};
use super::args::{Words, cut, integer, is};
use super::refusal::Refusal;
use super::scripting::key_count;
use super::session::Caller;
use super::shebang;
use crate::{Invocation, Lacking, Reply};

/// A library that FUNCTION LOAD has left.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoadedLibrary {
    text: Arc<str>,
    functions: Vec<Vec<u8>>,
}

impl LoadedLibrary {
    /// Returns the name that a function was registered by; Redis finds it in any case.
    fn function(&self, name: &[u8]) -> Option<&Vec<u8>> {
        self.functions.iter().find(|each| each.eq_ignore_ascii_case(name))
    }
}

/// The functions that a library's text registers.
fn functions(caller: &mut Caller, text: &str) -> Result<Vec<Vec<u8>>, Refusal> {
    match caller.scripts.functions(text) {
        Ok(names) if names.is_empty() => Err("ERR No functions registered".into()),
        Ok(names) => Ok(names),
        Err(Refusal::Redis(why)) => Err(format!("ERR Error registering functions: {why}").into()),
        Err(lacking) => Err(lacking),
    }
}

pub fn load(model: &mut Model, caller: &mut Caller, words: Words) -> Answer {
    let (text, options) = words[2..].split_last().expect("as many words as the table says");
    let mut replaces = false;
    for option in options {
        if !is(option, "REPLACE") {
            return Err(format!("ERR Unknown option given: {}", cut(option, usize::MAX)).into());
        }
        replaces = true;
    }
    let library = shebang::library(text).map_err(|why| Refusal::from(format!("ERR {why}")))?;
    let name = library.name.to_owned();
    if !replaces && model.libraries.contains_key(&name) {
        return Err(format!("ERR Library '{name}' already exists").into());
    }
    let text = std::str::from_utf8(text).map_err(|_| Lacking::ScriptEncoding)?;
    caller.scripts.compile(text)?;
    let functions = functions(caller, text)?;
    let others = model.libraries.iter().filter(|(other, _)| **other != name);
    for (_, other) in others {
        if let Some(known) = functions.iter().find(|each| other.function(each).is_some()) {
            let known = String::from_utf8_lossy(known);
            return Err(format!("ERR Function {known} already exists").into());
        }
    }
    model.libraries.insert(name.clone(), LoadedLibrary { text: text.into(), functions });
    Ok(Reply::Bulk(name.into_bytes()))
}

pub fn delete(model: &mut Model, _caller: &mut Caller, words: Words) -> Answer {
    let name = String::from_utf8_lossy(&words[2]);
    match model.libraries.remove(&*name) {
        Some(_) => ok(),
        None => Err("ERR Library not found".into()),
    }
}

pub fn flush(model: &mut Model, _caller: &mut Caller, words: Words) -> Answer {
    match &words[2..] {
        [] => {}
        [how] if is(how, "SYNC") || is(how, "ASYNC") => {}
        _ => return Err("ERR FUNCTION FLUSH only supports SYNC|ASYNC option".into()),
    }
    model.libraries.clear();
    ok()
}

pub fn fcall(model: &mut Model, caller: &mut Caller, words: Words) -> Answer {
    let mut libraries = model.libraries.values();
    let found = libraries.find_map(|library| Some((library, library.function(&words[1])?)));
    let (library, name) = found.ok_or("ERR Function not found")?;
    let (text, name) = (library.text.clone(), name.clone());
    if integer(&words[2]).is_err() {
        return Err("ERR Bad number of keys provided".into());
    }
    let count = key_count(words)?;
    let (keys, argv) = words[3..].split_at(count);
    let invocation = Invocation { text: &text, function: Some(&name), keys, argv };
    model.evaluate(caller, &invocation, false)
}
