//! Random sequences of commands: as programs send them, and now and then one that is wrong.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use redis_model::Command;

use super::compare::Sent;

/// Connections whose commands interleave.
pub const CONNECTIONS: u32 = 3;
/// The keys, each with the type that it mostly holds.
const KEYS: [&str; 6] = ["text", "hash", "set", "list", "stream", "other"];

/// Commands with places to fill; a line is drawn as often as the number before it.
/// `$text $hash $set $list $stream`: a key that mostly holds that; `$key`: any; the others: `word`.
const TEMPLATES: &[(u32, &str)] = &[
    (8, "GET $text"),
    (6, "SET $text $number"),
    (3, "SET $key $value"),
    (1, "SET $text $bytes"),
    (1, "APPEND $text $bytes"),
    (1, "SADD $set $bytes"),
    (1, "SET $text $value NX"),
    (1, "SET $text $value XX GET"),
    (1, "SET $text $number KEEPTTL"),
    (1, "SET $text $number EX $s"),
    (1, "SET $text $number px $ms NX GET"),
    (1, "SET $text $number EXAT $later"),
    (1, "SET $text $value EXAT $later"),
    (2, "SETNX $text $value"),
    (1, "SETEX $text $s $number"),
    (1, "PSETEX $text $ms $number"),
    (2, "GETSET $text $value"),
    (1, "GETDEL $text"),
    (1, "GETEX $text EX $s"),
    (1, "GETEX $text PXAT $at_ms"),
    (1, "GETEX $text PERSIST"),
    (2, "MGET $text $key $key"),
    (2, "MSET $text $value $text $number"),
    (1, "MSET $key $value $key $value"),
    (1, "MSETNX $key $value $text $value"),
    (3, "APPEND $text $value"),
    (2, "STRLEN $text"),
    (4, "GETRANGE $text $index $index"),
    (3, "SETRANGE $text $index $value"),
    (6, "INCR $text"),
    (6, "DECR $text"),
    (4, "INCRBY $text $number"),
    (4, "DECRBY $text $number"),
    (6, "HSET $hash $name $number"),
    (2, "HSET $hash $name $value $name $number"),
    (1, "HMSET $hash $name $value $name $value"),
    (2, "HSETNX $hash $name $value"),
    (5, "HGET $hash $name"),
    (2, "HMGET $hash $name $name"),
    (2, "HGETALL $hash"),
    (4, "HDEL $hash $name $name"),
    (2, "HEXISTS $hash $name"),
    (2, "HLEN $hash"),
    (1, "HKEYS $hash"),
    (1, "HVALS $hash"),
    (5, "HINCRBY $hash $name $number"),
    (6, "SADD $set $name $name"),
    (2, "SADD $set $number"),
    (4, "SREM $set $name $name"),
    (4, "SISMEMBER $set $name"),
    (2, "SMISMEMBER $set $name $name"),
    (2, "SCARD $set"),
    (2, "SMEMBERS $set"),
    (1, "SINTER $set $set"),
    (1, "SUNION $set $key $set"),
    (1, "SDIFF $set $set"),
    (5, "LPUSH $list $name $name"),
    (5, "RPUSH $list $name"),
    (2, "LPUSHX $list $name"),
    (2, "RPUSHX $list $value"),
    (4, "LPOP $list"),
    (3, "RPOP $list"),
    (2, "LPOP $list $index"),
    (1, "RPOP $list $index"),
    (2, "LLEN $list"),
    (4, "LRANGE $list $index $index"),
    (3, "LINDEX $list $index"),
    (3, "LSET $list $index $name"),
    (3, "LREM $list $index $name"),
    (2, "LTRIM $list $index $index"),
    (2, "EXISTS $key $key"),
    (2, "DEL $key"),
    (1, "UNLINK $key $key"),
    (2, "TYPE $key"),
    (2, "EXPIRE $key $s"),
    (2, "EXPIRE $key $s $when"),
    (1, "PEXPIRE $key $ms $when"),
    (1, "PEXPIRE $key -1"),
    (1, "EXPIREAT $key $at"),
    (1, "PEXPIREAT $key $at_ms $when"),
    // Of two instants that are the same neither is later.
    (2, "EXPIREAT $key 20000000000 $when"),
    (1, "PEXPIREAT $key 20000000000000 $when"),
    (3, "TTL $key"),
    (3, "PTTL $key"),
    (2, "PERSIST $key"),
    (2, "RENAME $key $key"),
    (1, "KEYS $glob"),
    (6, "WATCH $key"),
    (1, "WATCH $key $key"),
    (2, "UNWATCH"),
    (9, "MULTI"),
    (18, "EXEC"),
    (3, "DISCARD"),
    (2, "EVAL $call 0 INCR $text"),
    (1, "EVAL $call 0 SMEMBERS $set"),
    (1, "EVAL $call 0 LRANGE $list $index $index"),
    (1, "EVAL $call 0 HSET $hash $name $value"),
    (1, "EVAL $call 0 DEL $key"),
    (1, "EVAL $call 0 WATCH $key"),
    (1, "EVAL $call 0 EXEC"),
    (1, "EVAL $call 0 NOPE $key"),
    (1, "EVAL $call 0 GET"),
    (1, "EVAL $call 0 SCRIPT FLUSH"),
    (1, "EVAL $call 0 XADD $stream $id $name $value"),
    (1, "EVAL $call $index GET $text"),
    (1, "EVAL $reader 0 HSET $hash $name $value"),
    (1, "EVAL $reader 0 GET $text"),
    (4, "EVALSHA $sha 1 $text"),
    (4, "SCRIPT LOAD $script"),
    (1, "SCRIPT EXISTS $sha $sha"),
    (1, "SCRIPT FLUSH"),
    (4, "FUNCTION LOAD $library"),
    (1, "FUNCTION LOAD REPLACE $library"),
    (1, "FUNCTION DELETE one"),
    (1, "FUNCTION FLUSH"),
    (5, "FCALL incr 1 $text"),
    (1, "FCALL other $index $text"),
    (5, "XADD $stream $id $name $value"),
    (2, "XADD $stream * $name $value $name $value"),
    (1, "XADD $stream NOMKSTREAM $id $name $value"),
    (2, "XADD $stream MAXLEN $index $id $name $value"),
    (1, "XADD $stream MINID = $id * $name $value"),
    (2, "XLEN $stream"),
    (2, "XRANGE $stream $bound $bound"),
    (1, "XRANGE $stream - + COUNT $index"),
    (2, "XREVRANGE $stream $bound $bound COUNT $index"),
    (3, "XDEL $stream $id $id"),
    (2, "XTRIM $stream MAXLEN = $index"),
    (1, "XTRIM $stream MINID $id"),
    (1, "XTRIM $stream LIMIT $index"),
    (1, "XTRIM $stream MAXLEN $index LIMIT $index"),
    (2, "PING"),
    (1, "PING $value"),
    (1, "ECHO $value"),
    (1, "TIME"),
    (1, "SELECT $database"),
    (1, "DBSIZE"),
    (1, "NOPE $value $value"),
    (1, "$value $value"),
];

/// What a script may be: it calls what its arguments say.
pub const CALL: &str = "return redis.call(unpack(ARGV))";
pub const PCALL: &str = "return redis.pcall(unpack(ARGV))";
const INCR: &str = "local n = redis.call('INCR', KEYS[1]) return n";
/// Two libraries that cannot be there at once.
const ONE: &str = "#!lua name=one
redis.register_function('incr', function(keys) return redis.call('INCR', keys[1]) end)";
const OTHER: &str = "#!lua name=other
redis.register_function('other', function(keys) return #keys end)
redis.register_function('incr', function(keys) return redis.call('GET', keys[1]) end)";
const INCR_SHA: &str = "5a798e3b24b45ac26095d2933bd4dc9d2f467145";

/// Small things that lie close together, so that commands meet.
fn word(place: &str, rng: &mut ChaCha8Rng) -> Vec<u8> {
    match place {
        "value" => return odd(rng),
        // Only where Redis does not tell it in an error, which our client wants to be a text.
        "bytes" => return b"\xff\xfe".to_vec(),
        "s" => return far(1, 0, rng),
        "ms" => return far(1_000, 0, rng),
        "at" | "at_ms" if rng.random_range(0..4) == 0 => return b"1".to_vec(),
        "at" | "later" => return far(1, 10_000_000_000, rng),
        "at_ms" => return far(1_000, 10_000_000_000_000, rng),
        _ => {}
    }
    let chance = rng.random_range(0..20);
    let mut pick = |words: &[&str]| words[rng.random_range(0..words.len())].as_bytes().to_vec();
    match place {
        "name" => pick(&["1", "2", "3", "a", "b", ""]),
        "number" => pick(&["0", "1", "-1", "7", "10", "1000", "-7"]),
        "index" => pick(&["0", "1", "2", "3", "5", "-1", "-2", "-4", "100", "-100"]),
        "id" => pick(&["0-1", "1-1", "1-2", "1-*", "2", "2-1", "3-*", "5-5", "0-0", "0-*", "*"]),
        "bound" => pick(&["-", "+", "1", "1-1", "(1-1", "(1", "(5-5", "2-1", "(-", "(0-0"]),
        "when" => pick(&["NX", "XX", "GT", "LT", "gt", "XX GT", "MAYBE"]),
        "glob" => pick(&["*", "*t", "[a-l]*", "?et", "t*t", "none", "[^s]*"]),
        "call" => pick(&[CALL, PCALL]),
        "reader" => pick(&[
            "#!lua flags=no-writes\nreturn redis.call(unpack(ARGV))",
            "#!lua flags=no-writes,allow-oom\nreturn redis.pcall(unpack(ARGV))",
            "#!lua flags=\nreturn redis.call(unpack(ARGV))",
            "#!lua flags=no\nreturn 1",
            "#!lua name=x\nreturn 1",
            "#!luau\nreturn 1",
            "#!lua",
        ]),
        "script" => pick(&[INCR, CALL]),
        "library" => pick(&[ONE, OTHER]),
        "sha" => pick(&[INCR_SHA, &INCR_SHA.to_uppercase(), "abc", "0123456789"]),
        "database" => pick(&["0", "-1", "16", "99", "abc", ""]),
        "key" => pick(&KEYS),
        home => match chance {
            0 => pick(&KEYS),
            1 => b"other".to_vec(),
            _ => home.as_bytes().to_vec(),
        },
    }
}

/// A time so far away, and so seldom the same, that a slow test changes nothing.
fn far(unit: u64, from: u64, rng: &mut ChaCha8Rng) -> Vec<u8> {
    (from + unit * rng.random_range(1_000..1_000_000_000_u64)).to_string().into_bytes()
}

/// What is seldom meant: where it stands for a time, none that passes while a test runs.
fn odd(rng: &mut ChaCha8Rng) -> Vec<u8> {
    const ODD: &[&[u8]] = &[
        b"",
        b"abc",
        b"10.5",
        b"+5",
        b"05",
        b" 5",
        b"1e3",
        b"-0",
        b"0",
        b"-1",
        b"-9223372036854775808",
        b"9223372036854775807",
        b"9223372036854775808",
        b"18446744073709551615-18446744073709551615",
        b"5--01",
        b"NX",
        b"GET",
        b"KEEPTTL",
        b"PX",
        b"COUNT",
        b"MAXLEN",
        b"LIMIT",
        b"=",
        b"*",
        b"a\r\nb",
        "\u{7ea2}\0x".as_bytes(),
    ];
    ODD[rng.random_range(0..ODD.len())].to_vec()
}

/// The sequence of a seed, with a look at everything at its end.
pub fn sequence(seed: u64, length: usize) -> Vec<Sent> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Vec::with_capacity(length + 60);
    while all.len() < length {
        let connection = rng.random_range(0..CONNECTIONS);
        for _ in 0..rng.random_range(1..12) {
            all.push(Sent { connection, command: command(&mut rng) });
        }
    }
    for connection in 0..CONNECTIONS {
        all.push(Sent { connection, command: Command::new(["DISCARD"]) });
    }
    let looks = ["GET", "HGETALL", "SMEMBERS", "LRANGE 0 -1", "XRANGE - +", "PTTL", "XADD 5-* a b"];
    for key in KEYS {
        for look in looks {
            let mut words: Vec<&str> = look.split(' ').collect();
            words.insert(1, key);
            all.push(Sent { connection: 0, command: Command::new(words) });
        }
    }
    all
}

/// One of these templates, each as often as its weight.
pub fn drawn(
    templates: &'static [(u32, &'static str)],
    rng: &mut ChaCha8Rng,
) -> impl Iterator<Item = &'static str> + use<> {
    let total = templates.iter().map(|(weight, _)| weight).sum();
    let mut at: u32 = rng.random_range(0..total);
    let drawn = templates.iter().find(|(weight, _)| match at.checked_sub(*weight) {
        Some(left) => {
            at = left;
            false
        }
        None => true,
    });
    let (_, template) = drawn.expect("it is below the sum");
    template.split(' ')
}

fn command(rng: &mut ChaCha8Rng) -> Command {
    let mut words = Vec::new();
    for part in drawn(TEMPLATES, rng) {
        match part.strip_prefix('$') {
            Some("when") => {
                words.extend(word("when", rng).split(|byte| *byte == b' ').map(<[u8]>::to_vec));
            }
            Some(place) => words.push(word(place, rng)),
            None => words.push(part.as_bytes().to_vec()),
        }
    }
    spoil(&mut words, rng);
    Command(words)
}

/// Makes a command wrong, one time in twelve: but not one that would go to another database or run
/// another script.
fn spoil(words: &mut Vec<Vec<u8>>, rng: &mut ChaCha8Rng) {
    let first = match words[0].as_slice() {
        b"EVAL" => 3,
        b"SELECT" | b"SCRIPT" | b"FUNCTION" => return,
        _ => 1,
    };
    match rng.random_range(0..48) {
        // Redis does not answer a command without words at all.
        0 if words.len() > 1 => drop(words.pop()),
        1 => words.push(odd(rng)),
        2 | 3 if words.len() > first => {
            let at = rng.random_range(first..words.len());
            words[at] = odd(rng);
        }
        4 => words[0].make_ascii_lowercase(),
        _ => {}
    }
}
