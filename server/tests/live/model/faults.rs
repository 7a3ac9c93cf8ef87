//! Faults that people report in public, as far as a store alone shows them: model and Redis answer the
//! same, and it is the right thing.

use race_core::catalogue;
use redis_model::{Command, Reply};

use super::compare::{Pair, Sent};
use crate::support::wait;

/// What is claimed; what is sent, a command a line; the last replies, as `shown` writes them.
///
/// `30x GET s` is sent thirty times, `#` being the number of the time. `@2 GET s` is connection 2's.
/// What stands in `[…]` is one word, and `ATOMIC` is that program's text.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const SCRIPTS: &[Row] = &[
    (
        "a stock that is gone is missing, not sold out",
        &["SET s 5", "DEL s u", "EVAL ATOMIC 2 s u 1 1"],
        &["-3"],
    ),
    (
        "a missing key is false, which is no number",
        &["EVAL [return tonumber(redis.call('GET', 'none')) < 1] 0"],
        &["ERR user_script:1: attempt to compare nil with number"],
    ),
    (
        "an argument is a text until it is made a number",
        &["SET s 5", "EVAL [return tonumber(redis.call('GET', KEYS[1])) < ARGV[1]] 1 s 1"],
        &["ERR user_script:1: attempt to compare number with string"],
    ),
    (
        "a stock of letters is corrupt",
        &["SET s abc", "EVAL ATOMIC 2 s u 1 1", "GET s", "EXISTS u"],
        &["-4", "'abc'", "0"],
    ),
    (
        "a stock with a point is corrupt",
        &["SET s 10.5", "EVAL ATOMIC 2 s u 1 1", "GET s", "EXISTS u"],
        &["-4", "'10.5'", "0"],
    ),
    (
        "a stock in base 16 is corrupt, though Lua would take it",
        &["SET s 0x10", "EVAL ATOMIC 2 s u 1 1", "EVAL [return tonumber('0x10')] 0", "DECR s"],
        &["-4", "16", "ERR value is not an integer or out of range"],
    ),
    (
        "a stock with an exponent is corrupt, though Lua would take it",
        &["SET s 1e3", "EVAL ATOMIC 2 s u 1 1", "EVAL [return tonumber('1e3')] 0", "DECR s"],
        &["-4", "1000", "ERR value is not an integer or out of range"],
    ),
    (
        "a quantity below 1 is refused in the script too",
        &["SET s 5", "EVAL ATOMIC 2 s u 1 -100", "GET s", "EXISTS u"],
        &["-5", "'5'", "0"],
    ),
    (
        "a script that fails half-way is not rolled back",
        &["MSET a 10 b x", "EVAL [redis.call('DECR', 'a') redis.call('DECR', 'b')] 0", "GET a"],
        &["ERR value is not an integer or out of range", "'9'"],
    ),
    (
        "Lua's numbers end where the key's go on",
        &[
            "SET s 9007199254740992",
            "EVAL [return string.format('%.0f', redis.call('INCR', KEYS[1]))] 1 s",
            "GET s",
        ],
        &["'9007199254740992'", "'9007199254740993'"],
    ),
    (
        "a large number out of Lua is no whole number any more",
        &["EVAL [redis.call('SET', 's', 1e17)] 0", "GET s", "INCR s"],
        &["nil", "'1e+17'", "ERR value is not an integer or out of range"],
    ),
    (
        "a number that a script returns is cut toward 0",
        &["EVAL [return 3.99] 0", "EVAL [return -0.5] 0"],
        &["3", "0"],
    ),
    (
        "a script that was flushed is loaded once more, and nothing has run twice",
        &[
            "SCRIPT LOAD [return redis.call('INCR', KEYS[1])]",
            "SCRIPT FLUSH",
            "EVALSHA 61636018f4e6b5817b89791bbed242f93fa089e3 1 k",
            "EVAL [return redis.call('INCR', KEYS[1])] 1 k",
        ],
        &["NOSCRIPT No matching script. Please use EVAL.", "1"],
    ),
    (
        "a load that is only done if the stock is absent gives nothing back",
        &["SET s 0", "SETNX s 10", "GET s"],
        &["0", "'0'"],
    ),
];

const COUNTING: &[Row] = &[
    (
        "eight that all read 1 and then deduct leave -7",
        &["SET s 1", "8x GET s", "8x DECR s"],
        &["-6", "-7"],
    ),
    (
        "two that write what they have read sell one share twice",
        &["SET s 2", "@1 GET s", "@2 GET s", "@1 SET s 1", "@2 SET s 1", "GET s"],
        &["'2'", "'2'", "OK", "OK", "'1'"],
    ),
    ("a hundred that deduct from 1 leave -99", &["SET s 1", "100x DECR s"], &["-98", "-99"]),
    ("a hundred that deduct from 10 leave -90", &["SET s 10", "100x DECR s"], &["-89", "-90"]),
    (
        "a compensated counter refuses both, an atomic one serves whom it can",
        &[
            "SET s 2",
            "@1 DECRBY s 3",
            "@2 DECRBY s 2",
            "@1 INCRBY s 3",
            "@2 INCRBY s 2",
            "EVAL ATOMIC 2 s u 1 3",
            "EVAL ATOMIC 2 s u 2 2",
            "GET s",
        ],
        &["-1", "-3", "0", "2", "-1", "2", "'0'"],
    ),
    (
        "one share too many where `>=` stands for `>`",
        &[
            "SET s 10",
            "50x EVAL [if tonumber(redis.call('GET', KEYS[1])) >= 0 then redis.call('DECR', \
             KEYS[1]) redis.call('INCR', KEYS[2]) end] 2 s won",
            "GET s",
            "GET won",
        ],
        &["nil", "'-1'", "'11'"],
    ),
    (
        "twenty of thirty win, ten are refused, and nothing is left",
        &["SET s 20", "30x EVAL ATOMIC 2 s u # 1", "GET s", "SCARD u"],
        &["-1", "'0'", "20"],
    ),
    (
        "who deducts before the racer is looked up loses 99 shares",
        &[
            "SET s 100",
            "100x EVAL [redis.call('DECR', KEYS[1]) redis.call('SADD', KEYS[2], 7)] 2 s u",
            "GET s",
            "SCARD u",
        ],
        &["'0'", "1"],
    ),
    (
        "who looks the racer up first keeps them",
        &["SET s 100", "100x EVAL ATOMIC 2 s u 7 1", "GET s", "SCARD u"],
        &["-2", "'99'", "1"],
    ),
    (
        "WATCH before the read refuses the second",
        &["SET s 1", "@1 WATCH s", "@1 GET s", "@2 DECR s", "@1 MULTI", "@1 DECR s", "@1 EXEC"],
        &["nil"],
    ),
    (
        "WATCH after the read does not",
        &["SET s 1", "@1 GET s", "@2 DECR s", "@1 WATCH s", "@1 MULTI", "@1 DECR s", "@1 EXEC"],
        &["[-1]"],
    ),
];

#[test]
fn what_people_report_of_scripts_is_the_same_and_right_in_both() {
    check(SCRIPTS);
}

#[test]
fn what_people_report_of_counting_is_the_same_and_right_in_both() {
    check(COUNTING);
}

fn check(rows: &[Row]) {
    let atomic = &catalogue::strategy("atomic").expect("it is in the catalogue").text;
    wait(async {
        let mut pair = Pair::new().await;
        for (claim, lines, right) in rows {
            let sequence: Vec<Sent> = lines.iter().flat_map(|line| sent(line, atomic)).collect();
            let replies = pair.hold(&sequence, claim).await;
            let last: Vec<String> =
                replies[replies.len() - right.len()..].iter().map(shown).collect();
            assert_eq!(last, *right, "{claim}");
        }
    });
}

/// What a line of a row sends.
fn sent(line: &str, atomic: &str) -> Vec<Sent> {
    let (times, line) = match line.split_once("x ") {
        Some((times, rest)) if times.parse::<u32>().is_ok() => (times.parse().unwrap(), rest),
        _ => (1, line),
    };
    let (connection, line) = match line.strip_prefix('@').and_then(|rest| rest.split_once(' ')) {
        Some((number, rest)) => (number.parse().expect("a connection"), rest),
        None => (0, line),
    };
    let once = |time: u32| {
        let words = words(line).map(|word| match word {
            "ATOMIC" => atomic.to_owned(),
            "#" => time.to_string(),
            word => word.to_owned(),
        });
        Sent { connection, command: Command::new(words) }
    };
    (0..times).map(once).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (word, after) = match rest.strip_prefix('[') {
            // A script may hold brackets of its own: its end is the last one.
            Some(inside) => inside.rsplit_once(']').expect("a ]"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        rest = after.strip_prefix(' ').unwrap_or(after);
        (!word.is_empty()).then_some(word)
    })
}

/// A reply as the rows write it: an error without the place that may be behind it.
fn shown(reply: &Reply) -> String {
    match reply {
        Reply::Nil => "nil".to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bulk(text) => format!("'{}'", String::from_utf8_lossy(text)),
        Reply::Status(text) => text.clone(),
        Reply::Error(text) => text[..text.rfind(" script: ").unwrap_or(text.len())].to_owned(),
        Reply::Array(all) => format!("[{}]", all.iter().map(shown).collect::<Vec<_>>().join(" ")),
    }
}
