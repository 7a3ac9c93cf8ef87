//! Runs stepped from call to call.

use super::vm::RUNS_MAX;
use super::{Turn, Vm};
use redis_model::{Command, Reply};

const GET_SET: &str = "-- Counts down, in two calls.
local value = redis.call('GET', KEYS[1])
if not value then return -3 end
local number = tonumber(value)
if number <= 0 then return -1 end
redis.call('SET', KEYS[1], number - 1)
return number
";
const RESERVE: &str = "local stock_key, users_key = KEYS[1], KEYS[2]
local user, quantity = ARGV[1], tonumber(ARGV[2])

local value = redis.call('GET', stock_key)
if redis.call('SISMEMBER', users_key, user) == 1 then return -2 end
redis.call('DECRBY', stock_key, quantity)
redis.call('SADD', users_key, user)
return tonumber(value)
";

fn bulk(text: &str) -> Reply {
    Reply::Bulk(text.into())
}

fn words(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// The call of these words, from the line that this text begins.
fn call(text: &str, command: &[&str], line_begins: &str) -> Turn {
    let line = text.lines().position(|line| line.starts_with(line_begins)).unwrap();
    Turn::Call { command: Command::new(command), line: line as u32 + 1 }
}

#[test]
fn a_script_goes_from_call_to_call_on_the_lines_of_the_file() {
    for text in [GET_SET.to_owned(), format!("#!lua\n{GET_SET}")] {
        let mut vm = Vm::new(&text).unwrap();
        let (mut run, turn) = vm.start(&words(&["k"]), &[]);
        assert_eq!(turn, call(&text, &["GET", "k"], "local value"));
        let turn = vm.resume(&mut run, bulk("10"));
        assert_eq!(turn, call(&text, &["SET", "k", "9"], "redis.call('SET'"));
        let turn = vm.resume(&mut run, Reply::Status("OK".to_owned()));
        assert_eq!(turn, Turn::Return(Reply::Int(10)));
        assert!(matches!(vm.resume(&mut run, Reply::Nil), Turn::Failed(_)));
    }
}

#[test]
fn numbers_go_out_as_redis_would_get_them() {
    let mut vm = Vm::new(RESERVE).unwrap();
    let (mut run, turn) = vm.start(&words(&["s", "u"]), &words(&["7", "2"]));
    assert_eq!(turn, call(RESERVE, &["GET", "s"], "local value"));
    let turn = vm.resume(&mut run, bulk("10"));
    assert_eq!(turn, call(RESERVE, &["SISMEMBER", "u", "7"], "if redis.call('SISMEMBER'"));
    let turn = vm.resume(&mut run, Reply::Int(0));
    assert_eq!(turn, call(RESERVE, &["DECRBY", "s", "2"], "redis.call('DECRBY'"));
    let turn = vm.resume(&mut run, Reply::Int(8));
    assert_eq!(turn, call(RESERVE, &["SADD", "u", "7"], "redis.call('SADD'"));
    assert_eq!(vm.resume(&mut run, Reply::Int(1)), Turn::Return(Reply::Int(10)));
}

#[test]
fn runs_side_by_side_see_only_their_own_keys_and_arguments_also_late() {
    const LATE: &str = "redis.call('PING') local function late() return KEYS[1] .. ARGV[1] end
        for i = 1, 2 do redis.call('ECHO', late(), _G.KEYS[1], #ARGV) end return late()";
    let mut vm = Vm::new(LATE).unwrap();
    let mut runs: Vec<_> =
        ["a", "b", "c"].map(|name| (name, vm.start(&words(&[name]), &words(&["1"])).0)).into();
    for _ in 0..2 {
        for (name, run) in &mut runs {
            let late = format!("{name}1");
            let echo = call(LATE, &["ECHO", &late, name, "1"], "        for");
            assert_eq!(vm.resume(run, Reply::Nil), echo);
        }
        runs.reverse();
    }
    for (name, run) in &mut runs {
        let turn = vm.resume(run, Reply::Nil);
        assert_eq!(turn, Turn::Return(bulk(&format!("{name}1"))));
    }
}

#[test]
fn the_line_is_known_wherever_the_call_is_but_for_a_tail_call_by_a_local_name() {
    let cases = [
        ("\nlocal x = redis.call('PING') return x", 2),
        ("\n\nlocal x = redis.pcall('PING') return x", 3),
        ("\nlocal _, x = pcall(redis.call, 'PING') return x", 2),
        ("\nlocal _, x = pcall(function()\nlocal y = redis.call('PING') return y end)", 3),
        ("local f = coroutine.wrap(function()\nlocal x = redis.call('PING') end)\nf()", 2),
        ("local x = {\n1,\nredis.call('PING') }", 3),
        ("\nreturn redis.call('PING')", 2),
        ("\nreturn redis.call('ECHO', redis.call('PING'), {})", 2),
        ("\nlocal call = redis.call\nreturn call('PING')", 0),
        ("local function f()\nreturn redis.call('PING') end\nlocal x = f()", 2),
    ];
    for (text, expected) in cases {
        let (_run, turn) = Vm::new(text).unwrap().start(&[], &[]);
        assert_eq!(
            turn,
            Turn::Call { command: Command::new(["PING"]), line: expected },
            "{text:?}"
        );
    }
}

#[test]
fn ten_thousand_runs_live_at_once() {
    let mut vm = Vm::new(GET_SET).unwrap();
    let keys = words(&["k"]);
    let mut runs: Vec<_> = (0..10_000).map(|_| vm.start(&keys, &[]).0).collect();
    assert!(matches!(vm.resume(&mut runs[0], bulk("10")), Turn::Call { .. }));
    for run in &mut runs[1..] {
        assert_eq!(vm.resume(run, bulk("0")), Turn::Return(Reply::Int(-1)));
    }
}

#[test]
fn runs_that_ended_or_were_dropped_leave_their_slot_to_the_next() {
    let mut vm = Vm::new(GET_SET).unwrap();
    vm.started = RUNS_MAX - 100;
    for _ in 0..100 {
        let (mut ended, _) = vm.start(&words(&["k"]), &[]);
        let (abandoned, _) = vm.start(&words(&["k"]), &[]);
        assert_eq!(vm.resume(&mut ended, Reply::Nil), Turn::Return(Reply::Int(-3)));
        drop(abandoned);
        assert!(vm.slots.count() <= 2);
    }
    assert_eq!(vm.started, 100, "the VM was renewed in between");
}

#[test]
fn a_run_of_another_vm_fails_and_one_that_outlives_its_vm_is_harmless() {
    let (mut one, mut other) = (Vm::new(GET_SET).unwrap(), Vm::new(GET_SET).unwrap());
    let (mut run, _) = one.start(&words(&["k"]), &[]);
    assert!(matches!(other.resume(&mut run, Reply::Nil), Turn::Failed(_)));
    let (waiting, _) = one.start(&words(&["k"]), &[]);
    drop(one);
    drop(waiting);
}

#[test]
fn a_text_that_is_no_program_is_refused_with_its_line() {
    for (text, line) in [("return 3 +", 1), ("-- x\n\nlocal = 1", 3), ("#!lua\n)", 2)] {
        assert_eq!(Vm::new(text).err().unwrap().line, Some(line), "{text:?}");
    }
    assert!(Vm::new(&"(".repeat(100_000)).is_err());
    assert!(Vm::new("\u{1b}Lua").is_err());
}

#[test]
fn a_statement_goes_out_as_a_command_of_its_own_kind_and_only_a_client_has_the_database() {
    let text = "\nlocal row = db.call('lock_stock', KEYS[1])\nreturn row and row[1] or -1";
    for (reply, returned) in [(Reply::Array(vec![Reply::Int(7)]), 7), (Reply::Nil, -1)] {
        let mut vm = Vm::of_client(text).unwrap();
        let (mut run, turn) = vm.start(&words(&["r"]), &[]);
        assert_eq!(turn, Turn::Call { command: Command::new(["SQL", "lock_stock", "r"]), line: 2 });
        assert_eq!(vm.resume(&mut run, reply), Turn::Return(Reply::Int(returned)));
    }
    let (_, turn) = Vm::new(text).unwrap().start(&words(&["r"]), &[]);
    assert!(
        matches!(turn, Turn::Failed(why) if why.to_string().contains("nonexistent global variable 'db'"))
    );
}

#[test]
fn what_the_database_refuses_fails_the_program_with_the_reason() {
    let mut vm = Vm::of_client("local x = db.call('nothing') return 1").unwrap();
    let (mut run, _) = vm.start(&[], &[]);
    let turn = vm.resume(&mut run, Reply::Error("ERR there is no statement".to_owned()));
    assert!(matches!(turn, Turn::Failed(why) if why.to_string().contains("no statement")));
}

#[test]
fn no_call_of_redis_is_taken_for_a_statement() {
    for name in ["SQL", "sql", "Sql"] {
        let text = format!("redis.call('{name}', 'read_stock', 'r')");
        let (_, turn) = Vm::of_client(&text).unwrap().start(&[], &[]);
        let Turn::Call { command, .. } = turn else { panic!("{turn:?}") };
        assert!(command.0[0] != b"SQL" && command.0.len() == 3, "{command:?}");
    }
}

#[test]
fn what_a_program_waits_goes_out_with_its_next_call_and_only_a_client_can_wait() {
    let text =
        "wait(1.5) wait(2) redis.call('PING') redis.call('PING') wait(1e9) redis.call('PING')";
    let mut vm = Vm::of_client(text).unwrap();
    let (mut run, _) = vm.start(&[], &[]);
    let mut waits = vec![run.wait_us()];
    for _ in 0..2 {
        vm.resume(&mut run, Reply::Nil);
        waits.push(run.wait_us());
    }
    assert_eq!(waits, [3_500, 0, 60_000_000]);
    let (_, turn) = Vm::new(text).unwrap().start(&[], &[]);
    assert!(
        matches!(turn, Turn::Failed(why) if why.to_string().contains("nonexistent global variable 'wait'"))
    );
}
