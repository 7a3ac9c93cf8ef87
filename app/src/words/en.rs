//! English.

use race_core::packet::Split;
use race_core::trace::{Outcome, Property, Standing, Venue};

use super::*;

/// The page in English.
pub static EN: Words = Words {
    lang: Lang::En,
    title: "Red Packet Race",
    nav: Nav {
        label: "Sections",
        race: "Race",
        strategies: "Strategies",
        compare: "Compare",
        fairness: "Fairness",
        to_light: "Light theme",
        to_dark: "Dark theme",
        to_other_lang: "切换到中文",
        other_lang: "中文",
        help: "Keys and help",
        presenter: "Presenter mode",
        copy_link: "Copy link",
        link_copied: "Link copied: it holds these settings and this moment.",
    },
    form: Form {
        advanced: "More settings",
        label: "Workload",
        presets: "Presets",
        step8: "8 at once, in step",
        step8_hint: "10 shares, 88 people, 8 at a time. They move together, so it comes out the same every time.",
        rush: "100 shares · 500 at once",
        rush_hint: "Free-running: they arrive within 20 ms and luck decides.",
        crowd: "10,000 shares · 50,000 grabs",
        crowd_hint: "500 in flight. A sample is drawn; the counters are exact.",
        more: "more…",
        less: "less",
        start: "Start the race",
        again: "Race again",
        racing: "Racing…",
        error: "{field}: {why}",
    },
    lane: Lane {
        left: "Left",
        right: "Right",
        program: "Program",
        venue: "How its lines are run",
        swap: "Swap the lanes",
        only_difference: "The only difference",
        handed_out: "handed out",
        of: "of {n}",
        given_twice: "given twice or more",
        oversold: "oversold",
        overpaid: "overpaid",
        xray: "X-ray: Redis's own order",
        xray_cut: "The log was cut: the last {n} commands are not in it.",
        read_together: "×n: n grabs read this value before anybody wrote",
        overpaid_tip: "{paid} paid from a {total} packet",
        won: "won",
        refused: "refused",
        failed: "failed or lost",
        no_race_yet: "No race yet",
        tab: "{left} | {right} · {title}",
    },
    stage: Stage {
        stock: "stock",
        door: "one at a time through the door",
        overwritten: "overwritten ↑",
        redis_took: "Redis took",
        waiting: "{n} waiting",
        now: "now {n}",
        won: "won",
        hold: "{n} hold {value}",
        sampled: ["1 mark = 1 person", "1 mark = {n} people; counters are exact"],
        person: "Person {racer}",
        person_and_grab: "Person {racer}, grab {grab},",
        card_out: "{who} is on its way to Redis with {command}.",
        card_back: "{who} is on its way back from {command}.",
        card_holds: "{who} holds {value} as the stock; at {command}.",
        card_stale: "{who} holds {value} as the stock, which is no longer true; at {command}.",
        card_won: "{who} won share {share}.",
        card_refused: "{who} was refused.",
    },
    board: Board {
        label: "Board of shares",
        free: "free",
        owners: ["one owner", "{n} owners"],
        tile: "Share {n}{amount}: {owners}",
        paid_most: "Share {n}, {amount}, was paid {owners} times: {paid}",
        phantoms: ["1 win with no share behind it", "{n} wins with no share behind them"],
        classes: ["free", "1 owner", "2–3 owners", "4–9 owners", "10 or more owners"],
    },
    code: Code {
        show: "Show the code",
        here: ["1 is here", "{n} are here"],
        holding: ", still holding {value}",
        one_turn: "one turn",
    },
    player: PlayerWords {
        label: "Player",
        timeline: "Timeline",
        play: "Play",
        pause: "Pause",
        step_back: "One step back",
        step_forward: "One step forward",
        speed: "Speed",
        real_time: "real time",
        slowed: "slowed {n}×",
        sped_up: "sped up {n}×",
        times: "speed {n}×",
        live: "live",
        to_live: "Go to the live edge",
        round: "round {a} of {b}",
        turn: "turn {a} of {b}",
        at: "{a} of {b}",
        all_read: "all read",
        first_overwrite: "first overwrite",
        last_share: "last share",
        left_ends: "left ends",
        right_ends: "right ends",
    },
    guess: Guess {
        ask: "How many will win?",
        exactly: "{n}",
        more: "more",
        fewer: "fewer",
        right: "You said {said}, and {won} won.",
        wrong: "You said {said}. Sending the commands one by one, {won} won.",
    },
    dial: Dial { label: "at once", hint: "How many grabs are in flight at the same time." },
    help: Help {
        title: "Keys",
        close: "Close",
        keys: [
            ("Space", "Start the race, then play and pause"),
            ("R", "Race again"),
            ("← →", "One step back or forward"),
            (".", "Pause"),
            ("PageUp PageDown", "Previous or next chapter: all read, first overwrite, last share"),
            ("Home", "To the start"),
            ("End", "To the end, or to the live edge"),
            ("P", "Presenter mode: full screen, big type"),
            ("?", "This help"),
            ("Esc", "Close, or leave presenter mode"),
        ],
        remote: "A presenter's remote sends PageUp and PageDown: it turns the chapters.",
    },
    line: Line {
        lost: "The line to the server broke. Connecting again…",
        restored: "The line to the server is back.",
        unreachable: "The server cannot be reached. Is it still running?",
        busy: "Another race is running on this server. Wait for its end, then start again.",
        no_redis: "The server cannot reach Redis. Start again once Redis is back.",
        dismiss: "Dismiss",
        retry: "Try again",
    },
    latency: LatencyWords {
        title: "How long a grab took",
        winners: "winners",
        refused: "refused",
        median: "half within",
        p99: "99 in 100 within",
        longest: "longest",
        none: "nobody yet",
        hidden: "In lockstep they wait for each other, so times mean nothing here.",
        bar: ["{n} grab took up to {up_to}", "{n} grabs took up to {up_to}"],
        grabs: ["from 1 grab", "from {n} grabs"],
    },
    table: Table {
        stale: "Hold a stock that is no longer true",
        caption: "At the cursor, in numbers",
        waiting: "Waiting",
        in_flight: "In flight",
        true_time: "True time",
    },
    verdict: VerdictWords {
        later: "Once everybody is done.",
        title: "Verdict",
        line: "{property}: {standing}",
        duplicate_not_judged: "not tested here, each grabbed once",
        progress_not_judged: "not tested in a live race",
        conserved_not_judged: "not tested here, the stock was not a loaded number",
    },
    notes: Notes {
        title: "What you are looking at",
        stands_in: "A real application is written in Java or Go. This Lua text stands in for it: the same commands, in the same order, over the same network.",
        atomic_means: "Atomic means only that nobody steps in between. It does not roll back: if a script fails half way, what it has written stays written.",
        cure: "What cures is not the place where the lines run, but that nobody can step in between them.",
        counter: "The counter does not show the oversell: it stays at 0 or above, often far above what it should be. Compare the winners with the shares that existed.",
        interval: "A bar runs from a command's departure to its reply. Only Redis knows the instant in between, so no order is drawn that nobody saw.",
        shipped: "Now what teams ship: atomic, which deducts and lets each person win once",
        this_time: "A live race shows what happened this time. It does not prove what can happen.",
        sampled: "With this many people a sample is drawn. The counters and the board are exact.",
    },
    count: Count {
        people: ["1 person", "{n} people"],
        grabs: ["1 grab", "{n} grabs"],
        shares: ["1 share", "{n} shares"],
        winners: ["1 winner", "{n} winners"],
        wins: ["1 win", "{n} wins"],
        space: " ",
        spelled: &[
            "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        ],
    },
    live: Live {
        ask: ["One asks for the stock.", "{n} ask for the stock."],
        ask_next: ["The next one asks for the stock.", "The next {n} ask for the stock."],
        both_read: "Both read {value}. Nobody has written yet.",
        all_read: [
            "It read {value}, and nobody else is about.",
            "All {n} read {value}. Nobody has written yet.",
        ],
        stale: [
            "One still holds {a} {value} that is no longer true.",
            "{n} still hold {a} {value} that is no longer true.",
        ],
        deducted: [
            "It has deducted: the stock is {stock}. Now it puts its name on the list.",
            "All {n} have deducted: the stock is {stock}. Now each puts its name on the list.",
        ],
        same_lines: "The same lines. Each read-and-write takes one turn.",
        one_turn: "Each read-and-write takes one turn.",
        won: ["1 winner.", "{n} winners."],
        fell: "Stock fell by {fall}.",
        fell_less: "Stock fell by {fall}.",
        below_zero: "It is below zero now.",
        refused: "{n} refused.",
        failed: "{n} failed or got no answer.",
        sold_out: "Sold out from here on: {n} refused.",
        latest: "The latest reply puts the stock at {stock}.",
        others: ["One still holds another number.", "{n} still hold another number."],
    },
    closing: Closing {
        over: "{who} won {shares}{this_time}.",
        over_quantity: "{who} won {given} of {shares}{this_time}.",
        this_time: " this time",
        each_round: "Each round, {k} read the same stock and wrote back the same one less: {k} given, stock down 1.",
        each_round_up_to: "Each round, up to {k} read the same stock and wrote back the same one less: up to {k} given, stock down 1.",
        one_round: "All {k} read the same stock and wrote back the same one less: {k} given, stock down 1.",
        overlapped: "Between one's read and its write, others read the same stock: {given} given, stock down {fall}.",
        looked_then_deducted: "Each looked first and deducted later; in between, others deducted too. The stock ended at {stock}.",
        nobody_overlapped: "{winners} for {shares}, and nobody overlapped.",
        let_in_at_zero: "The script lets {n} in at zero. Uninterrupted is not correct.",
        stock_said: "The stock key said {stock} at the start, and every program believed it.",
        exact: "{shares}, {winners}{this_time}, {n} refused.",
        exact_late: "{shares}, {winners}{this_time}, {n} refused.",
        exact_all: "{shares}, {winners}{this_time}, nobody refused.",
        not_a_line_changed: "Not a line changed; each read-and-write took one turn.",
        one_turn: "Each read-and-write took one turn.",
        by_luck: "Nothing held the others back; they just did not meet.",
        alone: "One at a time, nobody is there to step in between. With one user your test passes.",
        given_again: "{given} given out of {shares}: nothing oversold, but {twice} of those had an owner already.",
        undersold: ["Told “all gone” while 1 was left.", "Told “all gone” while {n} were left."],
        lock_ran_out: "The lock ran out while its holder was still working; the next one walked in, and both wrote.",
        locked_out: "Nothing oversold, but {who} ran out of tries. {retries} times the lock was taken, for {won} wins.",
        gave_up: "Nothing oversold, but {who} ran out of tries. {retries} refused commits for {won} wins.",
        duplicates: [
            "1 had won before and was sent away.",
            "{n} had won before and were sent away.",
        ],
        won_again: "Somebody won more than once.",
        missing: "{who} found no stock: nobody had loaded it.",
        corrupt: "The stock key held “{text}”, which is no whole number: {who} turned away.",
        failed: "{who} failed: {reason}",
        lost: "{who} got no answer: nobody knows whether they won.",
        left_over: ["1 share is left.", "{n} shares are left."],
        record_differs: "Redis's own list of winners accounts for {recorded} shares, the programs reported {given}.",
        cancelled: "Stopped after {ended} of {grabs} grabs; {won} had won.",
        broke_off: "The race broke off after {ended} of {grabs} grabs; {won} had won.",
        interrupted: "The server that ran this race is gone. {ended} of {grabs} grabs had ended; {won} had won.",
    },
    badge: Badge {
        together: ["real Redis · one at a time", "real Redis · {n} move together"],
        free: ["real Redis · one at a time", "real Redis · {n} at once, free-running"],
        slow_by: "slow by {ms} ms",
        ordered: "real Redis · given order",
    },
    fields: &[
        ("strategy", "Program", "What each person's grab runs."),
        (
            "venue",
            "How its lines are run",
            "Command by command from the app, or as one script inside Redis.",
        ),
        ("shares", "Shares", "How many parts the packet has."),
        ("total_fen", "Packet total, in fen", "100 fen are ¥1. Empty: ¥10 a share."),
        ("split", "Split", "How the total is divided into shares."),
        ("quantity", "Shares per grab", "How many shares one grab asks for."),
        (
            "quantities",
            "Shares per grab, in turn",
            "For example 3,2: the first grab asks for 3, the next for 2, and so on.",
        ),
        ("racers", "People", "How many people grab."),
        (
            "grabs_per_racer",
            "Grabs each",
            "More than 1 is a double click: the same person grabs again.",
        ),
        (
            "owners",
            "Who grabs",
            "For example 0,0,1: person 0 grabs twice, person 1 once. Instead of people and grabs each.",
        ),
        ("concurrency", "At once", "How many grabs are in flight at the same time."),
        (
            "gap_ms",
            "Slow by, in ms",
            "A pause between a person's commands, as a slow application makes it.",
        ),
        ("jitter_ms", "Arrive within, in ms", "Arrivals are spread over this time."),
        ("rate", "Arrivals a second", "Empty: as soon as there is room."),
        (
            "lockstep",
            "Move together",
            "Everybody in flight finishes one command before anybody starts the next: the same result every time.",
        ),
        (
            "schedule",
            "Order of turns",
            "For example 0.1.0.1: whose command comes next. x1: grab 1 stops for ever, t: a lock runs out, r0: grab 0 gives its share back.",
        ),
        (
            "stock",
            "Stock at the start",
            "“loaded”: as many as there are shares. “absent”: nobody loaded it. Or any text.",
        ),
        (
            "lock_ttl_ms",
            "Lock lives for, in ms",
            "A lock that is held longer runs out under its holder.",
        ),
        ("attempts", "Tries", "How often a grab tries before it gives up."),
        ("shards", "Parts of the stock", "How many keys the stock is split over."),
        (
            "xray",
            "X-ray",
            "Records by MONITOR the order in which Redis itself ran the commands; up to 5,000 grabs.",
        ),
        ("seed", "Seed", "Arrivals and amounts are drawn from it: the same seed draws the same."),
    ],
    venue,
    split,
    outcome,
    property,
    standing,
};

fn venue(venue: Venue) -> (&'static str, &'static str) {
    match venue {
        Venue::Client => (
            "command by command",
            "The lines run in the app. Each redis.call is a trip over the network, and after each one others can step in.",
        ),
        Venue::Server => (
            "as one script",
            "The very same lines run inside Redis in one piece (EVALSHA). Nobody can step in between.",
        ),
    }
}

fn split(split: Split) -> &'static str {
    match split {
        Split::Equal => "all equal",
        Split::DoubleMean => "up to twice the mean (textbook)",
        Split::FairMean => "up to twice the mean (fair)",
        Split::LineCut => "cuts of a line",
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::SoldOut => "sold out",
        Outcome::Duplicate => "had won before",
        Outcome::Missing => "stock not loaded",
        Outcome::Corrupt => "stock is no number",
        Outcome::GaveUp => "out of tries",
        Outcome::Limited => "turned away at the door",
        Outcome::Failed => "failed",
        Outcome::Lost => "no answer",
    }
}

fn property(property: Property) -> (&'static str, &'static str) {
    match property {
        Property::NoOversell => ("no oversell", "No more shares are won than exist."),
        Property::NoDuplicate => ("one per person", "Each person wins at most once."),
        Property::NoNegative => {
            ("stock not below zero", "The program's own counter is at no time below 0.")
        }
        Property::NoPhantom => {
            ("each share real, given once", "Every share that was won exists and was given once.")
        }
        Property::NoUndersell => {
            ("no undersell", "Nobody is told “sold out” while enough is left.")
        }
        Property::Conserved => (
            "the books balance",
            "What was won and what is left add up to the packet, in shares and in fen.",
        ),
        Property::Progress => {
            ("does not get stuck", "While stock is left, one more person, alone, wins.")
        }
        Property::NoFailure => ("no failures", "No grab ends in an error."),
    }
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Held => "held this time",
        Standing::Broken => "broken",
        Standing::NotJudged => "not judged",
        Standing::NotExhausted => "not exhausted",
    }
}
