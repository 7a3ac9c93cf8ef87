//! Our Lua is held against the real one: the same scripts, the same replies, to the last letter.

use race_server::store::connection::Connection;
use redis_lua::Vm;
use redis_model::{Command, Reply};

use crate::support::{connect, shared, wait};

/// One script a line; `= x` is `return x`. ⏎ stands for a line break, ␍ for a carriage return, ␀
/// for a zero byte. KEYS are `{lua}:a` and `{lua}:b`, both missing, and ARGV is `10` and `x`.
const SCRIPTS: &str = include_str!("lua.txt");

/// A pcall cannot see the frames of the VM's own error: the place and the caller's name are missing.
const UNSEEN: &str = "a library's error inside pcall has no place";

/// What is known to differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "= tostring(1/0) .. tostring(-1/0) .. tostring(0/0) .. tostring(-(0/0))",
        "the sign of nan, which WebAssembly leaves open",
    ),
    ("local ok, e = pcall(string.rep) return e", UNSEEN),
    ("local ok, e = pcall(string.rep, 'x', {}) return e", UNSEEN),
    ("local ok, e = pcall(function() return string.rep() end) return e", UNSEEN),
    ("local ok, e = pcall(function() return ('x'):rep({}) end) return e", UNSEEN),
    ("local ok, e = pcall(function() return tonumber('1', 99) end) return e", UNSEEN),
    ("local ok, e = pcall(function() return table.concat({1, {}}) end) return e", UNSEEN),
    (
        "local ok, e = xpcall(function() return ('x'):rep({}) end, function(e) return e end) return e",
        UNSEEN,
    ),
    ("local ok, e = pcall(('x').rep, {}) return e", UNSEEN),
    ("local ok, e = pcall(function() local rep = string.rep local x = rep() end) return e", UNSEEN),
    ("local ok, e = pcall(pcall) return e", "Redis's pcall takes nothing for a function"),
    ("local ok, e = pcall(math.max) return e", "the VM's words"),
    ("= math.max()", "the VM's words"),
    ("local f = string.format return f('%d', {})", "a tail call by a local name leaves no frame"),
    (
        "#!lua flags=no-writes⏎return redis.call('SET', KEYS[1], 1)",
        "flags are read, but the store decides what is a write",
    ),
    (
        "local t = {} for k, v in pairs(cjson) do t[#t + 1] = k .. type(v) end table.sort(t) return table.concat(t, ' ')",
        "cjson cannot be configured here",
    ),
    ("= redis.acl_check_cmd('NOPE')", "only the store knows which commands there are"),
    (
        "= tostring(tonumber('zz', 36)) .. tostring(tonumber('-7', 8)) .. tostring(tonumber('8', 8))",
        "a negative number of a base wraps around in C",
    ),
    ("= string.format('%x', -1)", "the VM's own"),
    ("= string.format('%.14g|%.17g|%a', 0.1, 0.1, 1)", "the VM knows %a, which came later"),
    ("= cmsgpack.unpack('\\129\\192\\1')", "C says this one without a place"),
];

#[test]
fn every_script_gets_the_same_reply_from_our_host_and_from_redis_but_for_the_known_few() {
    let connection = wait(async { connect(shared().await).await });
    let mut wrong = Vec::new();
    for script in SCRIPTS.lines() {
        let text = written_out(script);
        let (real, ours) = (real(&connection, &text), ours(&connection, &text));
        let is_known = DIFFERENT.iter().any(|(known, _)| *known == script);
        if (real == ours) == is_known {
            wrong.push(format!("{script}\n  redis: {}\n  ours:  {}", shown(&real), shown(&ours)));
        }
    }
    for (known, reason) in DIFFERENT {
        assert!(SCRIPTS.lines().any(|script| script == *known), "not run: {known} ({reason})");
    }
    assert!(SCRIPTS.lines().count() >= 400, "{} scripts", SCRIPTS.lines().count());
    assert!(wrong.is_empty(), "{} are not as expected:\n{}", wrong.len(), wrong.join("\n"));
}

/// A refusal in the words that Redis has for it inside a script.
fn inside_a_script(reply: Reply) -> Reply {
    let words = [
        ("ERR unknown command", "ERR Unknown Redis command called from script"),
        (
            "ERR wrong number of arguments",
            "ERR Wrong number of args calling Redis command from script",
        ),
    ];
    match &reply {
        Reply::Error(text) => {
            let found = words.iter().find(|(outside, _)| text.starts_with(outside));
            found.map_or(reply.clone(), |(_, inside)| Reply::Error((*inside).to_owned()))
        }
        _ => reply,
    }
}

fn written_out(script: &str) -> String {
    let text = script.replace('⏎', "\n").replace('␍', "\r").replace('␀', "\0");
    match text.strip_prefix("= ") {
        Some(expression) => format!("return {expression}"),
        None => text,
    }
}

fn keys() -> Vec<Vec<u8>> {
    vec![b"{lua}:a".to_vec(), b"{lua}:b".to_vec()]
}

fn argv() -> Vec<Vec<u8>> {
    vec![b"10".to_vec(), b"x".to_vec()]
}

fn send(connection: &Connection, words: Vec<Vec<u8>>) -> Reply {
    // An error that is no UTF-8 does not get through this connection.
    wait(connection.call(&Command(words))).unwrap_or_else(|error| Reply::Error(error.to_string()))
}

fn without_keys(connection: &Connection) {
    send(connection, [vec![b"UNLINK".to_vec()], keys()].concat());
}

fn real(connection: &Connection, text: &str) -> Reply {
    without_keys(connection);
    let head = vec![b"EVAL".to_vec(), text.as_bytes().to_vec(), b"2".to_vec()];
    send(connection, [head, keys(), argv()].concat())
}

fn ours(connection: &Connection, text: &str) -> Reply {
    without_keys(connection);
    match Vm::from_bytes(text.as_bytes()) {
        Ok(mut vm) => {
            let ended = vm.eval(&keys(), &argv(), &mut |command| {
                inside_a_script(send(connection, command.0.clone()))
            });
            ended.unwrap_or_else(|failure| failure.reply(vm.sha1()))
        }
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
