//! What Redis 7.0.15 does with texts, numbers and errors, as tables; each line was run there.

use super::Vm;
use redis_model::{Command, Reply};

/// What a script returns, or why it fails, on a store of a few fixed answers.
fn evaluate(text: &str) -> Result<Reply, String> {
    let mut answer = |command: &Command| {
        let word = |at: usize| command.0.get(at).cloned().unwrap_or_default();
        match command.name() {
            "ECHO" => Reply::Bulk(word(1)),
            "SET" => Reply::Status("OK".to_owned()),
            "MGET" => Reply::Array(vec![bulk("a"), Reply::Nil, bulk("c")]),
            "LPUSH" => Reply::Error("WRONGTYPE no list".to_owned()),
            "INCR" => Reply::Int(9_007_199_254_740_993),
            "EXEC" => {
                Reply::Array(vec![Reply::Status("OK".to_owned()), Reply::Error("E x".into())])
            }
            _ => Reply::Nil,
        }
    };
    let keys = [b"stock".to_vec()];
    let reply = Vm::new(text).unwrap().eval(&keys, &[], &mut answer);
    reply.map_err(|failure| failure.to_string())
}

fn bulk(text: &str) -> Reply {
    Reply::Bulk(text.into())
}

fn check_texts(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(evaluate(text), Ok(bulk(expected)), "{text}");
    }
}

#[test]
fn replies_become_values() {
    check_texts(&[
        ("return tostring(redis.call('GET', 'k'))", "false"),
        ("return type(tonumber(redis.call('GET', 'k')))", "nil"),
        ("local s = 0 for i in ipairs(redis.call('MGET', 'a')) do s = i end return s .. ''", "3"),
        ("return tostring(redis.call('MGET', 'a')[2])", "false"),
        ("return redis.call('SET', 'a', 'b').ok", "OK"),
        ("return redis.pcall('LPUSH', 'a', 'b').err", "WRONGTYPE no list"),
        ("return redis.call('EXEC')[1].ok .. redis.call('EXEC')[2].err", "OKE x"),
        ("return string.format('%.0f', redis.call('INCR', 'a'))", "9007199254740992"),
    ]);
}

#[test]
fn arguments_are_texts_or_numbers() {
    check_texts(&[
        ("return redis.call('ECHO', 3)", "3"),
        ("return redis.call('ECHO', 10 / 4)", "2.5"),
        ("return redis.call('ECHO', 0.1)", "0.10000000000000001"),
        ("return tostring(0.1)", "0.1"),
        ("return redis.call('ECHO', 1e15)", "1000000000000000"),
        ("return redis.call('ECHO', 1e17)", "1e+17"),
        ("return redis.call('ECHO', 1e20)", "1e+20"),
        ("return redis.call('ECHO', #KEYS)", "1"),
        ("return redis.call('ECHO', 'a\\0b')", "a\0b"),
    ]);
    let refusal = "ERR Lua redis lib command arguments must be strings or integers";
    for word in ["nil", "true", "{}", "print or rawget"] {
        let text = format!("local print = false return redis.call('ECHO', {word})");
        assert_eq!(evaluate(&text), Err(refusal.to_owned()), "{word}");
        let text = format!("local print = false return redis.pcall('ECHO', {word}).err");
        assert_eq!(evaluate(&text), Ok(bulk(refusal)), "{word}");
    }
    let refusal = "ERR Please specify at least one argument for this redis lib call";
    assert_eq!(evaluate("redis.call()"), Err(refusal.to_owned()));
}

#[test]
fn returned_values_become_replies() {
    let error = |text: &str| Reply::Error(text.to_owned());
    let status = |text: &str| Reply::Status(text.to_owned());
    let array = |numbers: &[i64]| Reply::Array(numbers.iter().copied().map(Reply::Int).collect());
    let cases = [
        ("3.99", Reply::Int(3)),
        ("-3.99", Reply::Int(-3)),
        ("1 / 0", Reply::Int(i64::MIN)),
        ("0 / 0", Reply::Int(i64::MIN)),
        ("2 ^ 63", Reply::Int(i64::MIN)),
        ("true", Reply::Int(1)),
        ("false", Reply::Nil),
        ("nil", Reply::Nil),
        ("", Reply::Nil),
        ("function() end", Reply::Nil),
        ("'x', 1", bulk("x")),
        ("{1, 2, nil, 4}", array(&[1, 2])),
        (
            "{1, false, rawget, true}",
            Reply::Array(vec![Reply::Int(1), Reply::Nil, Reply::Nil, Reply::Int(1)]),
        ),
        (
            "{1, {2, {}}}",
            Reply::Array(vec![Reply::Int(1), Reply::Array(vec![Reply::Int(2), array(&[])])]),
        ),
        ("{ok = 'fine'}", status("fine")),
        ("{ok = 'a\\r\\nb'}", status("a  b")),
        ("{ok = 1}", array(&[])),
        ("{err = 'bad'}", error("bad")),
        ("setmetatable({}, {__index = function() return 5 end})", array(&[])),
        ("redis.error_reply('My Err')", error("My Err")),
        ("redis.error_reply('')", error("ERR ")),
        ("redis.error_reply('-X')", error("ERR X")),
        ("redis.error_reply(1)", error("ERR wrong number or type of arguments")),
        ("redis.status_reply('OK')", status("OK")),
        ("redis.call('SET', 'a', 'b')", status("OK")),
        ("redis.pcall('LPUSH', 'a', 'b')", error("WRONGTYPE no list")),
    ];
    for (value, reply) in cases {
        assert_eq!(evaluate(&format!("return {value}")), Ok(reply), "{value}");
    }
    for endless in ["t[1] = t", "t[1] = t t[2] = t", "for i = 1, 200000 do t[i] = i end"] {
        let reply = evaluate(&format!("local t = {{}} {endless} return t"));
        assert_eq!(reply, Ok(error("ERR reached lua stack limit")), "{endless}");
    }
}

#[test]
fn errors_read_as_in_redis() {
    let cases = [
        ("error('x')", "ERR user_script:1: x"),
        ("\n\nerror('x')", "ERR user_script:3: x"),
        ("error('x', 0)", "ERR x"),
        ("error({err = 'My'})", "My"),
        ("error()", "ERR nil"),
        (
            "return redis.call('GET', 'k') < 1",
            "ERR user_script:1: attempt to compare boolean with number",
        ),
        ("return nil < 1", "ERR user_script:1: attempt to compare nil with number"),
        ("return 5 < '1'", "ERR user_script:1: attempt to compare number with string"),
        ("redis.call('LPUSH', 'a', 'b')", "WRONGTYPE no list"),
        ("x = 1", "ERR user_script:1: Attempt to modify a readonly table"),
        ("KEYS = 1", "ERR user_script:1: Attempt to modify a readonly table"),
        ("redis.x = 1", "ERR user_script:1: Attempt to modify a readonly table"),
        ("string.x = 1", "ERR user_script:1: Attempt to modify a readonly table"),
        ("getmetatable('').__index = 1", "ERR user_script:1: Attempt to modify a readonly table"),
        ("rawset(_G, 'x', 1)", "ERR Attempt to modify a readonly table"),
        ("table.insert(_G, 1)", "ERR Attempt to modify a readonly table"),
        ("setmetatable(_G, {})", "ERR Attempt to modify a readonly table"),
        (
            "return x",
            "ERR user_script:1: Script attempted to access nonexistent global variable 'x'",
        ),
        (
            "return os.time()",
            "ERR user_script:1: Script attempted to access nonexistent global variable 'os'",
        ),
        ("coroutine.yield(1)", "ERR attempt to yield across metamethod/C-call boundary"),
    ];
    for (text, reason) in cases {
        assert_eq!(evaluate(text), Err(reason.to_owned()), "{text}");
    }
}

#[test]
fn pcall_is_rediss_own() {
    check_texts(&[
        ("local _, e = pcall(redis.call, 'LPUSH') return type(e) .. e", "stringWRONGTYPE no list"),
        ("local _, e = pcall(function() error({err = 'x'}) end) return type(e)", "string"),
        ("local _, e = pcall(function() error({code = 7}) end) return type(e) .. e.code", "table7"),
        ("local _, e = pcall(function() error('x') end) return e", "user_script:1: x"),
        (
            "local _, e = xpcall(function() redis.call('LPUSH') end, function(e) return e end)
            return type(e)",
            "table",
        ),
        (
            "local ok, a, b = pcall(function() return 1, redis.call('ECHO', 'x') end)
            return tostring(ok) .. a .. b",
            "true1x",
        ),
    ]);
}

#[test]
fn a_programs_own_coroutines_pass_their_calls_on() {
    check_texts(&[
        ("return coroutine.wrap(function() return redis.call('ECHO', 'x') end)()", "x"),
        (
            "local c = coroutine.wrap(function(a)
            local b = coroutine.yield(redis.call('ECHO', a))
            return redis.call('ECHO', b)
          end)
          return c('x') .. c('y')",
            "xy",
        ),
        (
            "local c = coroutine.create(function() redis.call('LPUSH') end)
          local ok, e = coroutine.resume(c)
          return tostring(ok) .. type(e) .. coroutine.status(c)",
            "falsetabledead",
        ),
        ("return tostring(coroutine.running())", "nil"),
    ]);
}

#[test]
fn the_library_is_rediss() {
    check_texts(&[
        ("local s = 'abcd' return s:sub(1, #s / 3) .. s:sub(-2.5, 2 ^ 40)", "acd"),
        ("return string.char(120.5, unpack({121, 122}, 1, 1.5))", "xy"),
        ("return ('x'):rep(2.9) .. select(2, 'a', 'b')", "xxb"),
        ("local t = {'a', 'c'} table.insert(t, 2.5, 'b') return table.concat(t, '', 1, 2.9)", "ab"),
        ("return tostring(tonumber('inf')) .. tostring(tonumber('-INF'))", "inf-inf"),
        (
            "return tonumber('0x10') .. tonumber('1e3') .. tonumber(' 7 ') .. tonumber('ff', 16)",
            "1610007255",
        ),
        (
            "return tostring(tonumber('')) .. tostring(tonumber('1 2')) .. tostring(tonumber('x'))",
            "nilnilnil",
        ),
        ("local r = math.random return r(1000) .. ' ' .. r(1000) .. ' ' .. r(1000)", "397 841 354"),
        ("return loadstring('return KEYS[1]')()", "stock"),
        ("return (('a-b'):gsub('%w', {a = 'x'}) .. ('ab'):gsub('.', string.upper))", "x-bAB"),
        ("return tostring({}) .. tostring(rawget(_G, 'x'))", "table: 0x0nil"),
        (
            "local n = 0 for name in pairs(_G) do n = n + #name end return n > 99 and 'all' or n",
            "all",
        ),
    ]);
    assert!(evaluate("local _, t = pairs(_G) rawset(t, 'x', 1)").is_err());
}
