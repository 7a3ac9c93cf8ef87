//! On the way: the sentence at the cursor.

use race_core::config::RaceConfig;
use race_core::trace::Venue;

use super::{same_lines, stock_at_start, who, width};
use crate::player::lane_view::LaneView;
use crate::words::{Words, fill, form};
use race_core::number::{group, signed};

/// What is going on in the middle of a race; empty before it starts. `beside` is the other lane's
/// race. Only the config is known here: how the race came out is not shown before the cursor is there.
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
    let at = At { words, config, view, ended };
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
        Round { size: begun - before, open: begun.saturating_sub(self.ended) }
    }

    /// One by one, in rounds: all read, the first writes, the others hold what is no longer true.
    fn client_round(&self, round: u32) -> String {
        let (live, view) = (&self.words.live, self.view);
        let Round { size, open } = self.round(round.max(1));
        let stock_gone = view.stock.is_some_and(|stock| stock <= 0);
        let (letter, count) = view.turns.last().map_or(('·', 0), |turn| {
            (turn.letters.first().copied().unwrap_or('·'), u64::from(turn.count))
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
        let to_go = open.min(size.saturating_sub(count)).min(view.stale_cards.into());
        let listed = if letter == LISTING { count } else { 0 };
        match to_go {
            n if n > 0 && listed == 0 => self.say(form(live.stale, n), n),
            _ => self.say(form(live.deducted, open + listed), open + listed),
        }
    }

    /// One by one, in true time: nobody knows the order inside Redis, so the sentences are about replies.
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
        let stock_gone = round.is_some() && view.stock.is_some_and(|stock| stock <= 0);
        if view.refused > 0 && (stock_gone || view.handed_out >= u64::from(view.shares)) {
            return self.say(live.sold_out, view.refused);
        }
        if round.is_some_and(|round| self.round(round.max(1)).open == 0) {
            return self.score();
        }
        let one_turn =
            if same_lines(self.config, beside) { live.same_lines } else { live.one_turn };
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
            ("n", if begins { capitalised(&self.words.spelled(n)) } else { group(n) }),
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
    if number.starts_with('8') || ["11", "18"].contains(&leading) { "an" } else { "a" }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::race;
    use super::*;
    use crate::player::lane_view::TurnBox;
    use crate::words::{EN, ZH};

    /// A view of eight of 88 in round 1.
    fn view() -> LaneView {
        LaneView {
            has_race: true,
            shares: 10,
            in_flight: 8,
            waiting: 80,
            stock: Some(10),
            round: Some((1, 11)),
            ..LaneView::default()
        }
    }

    fn strip(letter: char, count: u32) -> Vec<TurnBox> {
        vec![TurnBox { letters: vec![letter; count as usize], count, together: false }]
    }

    fn say(config: &str, view: &LaneView) -> String {
        live(&EN, &race(config), view, None)
    }

    const NAIVE: &str = "lockstep=true";

    #[test]
    fn the_first_round_of_the_naive_lane_is_told_as_in_the_first_minute() {
        assert_eq!(say(NAIVE, &LaneView::default()), "");
        assert_eq!(say(NAIVE, &LaneView { in_flight: 0, ..view() }), "");
        assert_eq!(say(NAIVE, &view()), "8 ask for the stock.");
        let reading = LaneView { held: Some(10), turns: strip('G', 3), ..view() };
        assert_eq!(say(NAIVE, &reading), "8 ask for the stock.");
        let read = LaneView { turns: strip('G', 8), ..reading };
        assert_eq!(say(NAIVE, &read), "All 8 read 10. Nobody has written yet.");
        let first =
            LaneView { stock: Some(9), stale_cards: 8, won: 1, turns: strip('S', 1), ..read };
        assert_eq!(say(NAIVE, &first), "Seven still hold a 10 that is no longer true.");
        let last_but_one = LaneView { won: 7, turns: strip('S', 7), ..first.clone() };
        assert_eq!(say(NAIVE, &last_but_one), "One still holds a 10 that is no longer true.");
        let done = LaneView { won: 8, stale_cards: 0, held: None, turns: strip('S', 8), ..first };
        assert_eq!(say(NAIVE, &done), "8 winners. Stock fell by 1.");
        let next = LaneView { round: Some((2, 11)), ..done };
        assert_eq!(say(NAIVE, &next), "The next 8 ask for the stock.");
        assert_eq!(live(&ZH, &race(NAIVE), &next, None), "下一轮，又有 8 人同时去问还剩多少。");
    }

    #[test]
    fn the_other_lane_takes_turns_and_its_stock_keeps_up() {
        let server = "lockstep=true venue=server";
        let queue = LaneView { stock: Some(7), won: 3, in_flight: 5, ..view() };
        assert_eq!(say(server, &queue), "Each read-and-write takes one turn.");
        let beside = Some(&race(NAIVE)).cloned();
        let sentence = live(&EN, &race(server), &queue, beside.as_ref());
        assert_eq!(sentence, "The same lines. Each read-and-write takes one turn.");
        let done = LaneView { stock: Some(2), won: 8, handed_out: 8, in_flight: 0, ..view() };
        assert_eq!(say(server, &done), "8 winners. Stock fell by 8.");
        let gone = LaneView {
            won: 10,
            handed_out: 10,
            refused: 6,
            stock: Some(0),
            round: Some((2, 11)),
            ..done
        };
        assert_eq!(say(server, &gone), "Sold out from here on: 6 refused.");
    }

    #[test]
    fn looking_before_deducting_is_told_in_its_own_words() {
        let atomic = "strategy=atomic lockstep=true";
        let looked = LaneView { held: Some(10), turns: strip('M', 2), ..view() };
        assert_eq!(say(atomic, &looked), "All 8 read 10. Nobody has written yet.");
        let deducting =
            LaneView { stock: Some(7), stale_cards: 8, turns: strip('D', 3), ..looked.clone() };
        assert_eq!(say(atomic, &deducting), "Five still hold a 10 that is no longer true.");
        let listing =
            LaneView { stock: Some(2), stale_cards: 8, won: 2, turns: strip('A', 2), ..looked };
        let said = "All 8 have deducted: the stock is 2. Now each puts its name on the list.";
        assert_eq!(say(atomic, &listing), said);
        let below = LaneView {
            won: 16,
            stock: Some(-6),
            held: None,
            stale_cards: 0,
            handed_out: 16,
            round: Some((2, 11)),
            ..view()
        };
        assert_eq!(say(atomic, &below), "16 winners. Stock fell by 16. It is below zero now.");
    }

    #[test]
    fn one_two_and_an_eight_are_said_as_people_say_them() {
        let alone = LaneView { held: Some(10), turns: strip('G', 1), in_flight: 1, ..view() };
        assert_eq!(
            say("lockstep=true concurrency=1", &alone),
            "It read 10, and nobody else is about."
        );
        let both = LaneView { turns: strip('G', 2), ..alone };
        assert_eq!(
            say("lockstep=true concurrency=2", &both),
            "Both read 10. Nobody has written yet."
        );
        for (number, name) in [
            ("8", "an"),
            ("80,000", "an"),
            ("11", "an"),
            ("18,000", "an"),
            ("110", "a"),
            ("−8", "a"),
        ] {
            assert_eq!(article(number), name, "{number}");
        }
    }

    #[test]
    fn where_nobody_knows_the_order_only_replies_are_spoken_of() {
        let free = "shares=100 racers=500 concurrency=500";
        let first = LaneView { round: None, in_flight: 37, ..view() };
        assert_eq!(say(free, &first), "37 ask for the stock.");
        let midst =
            LaneView { won: 312, stock: Some(88), stale_cards: 37, failed: 2, ..first.clone() };
        assert_eq!(
            say(free, &midst),
            "312 winners. The latest reply puts the stock at 88. 37 still hold another number. 2 failed or got no answer."
        );
        let sampled = "shares=100 racers=50000 concurrency=500";
        assert_eq!(say(sampled, &midst), "312 winners. 2 failed or got no answer.");
        let server = LaneView { won: 5, handed_out: 5, ..first };
        assert_eq!(say("venue=server", &server), "5 winners. Each read-and-write takes one turn.");
    }
}
