//! A schedule explained: replayed on the models, with a row for each of its acts.

use crate::simulate::{ReplayedAct, replay};
use crate::sql;
use race_core::config::RaceConfig;
use race_core::counterexample::{Counterexample, Event, Row, StaleWrite};
use race_core::program::Program;
use race_core::schedule::{Act, Schedule};
use race_core::trace::{Step, Touch, Verb};
use redis_model::{Command, Reply};

/// Characters of a command or a reply that are kept.
const TEXT_MAX: usize = 120;

/// Returns what this schedule leads to in a scenario, as far as it goes.
pub fn explain(config: &RaceConfig, program: &Program, schedule: &Schedule) -> Counterexample {
    let config = RaceConfig { schedule: schedule.clone(), ..config.clone() };
    let replayed = replay(&config, program);
    let acts = &replayed.acts[..schedule.len().min(replayed.acts.len())];
    Counterexample {
        rows: rows(acts, &replayed.race.steps),
        stale: stale(&replayed.race.steps),
        result: replayed.race.result,
        config,
    }
}

/// Explains all grabs side by side, turn about, to their ends: an order as good as any other, for a program
/// that none can break.
pub fn side_by_side(config: &RaceConfig, program: &Program, turns_max: u32) -> Counterexample {
    let grabs = config.grabs();
    let turns = (0..turns_max).map(|turn| Act::Turn(turn % grabs)).collect();
    let tried = RaceConfig { schedule: Schedule(turns), ..config.clone() };
    // A turn of a grab that has ended is no act, so that the acts are the schedule without those.
    let acts = replay(&tried, program).acts.into_iter().map(|each| each.act).collect();
    explain(config, program, &Schedule(acts))
}

fn rows(acts: &[ReplayedAct], steps: &[Step]) -> Vec<Row> {
    let mut steps = steps.iter();
    let mut turn = None;
    let row = |each: &ReplayedAct| {
        let step = match each.act {
            Act::Turn(_) | Act::Die(_) => steps.next(),
            Act::Time | Act::Refund(_) => None,
        };
        let grab = each.act.grab();
        let steps_in = turn.is_some() && grab.is_some() && turn != grab;
        turn = grab.or(turn);
        Row {
            grab,
            steps_in,
            event: event(each),
            touch: step.map_or(Touch::None, |step| step.touch),
            line: step.map_or(0, |step| step.line),
            outcome: each.outcome,
            share: step.and_then(|step| step.end).and_then(|end| end.share),
        }
    };
    acts.iter().map(row).collect()
}

fn event(replayed: &ReplayedAct) -> Event {
    match replayed.act {
        Act::Die(_) => Event::Dies,
        Act::Time => Event::Time,
        Act::Refund(_) => Event::Refund,
        Act::Turn(_) => Event::Turn {
            sent: replayed.sent.as_ref().map(command_text),
            reply: match &replayed.reply {
                None | Some(Reply::Nil) => None,
                Some(reply) => Some(clean(&reply_text(reply))),
            },
        },
    }
}

/// Returns a command without the race's prefix of its keys, and with scripts left out.
fn command_text(command: &Command) -> String {
    let word = |word: &Vec<u8>| {
        let text = String::from_utf8_lossy(word);
        match text.split_once("}:") {
            Some((_, key)) => key.to_owned(),
            None if text.contains('\n') => "…".to_owned(),
            None => text.into_owned(),
        }
    };
    // The race of a statement is the same in all, and no key that means anything.
    let is_race = |at: usize| sql::is_statement(command) && at == 2;
    let words = command.0.iter().enumerate().filter(|(at, _)| !is_race(*at));
    clean(&words.map(|(_, each)| word(each)).collect::<Vec<_>>().join(" "))
}

fn reply_text(reply: &Reply) -> String {
    match reply {
        Reply::Nil => "nil".to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bulk(text) => String::from_utf8_lossy(text).into_owned(),
        Reply::Status(text) | Reply::Error(text) => text.clone(),
        Reply::Array(all) => {
            format!("[{}]", all.iter().map(reply_text).collect::<Vec<_>>().join(", "))
        }
    }
}

fn clean(text: &str) -> String {
    short(&text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>(), TEXT_MAX)
}

/// Returns a text of at most this many characters, with a sign where some are missing.
pub fn short(text: &str, chars_max: usize) -> String {
    match text.chars().count() > chars_max {
        true => text.chars().take(chars_max - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Returns the first write that was worked out from a value that another grab had already replaced.
fn stale(steps: &[Step]) -> Option<StaleWrite> {
    for (at, step) in steps.iter().enumerate() {
        let Touch::Wrote(wrote) = step.touch else { continue };
        let before = &steps[..at];
        let own = |each: &Step| each.grab == step.grab && matches!(each.touch, Touch::Read(_));
        let last = before.iter().rposition(own).filter(|_| step.verb != Verb::Script);
        let Some(last) = last else { continue };
        let Touch::Read(read) = before[last].touch else { continue };
        let other = |each: &&Step| each.grab != step.grab && matches!(each.touch, Touch::Wrote(_));
        if let Some(Step { grab, touch: Touch::Wrote(other_wrote), .. }) =
            before[last..].iter().rfind(other)
        {
            return Some(StaleWrite {
                grab: step.grab,
                read,
                wrote,
                other: *grab,
                other_wrote: *other_wrote,
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::scenario;
    use race_core::catalogue;
    use race_core::trace::{Outcome, Venue};

    fn explained(name: &str, venue: Venue, schedule: &str) -> Counterexample {
        let program = catalogue::strategy(name).unwrap();
        let config = scenario::standard(program, venue).unwrap().remove(0);
        explain(&config, program, &schedule.parse().unwrap())
    }

    #[test]
    fn each_act_has_a_row_with_its_grab_and_what_was_read_and_written() {
        let example = explained("get_set", Venue::Client, "0.1.0.1");
        let sent = |row: &Row| match &row.event {
            Event::Turn { sent: Some(sent), reply: Some(reply) } => format!("{sent} → {reply}"),
            other => panic!("{other:?}"),
        };
        let shown: Vec<_> = example.rows.iter().map(sent).collect();
        assert_eq!(
            shown,
            ["GET stock → 1", "GET stock → 1", "SET stock 0 → OK", "SET stock 0 → OK"]
        );
        assert_eq!(
            example.rows.iter().map(|row| row.steps_in).collect::<Vec<_>>(),
            [false, true, true, true]
        );
        assert_eq!(
            (example.rows[1].touch, example.rows[3].touch),
            (Touch::Read(1), Touch::Wrote(0))
        );
        assert_eq!((example.rows[3].outcome, example.rows[3].share), (Some(Outcome::Won), Some(1)));
        let stale = StaleWrite { grab: 1, read: 1, wrote: 0, other: 0, other_wrote: 0 };
        assert_eq!((example.stale, example.result.oversold), (Some(stale), 1));
    }

    #[test]
    fn a_whole_script_is_one_row_without_a_command() {
        let example = explained("get_set", Venue::Server, "0.1");
        assert_eq!(example.rows.len(), 2);
        assert_eq!(example.rows[1].event, Event::Turn { sent: None, reply: Some("-1".to_owned()) });
        assert_eq!((example.stale, example.rows[0].line), (None, 0));
    }

    #[test]
    fn a_script_that_releases_a_lock_writes_no_stock_and_one_that_writes_it_does() {
        let mut token = explained("lock_token", Venue::Client, "0.0.0.0.0.0").rows;
        let token = token.pop().unwrap();
        assert_eq!((token.outcome, token.touch), (Some(Outcome::Won), Touch::None));
        let fenced = explained("lock_fenced", Venue::Client, "0.0.0.0.0.0.0.0").rows;
        assert!(fenced.iter().any(|row| row.touch == Touch::Wrote(0)), "{fenced:?}");
    }

    #[test]
    fn faults_are_acts_like_others_and_time_is_of_no_grab() {
        let example = explained("lock_ttl", Venue::Client, "0.t.1.x0");
        let did: Vec<_> = example.rows.iter().map(|row| (row.grab, row.steps_in)).collect();
        assert_eq!(did, [(Some(0), false), (None, false), (Some(1), true), (Some(0), true)]);
        assert_eq!((&example.rows[1].event, &example.rows[3].event), (&Event::Time, &Event::Dies));
    }

    #[test]
    fn side_by_side_everybody_comes_to_an_end_and_somebody_wins() {
        for program in catalogue::strategies() {
            for &venue in &program.venues {
                let config = scenario::standard(program, venue).unwrap().remove(0);
                let example = side_by_side(&config, program, 200);
                let ended = example.rows.iter().filter(|row| row.outcome.is_some()).count();
                assert_eq!(ended, 2, "{}, {venue}", program.name);
                assert_eq!(example.config.schedule.len(), example.rows.len());
                assert!(example.result.won > 0, "{}, {venue}", program.name);
            }
        }
    }
}
