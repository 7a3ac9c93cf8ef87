//! The texts, in groups: what stands alone is open to the page, what is a template only to the
//! methods that fill it.

/// A template for one and a template for any other number.
pub(crate) type Forms = [&'static str; 2];

/// Declares a group of texts whose names say what they are: the text itself stands in `en.rs`.
macro_rules! texts {
    ($($(#[$about:meta])* $visible:vis struct $name:ident { $($access:vis $field:ident: $kind:ty,)+ })+) => {
        $($(#[$about])*
        #[derive(Debug)]
        #[allow(missing_docs, reason = "the English text of the same name says it")]
        $visible struct $name { $($access $field: $kind,)+ })+
    };
}

texts! {
    /// The sections of the site and the page's frame.
    pub struct Nav {
        pub label: &'static str,
        pub race: &'static str,
        pub strategies: &'static str,
        pub compare: &'static str,
        pub fairness: &'static str,
        pub to_light: &'static str,
        pub to_dark: &'static str,
        pub to_other_lang: &'static str,
        pub other_lang: &'static str,
        pub help: &'static str,
        pub presenter: &'static str,
        pub copy_link: &'static str,
        pub link_copied: &'static str,
    }

    /// The form above the lanes.
    pub struct Form {
        pub advanced: &'static str,
        pub label: &'static str,
        pub presets: &'static str,
        pub step8: &'static str,
        pub step8_hint: &'static str,
        pub rush: &'static str,
        pub rush_hint: &'static str,
        pub crowd: &'static str,
        pub crowd_hint: &'static str,
        pub more: &'static str,
        pub less: &'static str,
        pub start: &'static str,
        pub again: &'static str,
        pub racing: &'static str,
        pub(super) error: &'static str,
    }

    /// A lane's labels.
    pub struct Lane {
        pub left: &'static str,
        pub right: &'static str,
        pub program: &'static str,
        pub venue: &'static str,
        pub swap: &'static str,
        pub only_difference: &'static str,
        pub handed_out: &'static str,
        pub(super) of: &'static str,
        pub given_twice: &'static str,
        pub oversold: &'static str,
        pub overpaid: &'static str,
        pub xray: &'static str,
        pub(super) xray_cut: &'static str,
        pub read_together: &'static str,
        pub(super) overpaid_tip: &'static str,
        pub won: &'static str,
        pub refused: &'static str,
        pub failed: &'static str,
        pub no_race_yet: &'static str,
        pub(super) tab: &'static str,
    }

    /// The stage between crowd and Redis.
    pub struct Stage {
        pub stock: &'static str,
        pub door: &'static str,
        pub overwritten: &'static str,
        pub redis_took: &'static str,
        pub(super) waiting: &'static str,
        pub(super) now: &'static str,
        pub won: &'static str,
        pub(super) hold: &'static str,
        pub(super) sampled: Forms,
        pub(super) person: &'static str,
        pub(super) person_and_grab: &'static str,
        pub(super) card_out: &'static str,
        pub(super) card_back: &'static str,
        pub(super) card_holds: &'static str,
        pub(super) card_stale: &'static str,
        pub(super) card_won: &'static str,
        pub(super) card_refused: &'static str,
    }

    /// The board of shares.
    pub struct Board {
        pub label: &'static str,
        pub free: &'static str,
        pub(super) owners: Forms,
        pub(super) tile: &'static str,
        pub(super) phantoms: Forms,
        pub(super) paid_most: &'static str,
        pub classes: [&'static str; 5],
    }

    /// The program's text.
    pub struct Code {
        pub show: &'static str,
        pub(super) here: Forms,
        pub(super) holding: &'static str,
        pub one_turn: &'static str,
    }

    /// The player.
    pub struct PlayerWords {
        pub label: &'static str,
        pub timeline: &'static str,
        pub play: &'static str,
        pub pause: &'static str,
        pub step_back: &'static str,
        pub step_forward: &'static str,
        pub speed: &'static str,
        pub real_time: &'static str,
        pub(super) slowed: &'static str,
        pub(super) sped_up: &'static str,
        pub(super) times: &'static str,
        pub live: &'static str,
        pub to_live: &'static str,
        pub(super) round: &'static str,
        pub(super) turn: &'static str,
        pub(super) at: &'static str,
        pub all_read: &'static str,
        pub first_overwrite: &'static str,
        pub last_share: &'static str,
        pub left_ends: &'static str,
        pub right_ends: &'static str,
    }

    /// The guess before the first race.
    pub struct Guess {
        pub ask: &'static str,
        pub(super) exactly: &'static str,
        pub more: &'static str,
        pub fewer: &'static str,
        pub(super) right: &'static str,
        pub(super) wrong: &'static str,
    }

    /// The "at once" dial.
    pub struct Dial {
        pub label: &'static str,
        pub hint: &'static str,
    }

    /// The dialog that `?` opens.
    pub struct Help {
        pub title: &'static str,
        pub close: &'static str,
        pub keys: [(&'static str, &'static str); 10],
        pub remote: &'static str,
    }

    /// The line to the server, and what went wrong.
    pub struct Line {
        pub lost: &'static str,
        pub restored: &'static str,
        pub unreachable: &'static str,
        pub busy: &'static str,
        pub no_redis: &'static str,
        pub dismiss: &'static str,
        pub retry: &'static str,
    }

    /// How long grabs took.
    pub struct LatencyWords {
        pub title: &'static str,
        pub winners: &'static str,
        pub refused: &'static str,
        pub median: &'static str,
        pub p99: &'static str,
        pub longest: &'static str,
        pub none: &'static str,
        pub hidden: &'static str,
        pub(super) bar: Forms,
        pub(super) grabs: Forms,
    }

    /// The table beside the canvas.
    pub struct Table {
        pub stale: &'static str,
        pub caption: &'static str,
        pub waiting: &'static str,
        pub in_flight: &'static str,
        pub true_time: &'static str,
    }

    /// The verdict.
    pub struct VerdictWords {
        pub later: &'static str,
        pub title: &'static str,
        pub(crate) line: &'static str,
        pub(crate) duplicate_not_judged: &'static str,
        pub(crate) progress_not_judged: &'static str,
        pub(crate) conserved_not_judged: &'static str,
    }

    /// What must be said once.
    pub struct Notes {
        pub title: &'static str,
        pub stands_in: &'static str,
        pub atomic_means: &'static str,
        pub cure: &'static str,
        pub counter: &'static str,
        pub interval: &'static str,
        pub shipped: &'static str,
        pub this_time: &'static str,
        pub sampled: &'static str,
    }

    /// Nouns with their number.
    pub(crate) struct Count {
        pub(crate) people: Forms,
        pub(crate) grabs: Forms,
        pub(crate) shares: Forms,
        pub(crate) winners: Forms,
        pub(crate) wins: Forms,
        pub(crate) space: &'static str,
        pub(super) spelled: &'static [&'static str],
    }

    /// Sentences under a lane while the cursor is in the middle.
    pub(crate) struct Live {
        pub(crate) ask: Forms,
        pub(crate) ask_next: Forms,
        pub(crate) both_read: &'static str,
        pub(crate) all_read: Forms,
        pub(crate) stale: Forms,
        pub(crate) deducted: Forms,
        pub(crate) same_lines: &'static str,
        pub(crate) one_turn: &'static str,
        pub(crate) won: Forms,
        pub(crate) fell: &'static str,
        pub(crate) fell_less: &'static str,
        pub(crate) below_zero: &'static str,
        pub(crate) refused: &'static str,
        pub(crate) failed: &'static str,
        pub(crate) sold_out: &'static str,
        pub(crate) latest: &'static str,
        pub(crate) others: Forms,
    }

    /// Sentences at the end of a lane.
    pub(crate) struct Closing {
        pub(crate) over: &'static str,
        pub(crate) over_quantity: &'static str,
        pub(crate) this_time: &'static str,
        pub(crate) each_round: &'static str,
        pub(crate) each_round_up_to: &'static str,
        pub(crate) one_round: &'static str,
        pub(crate) overlapped: &'static str,
        pub(crate) looked_then_deducted: &'static str,
        pub(crate) nobody_overlapped: &'static str,
        pub(crate) let_in_at_zero: &'static str,
        pub(crate) stock_said: &'static str,
        pub(crate) exact: &'static str,
        pub(crate) exact_late: &'static str,
        pub(crate) exact_all: &'static str,
        pub(crate) not_a_line_changed: &'static str,
        pub(crate) one_turn: &'static str,
        pub(crate) by_luck: &'static str,
        pub(crate) alone: &'static str,
        pub(crate) given_again: &'static str,
        pub(crate) undersold: Forms,
        pub(crate) lock_ran_out: &'static str,
        pub(crate) locked_out: &'static str,
        pub(crate) gave_up: &'static str,
        pub(crate) duplicates: Forms,
        pub(crate) won_again: &'static str,
        pub(crate) missing: &'static str,
        pub(crate) corrupt: &'static str,
        pub(crate) failed: &'static str,
        pub(crate) lost: &'static str,
        pub(crate) left_over: Forms,
        pub(crate) record_differs: &'static str,
        pub(crate) cancelled: &'static str,
        pub(crate) broke_off: &'static str,
        pub(crate) interrupted: &'static str,
    }

    /// What kind of race this is, beside the lane's name.
    pub(crate) struct Badge {
        pub(crate) together: Forms,
        pub(crate) free: Forms,
        pub(crate) slow_by: &'static str,
        pub(crate) ordered: &'static str,
    }
}
