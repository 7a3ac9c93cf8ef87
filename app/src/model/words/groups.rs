//! The texts, in groups: what stands alone is open to the page, what is a template only to the
//! methods that fill it.

/// A template for one and a template for any other number.
pub(in crate::model) type Forms = [&'static str; 2];

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
        pub stop: &'static str,
        pub no: &'static str,
        pub(super) error: &'static str,
        pub(super) whole: &'static str,
        pub(super) millis: &'static str,
        pub(super) one_of: &'static str,
        pub(super) whole_list: &'static str,
        pub(super) text: &'static str,
        pub(super) too_many_grabs: &'static str,
        pub(super) bad_total: &'static str,
        pub(super) one_quantity: &'static str,
        pub(super) bad_order: &'static str,
        pub(super) bad_owners: &'static str,
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
        pub read_together: &'static str,
        pub(super) overpaid_tip: &'static str,
        pub won: &'static str,
        pub refused: &'static str,
        pub failed: &'static str,
        pub no_race_yet: &'static str,
        pub(super) summary: &'static str,
        pub(super) tab: &'static str,
    }

    /// The stage between crowd and Redis.
    pub struct Stage {
        pub label: &'static str,
        pub crowd: &'static str,
        pub stock: &'static str,
        pub door: &'static str,
        pub overwritten: &'static str,
        pub redis_took: &'static str,
        pub sold_out: &'static str,
        pub(super) waiting: &'static str,
        pub(super) in_flight: &'static str,
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
        pub label: &'static str,
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
        pub again: &'static str,
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
        pub wins: &'static str,
        pub left_ends: &'static str,
        pub right_ends: &'static str,
    }

    /// The guess before the first race.
    pub struct Guess {
        pub ask: &'static str,
        pub(super) question: &'static str,
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
        pub alone: &'static str,
        pub(super) seen: Forms,
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
        pub(super) racing: &'static str,
        pub lost: &'static str,
        pub restored: &'static str,
        pub unreachable: &'static str,
        pub busy: &'static str,
        pub no_redis: &'static str,
        pub(super) refused: &'static str,
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
        pub share: &'static str,
        pub owners: &'static str,
        pub waiting: &'static str,
        pub in_flight: &'static str,
        pub true_time: &'static str,
    }

    /// The verdict.
    pub struct VerdictWords {
        pub later: &'static str,
        pub title: &'static str,
        pub(in crate::model) line: &'static str,
        pub(in crate::model) duplicate_not_judged: &'static str,
        pub(in crate::model) progress_not_judged: &'static str,
        pub(in crate::model) conserved_not_judged: &'static str,
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
    pub(in crate::model) struct Count {
        pub(in crate::model) people: Forms,
        pub(in crate::model) grabs: Forms,
        pub(in crate::model) shares: Forms,
        pub(in crate::model) winners: Forms,
        pub(in crate::model) wins: Forms,
        pub(in crate::model) space: &'static str,
        pub(super) spelled: &'static [&'static str],
    }

    /// Sentences under a lane while the cursor is in the middle.
    pub(in crate::model) struct Live {
        pub(in crate::model) ask: Forms,
        pub(in crate::model) ask_next: Forms,
        pub(in crate::model) both_read: &'static str,
        pub(in crate::model) all_read: Forms,
        pub(in crate::model) stale: Forms,
        pub(in crate::model) deducted: Forms,
        pub(in crate::model) same_lines: &'static str,
        pub(in crate::model) one_turn: &'static str,
        pub(in crate::model) won: Forms,
        pub(in crate::model) fell: &'static str,
        pub(in crate::model) fell_less: &'static str,
        pub(in crate::model) below_zero: &'static str,
        pub(in crate::model) refused: &'static str,
        pub(in crate::model) failed: &'static str,
        pub(in crate::model) sold_out: &'static str,
        pub(in crate::model) latest: &'static str,
        pub(in crate::model) others: Forms,
    }

    /// Sentences at the end of a lane.
    pub(in crate::model) struct Closing {
        pub(in crate::model) over: &'static str,
        pub(in crate::model) over_quantity: &'static str,
        pub(in crate::model) this_time: &'static str,
        pub(in crate::model) each_round: &'static str,
        pub(in crate::model) each_round_up_to: &'static str,
        pub(in crate::model) one_round: &'static str,
        pub(in crate::model) overlapped: &'static str,
        pub(in crate::model) looked_then_deducted: &'static str,
        pub(in crate::model) nobody_overlapped: &'static str,
        pub(in crate::model) let_in_at_zero: &'static str,
        pub(in crate::model) stock_said: &'static str,
        pub(in crate::model) exact: &'static str,
        pub(in crate::model) exact_late: &'static str,
        pub(in crate::model) exact_all: &'static str,
        pub(in crate::model) not_a_line_changed: &'static str,
        pub(in crate::model) one_turn: &'static str,
        pub(in crate::model) by_luck: &'static str,
        pub(in crate::model) alone: &'static str,
        pub(in crate::model) given_again: &'static str,
        pub(in crate::model) undersold: Forms,
        pub(in crate::model) lock_ran_out: &'static str,
        pub(in crate::model) locked_out: &'static str,
        pub(in crate::model) gave_up: &'static str,
        pub(in crate::model) duplicates: Forms,
        pub(in crate::model) won_again: &'static str,
        pub(in crate::model) missing: &'static str,
        pub(in crate::model) corrupt: &'static str,
        pub(in crate::model) failed: &'static str,
        pub(in crate::model) lost: &'static str,
        pub(in crate::model) left_over: Forms,
        pub(in crate::model) record_differs: &'static str,
        pub(in crate::model) cancelled: &'static str,
        pub(in crate::model) broke_off: &'static str,
        pub(in crate::model) interrupted: &'static str,
    }

    /// What kind of race this is, beside the lane's name.
    pub(in crate::model) struct Badge {
        pub(in crate::model) together: Forms,
        pub(in crate::model) free: Forms,
        pub(in crate::model) slow_by: &'static str,
        pub(in crate::model) ordered: &'static str,
    }
}
