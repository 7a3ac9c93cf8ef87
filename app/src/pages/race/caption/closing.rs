//! At the end: what happened, in words and numbers.

use race_core::config::{InitialStock, RaceConfig};
use race_core::program::KeyKind;
use race_core::result::{RaceResult, Status};
use race_core::trace::{Property, Standing, Venue};

use super::{same_lines, stock_at_start, who, width};
use crate::words::{Words, counted, fill, form};
use race_core::number::{group, signed};

/// What happened, once the cursor is at the end; empty while the race runs.
pub fn closing(words: &Words, result: &RaceResult, beside: Option<&RaceConfig>) -> String {
    let end = End { words, result };
    let cut_short = match result.status {
        Status::Running => return String::new(),
        Status::Finished => return end.finished(beside),
        Status::Cancelled => words.closing.cancelled,
        Status::Failed => words.closing.broke_off,
        Status::Interrupted => words.closing.interrupted,
    };
    let mut parts = vec![end.fill(cut_short)];
    parts.extend(result.reason.clone());
    parts.join(words.count.space)
}

/// A race that has ended.
struct End<'a> {
    words: &'a Words,
    result: &'a RaceResult,
}

impl End<'_> {
    fn finished(&self, beside: Option<&RaceConfig>) -> String {
        let (closing, result) = (&self.words.closing, self.result);
        let mut parts = Vec::new();
        let all_alike = [result.missing, result.corrupt, result.failed, result.lost]
            .contains(&u64::from(result.grabs));
        if result.oversold > 0 {
            match result.config.venue {
                Venue::Client => self.overlapped(&mut parts),
                Venue::Server => self.uninterrupted(&mut parts),
            }
        } else if result.undersold > 0 {
            parts.push(self.count(closing.undersold, result.undersold));
            self.stock_said(&mut parts);
        } else if result.gave_up > 0 {
            // Who watches is refused at the commit, all others at a lock.
            let watches = result.config.program().body().contains("WATCH");
            let why = if watches { closing.gave_up } else { closing.locked_out };
            parts.push(self.about(why, result.gave_up));
        } else if result.given_twice > 0 {
            parts.push(self.fill(closing.given_again));
            if self.fall().is_some_and(|fall| fall < result.shares_won as i64) {
                parts.push(self.fill(self.words.live.fell_less));
            }
        } else if !all_alike {
            self.exact(&mut parts, beside);
        }
        self.besides(&mut parts);
        parts.join(self.words.count.space)
    }

    /// Oversold, one by one: they read the same stock, or looked before they deducted.
    fn overlapped(&self, parts: &mut Vec<String>) {
        let (closing, result) = (&self.words.closing, self.result);
        let alike = result.shares_won == result.won;
        parts.push(self.fill(if alike { closing.over } else { closing.over_quantity }));
        let config = &result.config;
        let outlived = config.gap_ms > f64::from(config.lock_ttl_ms);
        if result.stale_releases > 0 || outlived && config.program().has_key(KeyKind::Lock) {
            return parts.push(self.fill(closing.lock_ran_out));
        }
        let Some(fall) = self.fall() else { return };
        let width = width(&result.config);
        let why = if result.config.lockstep && alike && fall == result.won.div_ceil(width) as i64 {
            match result.won % width {
                _ if u64::from(result.grabs) <= width => closing.one_round,
                0 => closing.each_round,
                _ => closing.each_round_up_to,
            }
        } else if fall >= result.shares_won as i64 {
            closing.looked_then_deducted
        } else {
            closing.overlapped
        };
        parts.push(self.fill(why));
    }

    /// Oversold although nobody could step in between: the logic itself is wrong, or the stock was.
    fn uninterrupted(&self, parts: &mut Vec<String>) {
        parts.push(self.fill(self.words.closing.nobody_overlapped));
        if self.stock_said(parts) {
            return;
        }
        if self.result.counter_min.is_some_and(|lowest| lowest < 0) {
            let n = self.words.spelled(self.result.oversold);
            parts.push(fill(self.words.closing.let_in_at_zero, &[("n", n)]));
        }
    }

    fn exact(&self, parts: &mut Vec<String>, beside: Option<&RaceConfig>) {
        let (closing, result) = (&self.words.closing, self.result);
        let refused = u64::from(result.grabs) - result.won - result.failed - result.lost;
        let head = match refused {
            0 => closing.exact_all,
            _ if refused == result.sold_out => closing.exact_late,
            _ => closing.exact,
        };
        parts.push(self.about(head, refused));
        let why = match result.config.venue {
            Venue::Server if same_lines(&result.config, beside) => closing.not_a_line_changed,
            Venue::Server => closing.one_turn,
            Venue::Client if width(&result.config) == 1 => closing.alone,
            Venue::Client => closing.by_luck,
        };
        parts.push(why.to_owned());
    }

    /// Appends every further sentence that applies.
    fn besides(&self, parts: &mut Vec<String>) {
        let (closing, result) = (&self.words.closing, self.result);
        if result.duplicate > 0 {
            parts.push(self.count(closing.duplicates, result.duplicate));
        }
        if result.verdict.get(&Property::NoDuplicate) == Some(&Standing::Broken) {
            parts.push(closing.won_again.to_owned());
        }
        let ends = [
            (closing.missing, result.missing),
            (closing.corrupt, result.corrupt),
            (closing.failed, result.failed),
            (closing.lost, result.lost),
        ];
        for (template, n) in ends.into_iter().filter(|(_, n)| *n > 0) {
            parts.push(self.about(template, n));
        }
        let left = u64::from(result.shares).saturating_sub(result.shares_won);
        if left > 0 && result.won > 0 && result.undersold + result.given_twice == 0 {
            parts.push(self.count(closing.left_over, left));
        }
        if result.recorded.is_some_and(|recorded| recorded != result.shares_won) {
            parts.push(self.fill(closing.record_differs));
        }
    }

    /// Blames the stock key, if its text at the start was another number than that of the shares.
    fn stock_said(&self, parts: &mut Vec<String>) -> bool {
        let config = &self.result.config;
        let at_start = stock_at_start(config).filter(|stock| *stock != i64::from(config.shares));
        if let (InitialStock::Text(_), Some(stock)) = (&config.stock, at_start) {
            parts.push(fill(self.words.closing.stock_said, &[("stock", signed(stock))]));
            return true;
        }
        false
    }

    /// By how much the stock fell from start to end.
    fn fall(&self) -> Option<i64> {
        stock_at_start(&self.result.config)?.checked_sub(self.result.counter_final?)
    }

    fn count(&self, forms: [&'static str; 2], n: u64) -> String {
        fill(form(forms, n), &[("n", group(n))])
    }

    /// A sentence about all who won.
    fn fill(&self, template: &str) -> String {
        self.about(template, self.result.won)
    }

    /// A sentence about `n` of those who grabbed.
    fn about(&self, template: &str, n: u64) -> String {
        let (words, result) = (self.words, self.result);
        let config = &result.config;
        let winners =
            if config.grabs_per_racer == 1 { words.count.winners } else { words.count.wins };
        let ended = result.won
            + result.sold_out
            + result.duplicate
            + result.missing
            + result.corrupt
            + result.gave_up
            + result.limited
            + result.failed
            + result.lost;
        let values = [
            ("n", group(n)),
            ("who", who(words, config, n)),
            ("shares", words.shares(result.shares.into())),
            ("winners", counted(winners, result.won)),
            ("won", group(result.won)),
            ("given", group(result.shares_won)),
            ("twice", group(result.given_twice)),
            ("over", group(result.oversold)),
            ("this_time", if config.lockstep { "" } else { words.closing.this_time }.to_owned()),
            ("k", group(width(config))),
            ("fall", signed(self.fall().unwrap_or_default())),
            ("stock", signed(result.counter_final.unwrap_or_default())),
            ("retries", group(result.retries)),
            ("text", config.stock_text().unwrap_or_default()),
            ("reason", result.failures.first().map_or("?", |each| &each.reason).to_owned()),
            ("recorded", group(result.recorded.unwrap_or_default())),
            ("ended", group(ended)),
            ("grabs", group(result.grabs.into())),
        ];
        fill(template, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::race;
    use super::*;
    use crate::words::{EN, ZH};
    use race_core::result::Failure;

    /// A race that has finished, with what `change` does to it.
    fn ended(config: &str, change: impl Fn(&mut RaceResult)) -> RaceResult {
        let mut result = RaceResult::new("1", &race(config));
        result.status = Status::Finished;
        change(&mut result);
        result.oversold = result.shares_won.saturating_sub(u64::from(result.shares));
        result
    }

    /// So many won one share each, the rest was sold out, and the counter ended here.
    fn plain(config: &str, won: u64, counter: i64) -> RaceResult {
        ended(config, |result| {
            (result.won, result.shares_won) = (won, won);
            result.sold_out = u64::from(result.grabs) - won;
            (result.counter_final, result.counter_min) = (Some(counter), Some(counter));
        })
    }

    fn english(result: &RaceResult) -> String {
        closing(&EN, result, None)
    }

    fn chinese(result: &RaceResult) -> String {
        closing(&ZH, result, None)
    }

    #[test]
    fn the_naive_race_ends_as_in_the_first_minute() {
        let naive = plain("lockstep=true", 80, 0);
        assert_eq!(
            english(&naive),
            "80 people won 10 shares. Each round, 8 read the same stock and wrote back the same one less: 8 given, stock down 1."
        );
        assert_eq!(
            chinese(&naive),
            "10 份红包，80 人抢到，超卖 70。每轮 8 人读到同一个库存，各自减 1 写回：发了 8 份，库存只少 1。"
        );
        let uneven = plain("lockstep=true concurrency=9", 88, 0);
        assert!(english(&uneven).contains("up to 9 read the same"), "{}", english(&uneven));
        let once = plain("lockstep=true shares=100 racers=500 concurrency=500", 500, 99);
        assert!(english(&once).contains("All 500 read the same stock"), "{}", english(&once));
        assert!(chinese(&once).contains("发了 500 份，库存只少 1"), "{}", chinese(&once));
    }

    #[test]
    fn a_free_race_speaks_of_this_time() {
        let free = plain("shares=100 racers=500 concurrency=500", 312, 12);
        assert_eq!(
            english(&free),
            "312 people won 100 shares this time. Between one's read and its write, others read the same stock: 312 given, stock down 88."
        );
        assert!(chinese(&free).starts_with("100 份红包，这次 312 人抢到，超卖 212。"));
        let lucky = plain("concurrency=2", 10, 0);
        assert_eq!(
            english(&lucky),
            "10 shares, 10 winners this time, 78 refused. Nothing held the others back; they just did not meet."
        );
        let alone = plain("concurrency=1 lockstep=true", 10, 0);
        assert!(english(&alone).ends_with("With one user your test passes."));
    }

    #[test]
    fn the_exact_race_ends_as_in_the_first_minute() {
        let exact = plain("venue=server lockstep=true", 10, 0);
        let beside = race("lockstep=true");
        assert_eq!(
            closing(&EN, &exact, Some(&beside)),
            "10 shares, 10 winners, 78 refused. Not a line changed; each read-and-write took one turn."
        );
        assert_eq!(
            closing(&ZH, &exact, Some(&beside)),
            "10 份，10 人抢到，78 人手慢了。代码一行没改，只是读和写一口气执行完，中间谁也插不进来。"
        );
        let other = race("strategy=atomic");
        assert!(!closing(&EN, &exact, Some(&other)).contains("Not a line changed"));
        let few = plain("venue=server racers=5 lockstep=true", 5, 5);
        assert_eq!(
            english(&few),
            "10 shares, 5 winners, nobody refused. Each read-and-write took one turn. 5 shares are left."
        );
    }

    #[test]
    fn uninterrupted_is_not_correct() {
        let wrong = plain("venue=server racers=50", 11, -1);
        assert_eq!(
            english(&wrong),
            "11 winners for 10 shares, and nobody overlapped. The script lets one in at zero. Uninterrupted is not correct."
        );
        assert_eq!(
            chinese(&wrong),
            "没人插队，10 份红包还是多发了 1 份。库存为 0 也放行。原子只保证不被打断，不保证逻辑写对。"
        );
        let misled = plain("venue=server stock=15", 15, 0);
        assert!(
            english(&misled)
                .ends_with("The stock key said 15 at the start, and every program believed it.")
        );
    }

    #[test]
    fn looking_before_deducting_ends_below_zero() {
        let looked = plain("strategy=atomic lockstep=true", 16, -6);
        assert_eq!(
            english(&looked),
            "16 people won 10 shares. Each looked first and deducted later; in between, others deducted too. The stock ended at −6."
        );
        let three = ended("strategy=atomic lockstep=true quantity=3", |result| {
            (result.won, result.shares_won, result.counter_final) = (8, 24, Some(-14));
        });
        assert!(
            english(&three).starts_with("8 people won 24 of 10 shares."),
            "{}",
            english(&three)
        );
    }

    #[test]
    fn given_twice_without_an_oversell_is_not_called_fine() {
        let twice = ended("lockstep=true shares=100", |result| {
            (result.won, result.shares_won, result.given_twice) = (88, 88, 77);
            result.counter_final = Some(89);
        });
        assert_eq!(
            english(&twice),
            "88 given out of 100 shares: nothing oversold, but 77 of those had an owner already. Stock fell by 11."
        );
    }

    #[test]
    fn who_never_got_in_is_told_why() {
        let missing = ended("venue=server racers=10 stock=absent", |result| result.missing = 10);
        assert_eq!(english(&missing), "10 people found no stock: nobody had loaded it.");
        let corrupt = ended("venue=server racers=10 stock=abc", |result| result.corrupt = 10);
        assert_eq!(chinese(&corrupt), "库存里写的是“abc”，不是整数：10 人被拒。");
        let failed = ended("racers=10", |result| {
            result.failed = 10;
            result.failures = vec![Failure { reason: "BUSY".to_owned(), count: 10 }];
        });
        assert_eq!(english(&failed), "10 people failed: BUSY");
        let under = ended("venue=server stock=7", |result| {
            (result.won, result.shares_won, result.sold_out, result.undersold) = (7, 7, 81, 3);
        });
        assert_eq!(
            english(&under),
            "Told “all gone” while 3 were left. The stock key said 7 at the start, and every program believed it."
        );
        let tired = ended("strategy=watch_multi racers=50", |result| {
            (result.won, result.shares_won, result.gave_up, result.retries) = (8, 8, 42, 120);
        });
        assert!(english(&tired).starts_with(
            "Nothing oversold, but 42 people ran out of tries. 120 refused commits for 8 wins."
        ));
        let locked = ended("strategy=lock_ttl racers=50", |result| {
            (result.won, result.shares_won, result.gave_up, result.retries) = (8, 8, 42, 120);
        });
        assert!(english(&locked).contains("120 times the lock was taken, for 8 wins."));
        let late = ended("strategy=lock_token shares=1 racers=2", |result| {
            (result.won, result.shares_won, result.oversold) = (2, 2, 1);
            result.stale_releases = 2;
        });
        assert!(english(&late).ends_with("the next one walked in, and both wrote."));
    }

    #[test]
    fn one_racer_who_grabs_again_is_counted_in_grabs() {
        let config =
            "strategy=atomic venue=server shares=100 racers=1 grabs_per_racer=100 lockstep=true";
        let again = ended(config, |result| {
            (result.won, result.shares_won, result.duplicate) = (1, 1, 99);
        });
        assert_eq!(
            english(&again),
            "100 shares, 1 win, 99 refused. Each read-and-write took one turn. 99 had won before and were sent away. 99 shares are left."
        );
        let greedy = ended("venue=server racers=1 grabs_per_racer=5", |result| {
            (result.won, result.shares_won) = (5, 5);
            result.verdict.insert(Property::NoDuplicate, Standing::Broken);
        });
        assert!(english(&greedy).contains("Somebody won more than once."));
    }

    #[test]
    fn a_race_cut_short_says_how_far_it_came_and_why() {
        for (status, begins) in [
            (Status::Cancelled, "Stopped after 30 of 88 grabs; 10 had won."),
            (Status::Failed, "The race broke off after 30 of 88 grabs; 10 had won."),
            (
                Status::Interrupted,
                "The server that ran this race is gone. 30 of 88 grabs had ended; 10 had won.",
            ),
        ] {
            let cut = ended("lockstep=true", |result| {
                (result.status, result.won, result.sold_out) = (status, 10, 20);
                result.reason = Some("Redis is gone.".to_owned());
            });
            assert_eq!(english(&cut), format!("{begins} Redis is gone."));
            assert!(!chinese(&cut).contains('{'));
        }
        assert_eq!(english(&RaceResult::new("1", &race(""))), "");
    }
}
