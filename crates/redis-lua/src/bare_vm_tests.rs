//! The bare VM, without what is put around it here: each test shows one of its faults, and fails as soon
//! as the VM has mended it and a workaround can go. The README has the list.

use std::process::Command;
use std::rc::Rc;

use super::lua::{
    Error, HostHooks, Lua, LuaVersion, Sandbox, SandboxConfig, TripReason, Value, Variadic,
};

const MIB: usize = 1 << 20;
/// Set in the process that runs what might end it.
const IN_CHILD: &str = "REDIS_LUA_BARE_VM";

fn bare() -> Lua {
    Lua::with_hooks_versioned(HostHooks::default(), LuaVersion::V51).unwrap()
}

fn limit(lua: &Lua, bytes: usize, check_interval: u32) -> Sandbox {
    let config = SandboxConfig {
        instruction_limit: Some(u64::MAX),
        memory_limit_bytes: Some(bytes),
        check_interval,
        remove_globals: Vec::new(),
    };
    lua.install_sandbox(config).unwrap()
}

/// Returns the first value that a text returns, or the text of its error.
fn run(lua: &Lua, text: &str) -> Result<Value, String> {
    let chunk = lua.load(text).set_name("@user_script").into_function();
    let values: Result<Variadic<Value>, Error> = chunk.and_then(|chunk| chunk.call(()));
    let first = values.map(|values| values.into_vec().into_iter().next());
    first.map(|value| value.unwrap_or(Value::Nil)).map_err(|error| error.to_string())
}

/// Returns the error of a text on a VM of its own.
fn error_of(text: &str) -> String {
    run(&bare(), text).err().unwrap_or_else(|| panic!("it ran: {text}"))
}

fn number(value: Result<Value, String>) -> f64 {
    match value {
        Ok(Value::Number(number)) => number,
        Ok(Value::Integer(number)) => number as f64,
        other => panic!("no number: {other:?}"),
    }
}

#[test]
fn the_bare_vm_refuses_arguments_that_are_not_whole() {
    for text in [
        "return ('abcd'):sub(1, 4 / 3)",
        "return ('x'):rep(2.9)",
        "return ('abc'):byte(1, 1.5)",
        "return ('x'):find('x', 1.5)",
        "return string.char(120.5)",
        "return select(1.5, 1, 2)",
        "return unpack({1, 2}, 1, 1.5)",
        "return table.concat({1, 2}, '', 1, 1.5)",
        "local t = {1} table.insert(t, 1.5, 2)",
        "return math.random(1.5)",
    ] {
        assert!(error_of(text).contains("number has no integer representation"), "{text}");
    }
}

#[test]
fn the_bare_vm_reads_no_infinity_from_a_text() {
    assert!(matches!(run(&bare(), "return tonumber('inf')"), Ok(Value::Nil)));
}

#[test]
fn the_bare_vm_raises_some_errors_without_their_place() {
    for (text, error) in [
        ("return ('x'):find('[')", "malformed pattern (missing ']')"),
        ("return ('x'):gsub('x', '%2')", "invalid capture index %2"),
        ("return unpack({}, 1, 1e5)", "too many results to unpack"),
    ] {
        assert_eq!(error_of(text), error, "{text}");
    }
}

#[test]
fn the_bare_vm_words_some_errors_as_later_versions_of_lua_do() {
    for (text, error) in [
        ("return string.format('%y', 1)", "invalid conversion '%y' to 'format'"),
        ("return string.format('%0123d', 1)", "invalid conversion specification: '%0123d'"),
        ("return string.char(256)", "bad argument #1 to 'char' (value out of range)"),
    ] {
        assert_eq!(error_of(text), format!("user_script:1: {error}"), "{text}");
    }
}

#[test]
fn the_bare_vm_cannot_wait_inside_a_comparator_or_a_callback() {
    for body in [
        "table.sort({3, 1, 2}, function() coroutine.yield() return true end)",
        "('x'):gsub('x', function() coroutine.yield() end)",
    ] {
        let text = format!("return coroutine.resume(coroutine.create(function() {body} end))");
        assert!(matches!(run(&bare(), &text), Ok(Value::Boolean(false))), "{body}");
    }
}

#[test]
fn the_bare_vm_looks_at_its_memory_too_late_unless_after_each_instruction() {
    let doubling = "local s = 'x' for i = 1, 26 do s = s .. s end return #s";
    for (check_interval, tripped) in [(1_000, None), (1, Some(TripReason::Memory))] {
        let lua = bare();
        let sandbox = limit(&lua, 4 * MIB, check_interval);
        assert_eq!(run(&lua, doubling).is_err(), tripped.is_some());
        assert_eq!(sandbox.tripped(), tripped);
    }
}

#[test]
fn the_bare_vm_lets_one_instruction_take_more_than_all_memory() {
    let chain = ["s"; 20].join(" .. ");
    for body in [
        "table.concat({s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s})",
        "(('x'):rep(20):gsub('x', s))",
        "(('x'):rep(20):gsub('x', function() return s end))",
        "(('%s'):rep(20):format(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s))",
        chain.as_str(),
    ] {
        let lua = bare();
        let sandbox = limit(&lua, 4 * MIB, 1);
        let text = format!("local s = ('x'):rep(1e6) return #{body}");
        assert!(run(&lua, &text).is_err() && sandbox.tripped() == Some(TripReason::Memory));
        // It was stopped only once the whole text was there, which is garbage now.
        sandbox.reset();
        limit(&lua, usize::MAX, 1);
        let kib = number(run(&lua, "return collectgarbage('count')"));
        assert!(kib > 15_000.0, "{body}: {kib} KiB");
    }
}

#[test]
fn the_bare_vm_stops_a_run_for_the_garbage_of_others() {
    let lua = bare();
    let large = "return #('x'):rep(1000):rep(2e4)";
    limit(&lua, 32 * MIB, 1);
    run(&lua, large).expect("the first run has room enough");
    let sandbox = limit(&lua, 32 * MIB, 1);
    assert!(run(&lua, large).is_err() && sandbox.tripped() == Some(TripReason::Memory));
}

#[test]
fn the_bare_vm_counts_hardly_an_instruction_for_work_on_a_whole_text() {
    for body in [
        "for i = 1, 10 do local _ = s:upper(), s:reverse(), s:lower(), s:find('yy'), s:sub(2) end",
        "tonumber(('1'):rep(1e6))",
        "loadstring(('x = 1 '):rep(1e3))",
        "table.sort(t)",
        "table.insert(t, 1, 1)",
    ] {
        let lua = bare();
        let prepare = "s, t = ('x'):rep(1e6), {} for i = 1, 1e4 do t[i] = -i end";
        run(&lua, prepare).expect("it is prepared");
        let sandbox = limit(&lua, 64 * MIB, 1);
        run(&lua, body).expect("it runs");
        let used = u64::MAX - sandbox.instructions_remaining().expect("they are counted");
        assert!(used < 200, "{body}: {used}");
    }
}

#[test]
fn the_bare_vm_does_not_count_the_memory_of_stacks() {
    let lua = bare();
    let sandbox = limit(&lua, MIB, 1);
    let overflow = run(&lua, "local function f() return 1 + f() end f()");
    assert!(overflow.is_err_and(|error| error.ends_with("stack overflow")));
    assert_eq!(sandbox.tripped(), None);
    let deep = "local kept = {}
        local function deep(n) if n == 0 then coroutine.yield() else deep(n - 1) return 1 end end
        for i = 1, 20 do
            kept[i] = coroutine.create(deep)
            coroutine.resume(kept[i], 10000)
        end
        return #kept";
    assert_eq!(number(run(&lua, deep)), 20.0);
    assert_eq!(sandbox.tripped(), None);
}

#[test]
fn the_bare_vm_is_never_freed_while_one_of_its_coroutines_waits() {
    for (end, owners) in [("", 2), ("waiting = nil", 1)] {
        let lua = bare();
        let own = Rc::new(());
        let held = Rc::clone(&own);
        let host = lua.create_function(move |_, _: Variadic<Value>| {
            let _ = &held;
            Ok(0.0)
        });
        lua.globals().raw_set("host", host.unwrap()).unwrap();
        let begin = "waiting = coroutine.create(function() coroutine.yield() end)";
        run(&lua, &format!("{begin} coroutine.resume(waiting) {end}")).unwrap();
        lua.gc_collect();
        lua.gc_collect();
        drop(lua);
        assert_eq!(Rc::strong_count(&own), owners, "{end}");
    }
}

/// Only a process of its own can show this one, which ends it.
#[test]
fn the_bare_vm_frees_what_a_coroutine_still_uses_while_a_host_function_runs() {
    if std::env::var_os(IN_CHILD).is_some() {
        return host_function_in_a_coroutine("");
    }
    host_function_in_a_coroutine("collectgarbage('stop')");
    let name = "the_bare_vm_frees_what_a_coroutine_still_uses_while_a_host_function_runs";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("bare_vm_tests::{name}")])
        .env(IN_CHILD, "1")
        .output()
        .unwrap();
    assert!(!child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
}

fn host_function_in_a_coroutine(before: &str) {
    let lua = bare();
    let host = lua.create_function(|lua, _: Variadic<Value>| {
        let all = lua.create_table()?;
        for at in 1..=200 {
            let text = Value::String(lua.create_string("a".repeat(50))?);
            let inner = lua.create_table()?;
            inner.raw_set(1.0, text)?;
            all.raw_set(f64::from(at), inner)?;
        }
        Ok(Value::Table(all))
    });
    lua.globals().raw_set("host", host.unwrap()).unwrap();
    let text = "coroutine.wrap(function()
            BEFORE for i = 1, 500 do
                local own = {('y'):rep(50) .. i}
                host()
                assert(own[1] == ('y'):rep(50) .. i)
            end
        end)()
        return 1";
    assert_eq!(number(run(&lua, &text.replace("BEFORE", before))), 1.0);
}
