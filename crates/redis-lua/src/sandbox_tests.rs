//! Scripts that must not get away with it: not hang, not grow, not reach each other.

use std::time::{Duration, Instant};

use super::{Failure, Limit, Turn, Vm};
use redis_model::Reply;

/// Far beyond what any of these takes, also unoptimised on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn why_failed(text: &str) -> String {
    let begun = Instant::now();
    let mut vm = Vm::new(text).unwrap();
    // Enough for all that is tried here, and quick where nothing is optimised.
    vm.instructions_max = 300_000;
    let why = vm.eval(&[], &[], &mut |_| Reply::Nil).expect_err(text).to_string();
    assert!(begun.elapsed() < PATIENCE, "{text}");
    let next = vm.eval(&[], &[b"harmless".to_vec()], &mut |_| Reply::Nil);
    assert_eq!(next, Ok(Reply::Int(7)), "the run after: {text}");
    why
}

/// A text that is harmless if it gets an argument.
fn hostile(body: &str) -> String {
    format!("if ARGV[1] then return 7 end {body}")
}

#[test]
fn a_script_that_does_not_end_is_stopped_and_cannot_catch_it() {
    for body in [
        "while true do end",
        "while true do redis.call('PING') end",
        "while true do pcall(function() while true do end end) end",
        "while true do coroutine.wrap(function() while true do end end)() end",
        "local function f() return f() end f()",
        "while true do local co = coroutine.create(function() error('x') end) coroutine.resume(co) end",
        "while true do pcall(redis.call) end",
        "xpcall(function() while true do end end, function() while true do end end)",
        "load(function() return ' ' end)",
        "local s = ('a'):rep(30000) return s:find(('a*'):rep(30) .. 'b')",
        "setmetatable({}, {__index = function(t, k) return t[k + 1] end, __call = 1}) while 1 do end",
        "for i = 1, 1e300 do end",
        "table.sort({3, 1, 2, 5, 4}, function() while true do end end)",
        "('x'):gsub('x', function() while true do end end)",
        "local t = {} for i = 1, 1e4 do t[i] = i end while true do table.sort(t) end",
        "local t = {} for i = 1, 1e4 do t[i] = i end while true do table.insert(t, 1, 1) end",
        "local s = ('x'):rep(1e5) while true do s:upper() end",
        "local s = ('x'):rep(1e5) while true do cjson.encode(s) end",
        "local s = '[' .. ('1,'):rep(1e4) .. '1]' while true do cjson.decode(s) end",
        "local s = ('x'):rep(1e5) while true do redis.sha1hex(cmsgpack.pack(s)) end",
        "local s = ('1'):rep(1e5) while true do tonumber(s) end",
        "while true do loadstring(('x = 1 '):rep(1e3)) end",
        "while true do ('x'):gsub('x', function() redis.call('PING') end) end",
    ] {
        let why = why_failed(&hostile(body));
        assert!(why.contains("did not end") || why.contains("too many"), "{body}: {why}");
    }
}

#[test]
fn the_instructions_of_a_run_are_counted_over_all_its_turns() {
    let mut vm = Vm::new("while true do for i = 1, 100000 do end redis.call('PING') end").unwrap();
    vm.instructions_max = 500_000;
    let (mut run, mut turn) = vm.start(&[], &[]);
    let mut calls = 0;
    while let Turn::Call { .. } = turn {
        calls += 1;
        turn = vm.resume(&mut run, Reply::Nil);
    }
    assert_eq!(turn, Turn::Failed(Failure::Stopped(Limit::Instructions)));
    assert!((3..6).contains(&calls), "{calls} calls");
}

#[test]
fn a_script_that_grows_is_stopped() {
    for body in [
        "local s = 'x' while true do s = s .. s end",
        "local s = 'x' while true do pcall(function() s = s .. s end) end",
        "local t = {} while true do t[#t + 1] = big:sub(1, 1e5) .. #t end",
        "return ('x'):rep(1e9)",
        "local t = {} for i = 1, 1e7 do t[i] = {big:sub(1, 1e4) .. i} end",
        "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
        "return (big:gsub('.', big:sub(1, 1e4)))",
        "local y = big return (big:gsub('.', function() return y end))",
        "local y = {x = big} return (big:gsub('.', y))",
        "local t, y = {}, big for i = 1, 1e4 do t[i] = y end return table.concat(t)",
        "return #big:rep(1e6)",
        "return cjson.encode(big) .. cjson.encode({big, big, big, big, big, big, big, big})",
        "local t = {big} for i = 1, 30 do t = {t, t} end return cjson.encode(t)",
        "local t = {big} for i = 1, 15 do t = {t, t} end return cmsgpack.pack(t)",
        "return cjson.decode('[' .. ('[],'):rep(1e6) .. '1]')",
        "return cmsgpack.unpack('\\220\\255\\255' .. ('\\144'):rep(1e6))",
        "return struct.pack('c2147483647', big), struct.pack(('x'):rep(1e6):rep(40))",
        "return ('%s'):rep(30):format(big, big, big, big, big, big, big, big, big, big, big, big, big,
            big, big, big, big, big, big, big, big, big, big, big, big, big, big, big, big, big, big)",
    ] {
        let why = why_failed(&hostile(&format!("local big = ('x'):rep(1e3):rep(1e3) {body}")));
        assert!(
            ["memory", "too large", "too many", "did not end", "too short"]
                .iter()
                .any(|limit| why.contains(limit)),
            "{body}: {why}"
        );
    }
}

#[test]
fn the_garbage_of_other_runs_stops_none() {
    let mut vm = Vm::new("return #('x'):rep(1000):rep(2e4)").unwrap();
    for _ in 0..3 {
        assert_eq!(vm.eval(&[], &[], &mut |_| Reply::Nil), Ok(Reply::Int(20_000_000)));
    }
}

#[test]
fn a_script_that_goes_too_deep_fails() {
    for body in [
        "local function f() return 1 + f() end return f()",
        "local function f() return pcall(f) and f() end return f() + f",
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end return t.x",
        "local function f() return coroutine.wrap(f)() end return f()",
        "return loadstring('return ' .. ('('):rep(1e5))()",
        "return loadstring(('local a = {'):rep(1e4))()",
        "local s = ('x'):rep(1000) return ('('):rep(1000) .. s:find(('('):rep(100))",
        "local f f = function() return tostring(setmetatable({}, {__tostring = f})) end return f()",
        "return ('x'):gsub('x', function(x) return ('x'):gsub('x', error) end)",
        "local function f(x) return (x:gsub('x', f)) end return f('x')",
        "local function f() table.sort({1, 2}, f) end f()",
        "return unpack({}, 1, 1e7)",
        "return redis.call(unpack({}, 1, 1e6))",
        "return string.char(unpack({}, 1, 250)) .. select(-1)",
        "local t = {} t[1] = t return cjson.encode(t)",
        "local t = {} t.t = t return cjson.encode(t)",
        "return cjson.decode(('['):rep(1e5))",
        "return cjson.decode(('{\"a\":'):rep(1e5))",
        "return cmsgpack.unpack(('\\145'):rep(1e5))",
        "return cmsgpack.unpack(('\\129\\1'):rep(1e5))",
        "return cmsgpack.unpack('\\221\\255\\255\\255\\255')",
        "return cmsgpack.unpack('\\219\\255\\255\\255\\255')",
        "return struct.unpack('c2147483647', 'x')",
        "return struct.pack('i2147483648', 1)",
        "return struct.unpack('I4c0', '\\255\\255\\255\\255')",
    ] {
        let why = why_failed(&hostile(body));
        assert!(why.starts_with("ERR "), "{body}: {why}");
    }
}

#[test]
fn what_a_script_holds_survives_the_libraries_garbage() {
    for body in [
        "local s = '[' .. ('[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"],'):rep(200) .. '1]'
        for i = 1, 500 do local own = mine(i) assert(#cjson.decode(s) == 201 and ok(own, i)) end",
        "for i = 1, 500 do
            local own = mine(i)
            assert(#cjson.encode({own, ('x'):rep(3000)}) > 3000 and ok(own, i)) end",
        "coroutine.wrap(function() for i = 1, 500 do
            local own = mine(i)
            assert(#cmsgpack.pack({own, ('x'):rep(3000)}) > 3000 and ok(own, i)) end end)()",
        "for i = 1, 100 do
            local own, text = mine(i), 'return \"' .. ('x'):rep(3000) .. i .. '\"'
            assert(#loadstring(text)() > 3000 and ok(own, i)) end",
    ] {
        let text = format!(
            "local function mine(i) return {{('y'):rep(50) .. i}} end
            local function ok(own, i) return own[1] == ('y'):rep(50) .. i end {body} return 7"
        );
        let reply = Vm::new(&text).unwrap().eval(&[], &[], &mut |_| Reply::Nil);
        assert_eq!(reply, Ok(Reply::Int(7)), "{body}");
    }
}

#[test]
fn any_bytes_are_a_script_or_are_refused_in_words() {
    let runs: [(&[u8], Reply); 5] = [
        (b"return 1\r\n", Reply::Int(1)),
        (b"return #'a\0b'", Reply::Int(3)),
        (b"return '\xff\xc3'", Reply::Bulk(vec![0xff, 0xc3])),
        (b"-- \xff\0 \r\nreturn 2", Reply::Int(2)),
        (b"", Reply::Nil),
    ];
    for (script, expected) in runs {
        let reply = Vm::from_bytes(script).unwrap().eval(&[], &[], &mut |_| Reply::Nil);
        assert_eq!(reply, Ok(expected), "{script:?}");
    }
    let refused: [(&[u8], Option<u32>); 8] = [
        (b"\xef\xbb\xbfreturn 1", Some(1)),
        (b"return 1 \0 2", Some(1)),
        (b"\r\n\r\nreturn )", Some(3)),
        (b"\xff\xff", Some(1)),
        (b"\x1bLua\x51\0\x01\x04\x08\x04\x08\0", None),
        (b"#!lua", Some(1)),
        (b"#!python\nreturn 1", Some(1)),
        (b"return [[", Some(1)),
    ];
    for (script, line) in refused {
        let error = Vm::from_bytes(script).err().expect("a refusal");
        assert_eq!(error.line, line, "{script:?}: {error}");
    }
}

#[test]
fn one_chain_of_texts_has_a_bound_and_an_ordinary_one_is_below_it() {
    let chain = |count: usize| format!("local s = 'x' return {}", ["s"; 250][..count].join(" .. "));
    let reply = Vm::new(&chain(32)).unwrap().eval(&[], &[], &mut |_| Reply::Nil);
    assert_eq!(reply, Ok(Reply::Bulk(vec![b'x'; 32])));
    assert!(Vm::new(&chain(33)).is_err_and(|error| error.to_string().contains("too long")));
    let inside = format!("return loadstring({:?})", chain(33));
    let reply = Vm::new(&inside).unwrap().eval(&[], &[], &mut |_| Reply::Nil);
    assert_eq!(reply, Ok(Reply::Nil));
}

#[test]
fn a_run_leaves_nothing_behind_for_the_next() {
    let mut vm = Vm::new(
        "local seen = {} for name in pairs(_G) do seen[#seen + 1] = name end
        pcall(function() _G.left = 1 end) pcall(rawset, _G, 'left', 1)
        pcall(rawset, string, 'left', 1) pcall(table.insert, math, 1)
        pcall(function() getmetatable('').__index.left = 1 end)
        pcall(function() getmetatable(_G).__index = {left = 1} end)
        pcall(setmetatable, _G, nil) KEYS[5] = 'left' ARGV.left = 1
        math.randomseed(7) table.sort(_G) table.remove(_G)
        return #seen .. ' ' .. math.random(1e6) .. tostring(string.left) .. tostring(KEYS[4])
            .. tostring(rawget(_G, 'left')) .. tostring(math[1]) .. tostring(('').left)",
    )
    .unwrap();
    let first = vm.eval(&[], &[], &mut |_| Reply::Nil).unwrap();
    for _ in 0..3 {
        assert_eq!(vm.eval(&[], &[], &mut |_| Reply::Nil).unwrap(), first);
    }
}

#[test]
fn a_run_that_calls_where_the_vm_cannot_wait_begins_again_and_sees_the_same_replies() {
    let cases = [
        (
            "local last = 0 local t = {3, 1, 2}
            table.sort(t, function(a, b)
                local n = redis.call('INCR') assert(n == last + 1) last = n return a < b end)
            return table.concat(t)",
            "123",
        ),
        ("return (('abc'):gsub('.', function() return redis.call('INCR') end))", "123"),
        (
            "local first = redis.call('INCR')
            local all = ('ab'):gsub('.', function(x) return x .. redis.call('INCR') end)
            return first .. all .. redis.call('INCR') .. math.random(1000)",
            "1a2b34397",
        ),
        (
            "local ok, all = pcall(string.gsub, 'ab', '.', function()
                local ok, n = pcall(redis.call, 'INCR') return ok and n end)
            return tostring(ok) .. all",
            "true12",
        ),
        (
            "return (('ab'):gsub('.', function()
                return coroutine.wrap(function() return redis.call('INCR') end)() end))",
            "12",
        ),
        (
            "return (('ab'):gsub('.', function()
                local _, n = xpcall(function() return redis.call('INCR') end, error) return n end))",
            "12",
        ),
        ("return (('ab'):gsub('.', function() return redis.pcall({}).err:sub(1, 3) end))", "ERRERR"),
    ];
    for (text, expected) in cases {
        let mut count = 0;
        let mut vm = Vm::new(text).unwrap();
        let reply = vm.eval(&[], &[], &mut |_| {
            count += 1;
            Reply::Int(count)
        });
        assert_eq!(reply, Ok(Reply::Bulk(expected.into())), "{text}");
    }
}
