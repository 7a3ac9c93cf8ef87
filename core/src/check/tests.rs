//! What the checker is known to find.

use super::*;
use crate::property::Standing;

const GET_SET: &str = include_str!("../../../lua/get_set.lua");
const ATOMIC: &str = include_str!("../../../lua/atomic.lua");
const CHECK_DECR: &str = "-- check_decr
-- Look whether some are left, then take one.
-- source: S0 1.2
-- venues: client server
-- keys: stock:string
-- argv:
-- returns: >0 won share, -1 sold_out, -3 missing
-- breaks(client): no_oversell no_phantom no_duplicate no_negative conserved
-- breaks(server): no_duplicate
local stock = redis.call('GET', KEYS[1])
if not stock then return -3 end
if tonumber(stock) <= 0 then return -1 end
local left = redis.call('DECR', KEYS[1])
if left < 0 then return 1 end
return left + 1
";

fn check(text: &str, venue: &str, owners: &str, shares: u32, symmetric: bool) -> Checked {
    let program = Program::parse(text).unwrap();
    let fields = [
        ("venue", venue.to_owned()),
        ("owners", owners.to_owned()),
        ("shares", shares.to_string()),
    ];
    let config = scenario::of_fields(&program, &fields).unwrap();
    let mut check =
        Check::new(&program, &config, Faults::default(), Bounds::default(), symmetric).unwrap();
    check.finish()
}

#[test]
fn probe() {
    for symmetric in [false, true] {
        let decr1 =
            CHECK_DECR.replace(">0 won share", "1 won").replace("return left + 1", "return 1");
        let atomic1 = ATOMIC.replace(">0 won share", "1 won").replace("return stock", "return 1");
        for (name, text, venue, owners, shares) in [
            ("decr1", decr1.as_str(), "client", "0,1,2,3", 2),
            ("atomic1", atomic1.as_str(), "client", "0,1,2,3", 2),
            ("get_set", GET_SET, "client", "0,1", 1),
            ("check_decr", CHECK_DECR, "client", "0,1,2,3", 2),
            ("atomic", ATOMIC, "server", "0,1,2,3", 2),
            ("atomic", ATOMIC, "client", "0,1,2,3", 2),
            ("atomic", ATOMIC, "client", "0,1,2,3,4", 2),
        ] {
            let begun = std::time::Instant::now();
            let found = check(text, venue, owners, shares, symmetric);
            println!(
                "{name} {venue} {owners};{shares} sym {} states {} transitions {} {:?}",
                found.symmetry,
                found.states,
                found.transitions,
                begun.elapsed()
            );
            for (property, found) in found.properties {
                println!("   {property} {} {:?}", found.status, found.schedule);
            }
        }
    }
}
