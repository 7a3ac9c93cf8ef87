//! Libraries of functions: FUNCTION LOAD and FCALL.
//!
//! What a library remembers between two calls in variables of its own is lost here: each call
//! registers its functions anew.

use std::sync::Arc;

use super::Model;
use super::args::{Answer, Refusal, Words, cut, integer, is, ok};
use super::scripting::key_count;
use super::session::Caller;
use super::shebang;
use crate::{Command, Reply};

/// A library that FCALL finds functions in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Library {
    text: Arc<str>,
    functions: Vec<Vec<u8>>,
}

impl Library {
    /// The function of this name, as it was registered; Redis finds it in any case.
    fn function(&self, name: &[u8]) -> Option<&Vec<u8>> {
        self.functions.iter().find(|each| each.eq_ignore_ascii_case(name))
    }
}

/// What a library's text registers.
fn functions(caller: &mut Caller, text: &str) -> Result<Vec<Vec<u8>>, Refusal> {
    let nobody = &mut |_: &Command| Reply::Error("ERR nothing is called here".to_owned());
    let names = match caller.scripts.evaluate(text, &[], &[], nobody) {
        Reply::Array(names) => names,
        Reply::Error(why) => return Err(format!("ERR Error registering functions: {why}").into()),
        other => return Err(format!("ERR the model was told {other:?}").into()),
    };
    let name = |name| match name {
        Reply::Bulk(name) => Some(name),
        _ => None,
    };
    match names.into_iter().filter_map(name).collect::<Vec<_>>() {
        none if none.is_empty() => Err("ERR No functions registered".into()),
        names => Ok(names),
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
    let text = std::str::from_utf8(text).map_err(|_| "ERR the model takes scripts in UTF-8")?;
    caller.scripts.compile(text).map_err(Refusal::from)?;
    let functions = functions(caller, text)?;
    let others = model.libraries.iter().filter(|(other, _)| **other != name);
    for (_, other) in others {
        if let Some(known) = functions.iter().find(|each| other.function(each).is_some()) {
            let known = String::from_utf8_lossy(known);
            return Err(format!("ERR Function {known} already exists").into());
        }
    }
    model.libraries.insert(name.clone(), Library { text: text.into(), functions });
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
    let (keys, rest) = words[3..].split_at(count);
    let argv: Vec<_> = std::iter::once(&name).chain(rest).cloned().collect();
    let mut answer = |command: &Command| {
        let answer = model.called_by_script(command, false);
        answer.unwrap_or_else(|refusal| Reply::Error(refusal.into_owned()))
    };
    Ok(caller.scripts.evaluate(&text, keys, &argv, &mut answer))
}
