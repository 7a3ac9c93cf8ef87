//! Our Lua is held against the real one: the same scripts, the same replies, to the last letter.

use race_core::program::Vm;
use race_core::store::{Command, Reply};
use race_server::store::link::Link;

use crate::support::{link, shared, wait};

/// Each is the body of a script; one without `return` at a place of its own is an expression.
/// KEYS are `{lua}:a` and `{lua}:b`, both missing, and ARGV is `10` and `x`.
const SCRIPTS: &[&str] = &[
@@
];

/// What is known to differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
##
];

#[test]
fn every_script_gets_the_same_reply_from_our_host_and_from_redis_but_for_the_known_few() {
    let link = wait(async { link(shared().await).await });
    let mut wrong = Vec::new();
    for script in SCRIPTS.iter().chain(DIFFERENT.iter().map(|(script, _)| script)) {
        let text = match script.contains("return ") || script.contains('=') {
            true => (*script).to_owned(),
            false => format!("return {script}"),
        };
        let (real, ours) = (real(&link, &text), ours(&link, &text));
        let is_known = DIFFERENT.iter().any(|(known, _)| known == script);
        if (real == ours) == is_known {
            wrong.push(format!("{text}\n  redis: {}\n  ours:  {}", shown(&real), shown(&ours)));
        }
    }
    assert!(SCRIPTS.len() >= 120, "{} scripts", SCRIPTS.len());
    assert!(wrong.is_empty(), "{} are not as said:\n{}", wrong.len(), wrong.join("\n"));
}

fn keys() -> Vec<Vec<u8>> {
    vec![b"{lua}:a".to_vec(), b"{lua}:b".to_vec()]
}

fn argv() -> Vec<Vec<u8>> {
    vec![b"10".to_vec(), b"x".to_vec()]
}

fn send(link: &Link, words: Vec<Vec<u8>>) -> Reply {
    wait(link.call(&Command(words))).expect("an answer")
}

fn without_keys(link: &Link) {
    send(link, [vec![b"UNLINK".to_vec()], keys()].concat());
}

fn real(link: &Link, text: &str) -> Reply {
    without_keys(link);
    let head = vec![b"EVAL".to_vec(), text.as_bytes().to_vec(), b"2".to_vec()];
    send(link, [head, keys(), argv()].concat())
}

fn ours(link: &Link, text: &str) -> Reply {
    without_keys(link);
    match Vm::from_bytes(text.as_bytes()) {
        Ok(mut vm) => vm.eval(&keys(), &argv(), &mut |command| send(link, command.0.clone())),
        Err(error) => error.reply(),
    }
}

/// Texts as texts.
fn shown(reply: &Reply) -> String {
    match reply {
        Reply::Bulk(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        Reply::Array(replies) => {
            format!("[{}]", replies.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    }
}
