//! Libraries of functions: the model expected what Redis expected, word for word.

use redis_model::{Command, Reply};

use super::compare::{Pair, Sent};
use crate::support::wait;

/// What FUNCTION LOAD gets, `\n` being a line's end, and how the reply begins.
const LIBRARIES: &[(&str, &str)] = &[
    (r"return 1", "ERR Missing library metadata"),
    (r"#!lua name=a", "ERR Invalid library metadata"),
    (r"#!lua\nreturn 1", "ERR Library name was not given"),
    (r"#!lua name=a-b\n", "ERR Library names can only contain"),
    (r"#!js name=a\n", "ERR Engine 'js' not found"),
    (r"#!lua name=a name=b\n", "ERR Invalid metadata value, name argument was given"),
    (r"#!lua name=a x\n", "ERR Invalid metadata value given: x"),
    (r"#!lua name=a\n", "ERR No functions registered"),
    (r"#!lua name=a\n\nx x", "ERR Error compiling function: user_function:3:"),
    (r"#!lua name=a\nx = 1", "ERR Error registering functions: ERR user_function:2: Attempt to"),
    (r"#!lua name=a\nlocal x = KEYS", "ERR Error registering functions: ERR user_function:2:"),
    (r"#!lua name=a\nredis.register_function()", "ERR Error registering functions: ERR wrong"),
    (r"#!lua name=a\nredis.register_function('a','b','c')", "ERR Error registering functions:"),
    (r"#!lua name=a\nredis.register_function('f', 1)", "ERR Error registering functions: ERR sec"),
    (r"#!lua name=a\nredis.register_function(f, type)", "ERR Error registering functions: ERR"),
    (
        r"#!lua name=a\nredis.register_function('f-g', function() end)",
        "ERR Error registering functions: ERR Library names can only contain letters",
    ),
    (
        r"#!lua name=a\nlocal f = function() end redis.register_function('f', f) redis.register_function('f', f)",
        "ERR Error registering functions: ERR Function already exists in the library",
    ),
    (
        r"#!lua name=one\nlocal function f(keys, argv)\n local x = redis.call('INCRBY', keys[1], argv[1])\n return x end\nredis.register_function('f', f)\nredis.register_function{function_name='g', callback=function() return KEYS[1] end}\nredis.register_function('h', function() redis.call('SET', 'k', 'x') error('boo') end)\nredis.register_function('i', function() return redis.call('INCR') end)",
        "one",
    ),
    (
        r"#!lua name=one\nredis.register_function('f', function() end)",
        "ERR Library 'one' already exists",
    ),
    (
        r"#!LUA NAME=two\nredis.register_function('f', function() end)",
        "ERR Function f already exists",
    ),
    (r"#!LUA NAME=two\nredis.register_function('z', function() return 'z' end)", "two"),
];

/// A command a line, and how the reply begins.
const CALLS: &[(&str, &str)] = &[
    ("FCALL f 1 n 5", "5"),
    ("FCALL f 1 n 5", "10"),
    ("fcall z 0", "z"),
    ("SCRIPT FLUSH", "OK"),
    ("FCALL f 1 n 1", "11"),
    ("FCALL F 1 n 1", "12"),
    ("FCALL ff 1 n 1", "ERR Function not found"),
    ("FCALL f 0", "ERR Lua redis lib command arguments must be strings or integers script: f, on"),
    ("FCALL g 0", "ERR user_function:6: Script attempted to access nonexistent global"),
    ("FCALL h 0", "ERR user_function:7: boo script: h, on @user_function:7."),
    ("GET k", "x"),
    ("FCALL i 0", "ERR Wrong number of args calling Redis command from script script: i, on"),
    ("FCALL f x", "ERR Bad number of keys provided"),
    ("FCALL f 2 a", "ERR Number of keys can't be greater than number of args"),
    ("FCALL f -1", "ERR Number of keys can't be negative"),
    ("FCALL f", "ERR wrong number of arguments for 'fcall' command"),
    ("FUNCTION", "ERR wrong number of arguments for 'function' command"),
    ("FUNCTION nope", "ERR unknown subcommand 'nope'. Try FUNCTION HELP."),
    ("FUNCTION LOAD", "ERR wrong number of arguments for 'function|load' command"),
    ("FUNCTION LOAD x y", "ERR Unknown option given: x"),
    ("FUNCTION FLUSH x", "ERR FUNCTION FLUSH only supports SYNC|ASYNC option"),
    ("FUNCTION DELETE none", "ERR Library not found"),
    ("FUNCTION DELETE two", "OK"),
    ("FCALL z 0", "ERR Function not found"),
    ("FUNCTION FLUSH SYNC", "OK"),
    ("FCALL f 1 n 1", "ERR Function not found"),
];

#[test]
fn a_library_is_loaded_called_and_refused_in_the_model_as_in_redis() {
    let load = |text: &str| Command::new(["FUNCTION", "LOAD", &text.replace(r"\n", "\n")]);
    let loads = LIBRARIES.iter().map(|(text, expected)| (load(text), *expected));
    let calls = CALLS.iter().map(|(words, expected)| (Command::new(words.split(' ')), *expected));
    let rows: Vec<_> = loads.chain(calls).collect();
    let sent = |(command, _): &(Command, &str)| Sent { connection: 0, command: command.clone() };
    let sequence: Vec<Sent> = rows.iter().map(sent).collect();
    let replies = wait(async { Pair::new().await.hold(&sequence, "the same test").await });
    for ((command, expected), reply) in rows.iter().zip(replies) {
        let text = match reply {
            Reply::Int(number) => number.to_string(),
            Reply::Bulk(text) => String::from_utf8_lossy(&text).into_owned(),
            Reply::Status(text) | Reply::Error(text) => text,
            other => panic!("{command:?}: {other:?}"),
        };
        assert!(text.starts_with(expected), "{command:?}: {text}");
    }
}
