//! On the way: the sentence at the cursor.

use race_core::trace::Venue;
use race_core::wire::RaceConfig;

use super::{same_lines, stock_at_start, who, width};
use crate::model::number::{group, signed};
use crate::model::scene::LaneView;
use crate::model::words::{Words, fill, form};

/// What is going on in the middle of a race; empty before it starts. `beside` is the other lane's
/// race. Only the config is known here: how the race came out is not told before the cursor is there.
pub fn live(
    words: &Words,
    config: &RaceConfig,
    view: &LaneView,
    beside: Option<&RaceConfig>,
) -> String {
    let ended = view.won + view.refused + view.failed;
    if !view.has_race || ended + view.in_flight == 0 {
        return String::new();
    }
    let at = At {
        words,
        config,
        view,
        ended,
    };
    match (config.venue, view.round) {
        (Venue::Client, Some((round, _))) => at.client_round(round),
        (Venue::Client, None) => at.client_free(),
        (Venue::Server, round) => at.server(round.map(|(round, _)| round), beside),
    }
}

/// The letter of the command that puts a winner on the list: by then the stock is dealt with.
const LISTING: char = 'A';

/// A lane at the cursor.
struct At<'a> {
    words: &'a Words,
    config: &'a RaceConfig,
    view: &'a LaneView,
    ended: u64,
}

/// A round of a lockstep race at the cursor.
struct Round {
    /// Grabs in it, grabs of it that have ended, grabs of it that have not.
    size: u64,
    open: u64,
}

impl At<'_> {
    fn round(&self, round: u32) -> Round {
        let (width, grabs) = (width(self.config), u64::from(self.config.grabs()));
        let begun = grabs.min(width * u64::from(round));
        let before = grabs.min(width * u64::from(round - 1));
        Round {
            size: begun - before,
            open: begun.saturating_sub(self.ended),
        }
    }

    /// One by one, in rounds: all read, the first writes, the others hold what is no longer true.
    fn client_round(&self, round: u32) -> String {
        let (live, view) = (&self.words.live, self.view);
        let Round { size, open } = self.round(round.max(1));
        let stock_gone = view.stock.is_some_and(|stock| stock <= 0);
        let (letter, count) = view.turns.last().map_or(('·', 0), |turn| {
            (
                turn.letters.first().copied().unwrap_or('·'),
                u64::from(turn.count),
            )
        });
        if view.refused > 0 && stock_gone && view.stale_cards == 0 {
            return self.say(live.sold_out, view.refused);
        }
        if open == 0 {
            return self.score();
        }
        let asks = if round <= 1 { live.ask } else { live.ask_next };
        let Some(held) = view.held else {
            return self.say(form(asks, size), size);
        };
        if view.stock == Some(held) {
            return match open {
                _ if letter == 'G' && count < open => self.say(form(asks, size), size),
                2 => self.say(live.both_read, open),
                _ => self.say(form(live.all_read, open), open),
            };
        }
        // Whoever has done the command that the strip shows last no longer goes by what it read.
        let to_go = open
            .min(size.saturating_sub(count))
            .min(view.stale_cards.into());
        match to_go {
            _ if letter == LISTING => self.say(form(live.deducted, open), open),
            0 => self.say(form(live.deducted, open), open),
            _ => self.say(form(live.stale, to_go), to_go),
        }
    }

    /// One by one, in true time: nobody knows the order inside Redis, so replies are spoken of.
    fn client_free(&self) -> String {
        let (live, view) = (&self.words.live, self.view);
        if self.ended == 0 {
            return self.say(form(live.ask, view.in_flight), view.in_flight);
        }
        let mut parts = vec![self.say(form(live.won, view.won), view.won)];
        if self.config.trace_every() == 1 && view.stock.is_some() {
            parts.push(self.say(live.latest, 0));
            let others = u64::from(view.stale_cards);
            if others > 0 {
                parts.push(self.say(form(live.others, others), others));
            }
        }
        self.join(parts)
    }

    fn server(&self, round: Option<u32>, beside: Option<&RaceConfig>) -> String {
        let (live, view) = (&self.words.live, self.view);
        if view.refused > 0 && view.handed_out >= u64::from(view.shares) {
            return self.say(live.sold_out, view.refused);
        }
        if round.is_some_and(|round| self.round(round.max(1)).open == 0) {
            return self.score();
        }
        let one_turn = if same_lines(self.config, beside) {
            live.same_lines
        } else {
            live.one_turn
        };
        let mut parts = vec![one_turn.to_owned()];
        if round.is_none() && view.won > 0 {
            parts.insert(0, self.say(form(live.won, view.won), view.won));
        }
        self.join(parts)
    }

    /// `8 winners. Stock fell by 1.`
    fn score(&self) -> String {
        let (live, view) = (&self.words.live, self.view);
        let won = (view.won > 0).then(|| self.say(form(live.won, view.won), view.won));
        let mut parts: Vec<String> = won.into_iter().collect();
        if let (Some(start), Some(stock)) = (stock_at_start(self.config), view.stock) {
            let fall = start - stock;
            let less = u64::try_from(fall).is_ok_and(|fall| fall < view.handed_out);
            let template = if less { live.fell_less } else { live.fell };
            if view.won > 0 {
                parts.push(fill(template, &[("fall", signed(fall))]));
            }
            if stock < 0 {
                parts.push(live.below_zero.to_owned());
            }
        }
        self.join(parts)
    }

    /// Appends those who were refused or failed.
    fn join(&self, mut parts: Vec<String>) -> String {
        let (live, view) = (&self.words.live, self.view);
        for (template, n) in [(live.refused, view.refused), (live.failed, view.failed)] {
            if n > 0 {
                parts.push(self.say(template, n));
            }
        }
        parts.join(self.words.count.space)
    }

    /// A sentence about `n` of those who grab.
    fn say(&self, template: &str, n: u64) -> String {
        let value = signed(self.view.held.unwrap_or_default());
        let begins = template.starts_with("{n} still");
        let values = [
            (
                "n",
                if begins {
                    capitalised(&self.words.spelled(n))
                } else {
                    group(n)
                },
            ),
            ("who", who(self.words, self.config, n)),
            ("a", article(&value).to_owned()),
            ("value", value),
            ("stock", signed(self.view.stock.unwrap_or_default())),
        ];
        fill(template, &values)
    }
}

/// The English article of a number: an 8, an 11, an 18, an 80,000.
fn article(number: &str) -> &'static str {
    let leading = number.split(',').next().unwrap_or_default();
    if number.starts_with('8') || ["11", "18"].contains(&leading) {
        "an"
    } else {
        "a"
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
