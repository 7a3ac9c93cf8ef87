//! Scripts that must not get away with it: each check ends soon, in little memory, with a sentence.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{code, command, err, out, own};

/// What a check may take at most, whatever else the machine does.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a check of the release build may take where nothing else runs: 4 s of silence, and its start.
const PATIENCE_ALONE: Duration = Duration::from_secs(5);
/// The memory that a check may take, in KiB.
const MEMORY_KIB: u32 = 256 << 10;

/// A script, and what is printed about it.
const SCRIPTS: &[(&str, &str)] = &[
    ("while true do end", "did not end"),
    ("while true do redis.call('PING') end", "did not end"),
    ("while true do pcall(function() while true do end end) end", "did not end"),
    ("while true do pcall(redis.call, 'GET', KEYS[1]) end", "did not end"),
    ("while true do coroutine.wrap(function() while true do end end)() end", "did not end"),
    (
        "while true do local c = coroutine.create(function() error('x') end) coroutine.resume(c) end",
        "too many coroutines",
    ),
    ("xpcall(function() while true do end end, function() while true do end end)", "did not end"),
    ("local function f() return f() end f()", "did not end"),
    ("local function f() return 1 + f() end return f()", "stack overflow"),
    ("local s = 'x' while true do s = s .. s end", "memory"),
    ("local s = ('x'):rep(2^20) while true do local t = s .. 'y' end", "stopped"),
    ("local s = ('x'):rep(2^30) return #s", ""),
    ("local t = {} for i = 1, 1e9 do t[i] = i end", "memory"),
    ("local t = {} t[1] = t return t", "lua stack limit"),
    ("local t = {} for i = 1, 100000 do t = {t} end return t", ""),
    ("return cjson.encode((function() local t = {} t[1] = t return t end)())", ""),
    ("return #string.format('%99999999d', 1)", ""),
    ("return ('a'):rep(30000):find(('a*'):rep(30) .. 'b')", "did not end"),
    ("return #('x'):rep(1000000):gsub('x', ('y'):rep(1000000))", "too large"),
    ("table.sort({3, 1, 2}, function() while true do end end)", "did not end"),
    ("redis.call('SETRANGE', KEYS[1], 500000000, 'x') return 1", ""),
    ("for i = 1, 100000 do redis.call('APPEND', KEYS[1], ('x'):rep(100000)) end return 1", ""),
    ("for i = 1, 1e9 do redis.call('RPUSH', 'l', i) end", ""),
    ("return 3 +", "line 1"),
    ("local a = 1\nlocal = 2", "line 2"),
    (
        "local n = redis.call('GET', KEYS[1])\r\nif tonumber(n) < 1 then return 0 end\r\nredis.call('DECR', KEYS[1])\r\nreturn 1\r\n",
        "",
    ),
    ("\u{feff}return 1", "line 1"),
    ("return 1 -- \0", ""),
    ("\u{1b}Lua bytecode", ""),
];

#[test]
fn every_check_of_an_abusive_script_ends_soon_in_little_memory_with_a_reason() {
    let is_alone = std::env::var_os("RACE_SOAK").is_some_and(|value| value == "1");
    let is_fast = is_alone && !cfg!(debug_assertions);
    let patience = if is_fast { PATIENCE_ALONE } else { PATIENCE };
    for (at, (script, expected)) in SCRIPTS.iter().enumerate() {
        for venue in ["client", "server"] {
            let file = own(&format!("abuse{at}.lua"), script);
            let words = format!("check {} --venue {venue} --racers 2", file.path());
            let begun = Instant::now();
            let (output, memory_kib) = watched(command(&words));
            let took = begun.elapsed();
            let printed = out(&output) + &err(&output);
            println!("{took:?} {} MiB {venue} {} {script:?}", memory_kib >> 10, code(&output));
            assert!((0..=4).contains(&code(&output)), "{script:?}, {venue}: {output:?}");
            assert!(took < patience, "{script:?}, {venue}: {took:?}");
            assert!(memory_kib < MEMORY_KIB, "{script:?}, {venue}: {memory_kib} KiB");
            assert!(
                printed.contains(expected) && !printed.trim().is_empty(),
                "{script:?}, {venue}: {printed}"
            );
        }
    }
}

/// Runs it to its end; returns the most memory that it was seen to hold, where the system shows it.
fn watched(mut command: Command) -> (Output, u32) {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most_kib = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|text| text.split_whitespace().next()?.parse().ok());
        most_kib = most_kib.max(kib.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    (child.wait_with_output().expect("its output"), most_kib)
}

#[test]
fn a_file_that_is_no_text_names_the_line() {
    let file = own("binary.lua", "");
    std::fs::write(file.path(), b"return 1\n\xff\xfe").unwrap();
    let output = crate::support::race(&format!("check {}", file.path()));
    assert!(code(&output) == 2 && err(&output).contains("line 2"), "{}", err(&output));
}
