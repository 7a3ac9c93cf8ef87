//! The grabs of a race, stepped without I/O: hand in a reply, get what the grab does next.
//!
//! Every driver, live or simulated, is a loop around [`Grabs`]; the drivers differ only in who
//! answers and in what order. What they yield is the same trace, counted by the same counter.

use std::collections::BTreeMap;

use crate::stage::{self, Stage, whole};
use crate::xray::{Notes, Sent};
use crate::{program, sql, tries};
use race_core::keys;
use race_core::program::{KeyKind, Program};
use race_core::trace::{Outcome, Step, Tally, Touch, Venue, Verb};
use race_core::{Counter, RaceConfig};
use redis_lua::{Run, Turn, Vm};
use redis_model::{Command, Reply};

/// Tallies in a race that is too large to be traced whole.
const TALLIES: u32 = 256;

/// What a grab does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// It sends this command and waits for the reply.
    Command(Command),
    /// It has the whole script run with these arguments and waits for what that returns.
    Script(Vec<Vec<u8>>),
    /// It has ended, like this.
    Ended(Outcome),
}

/// When a command was in flight, in µs since the race began.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// When it left.
    pub sent_us: u64,
    /// When its reply was here.
    pub replied_us: u64,
}

/// All grabs of one race.
pub struct Grabs {
    config: RaceConfig,
    program: Program,
    keys: Vec<Vec<u8>>,
    /// Made at the first need: a live race in the server venue has none.
    vm: Option<Vm>,
    runs: BTreeMap<u32, Waiting>,
    counter: Counter,
    steps: Vec<Step>,
    tallies: Vec<Tally>,
    shares_since_tally: Vec<i64>,
    tally_every: u32,
    /// What grabs in flight have queued in a transaction.
    queued: BTreeMap<u32, Vec<Command>>,
    /// What was sent for each step, where Redis's own order is to be told.
    notes: Option<Notes>,
    /// What the step that is under way has sent.
    noting: Sent,
    /// What grabs in flight have written in a transaction of the SQL database.
    uncommitted: BTreeMap<u32, Touch>,
    /// What each winner was given, where a schedule may take it back.
    refundable: Option<BTreeMap<u32, i64>>,
}

/// A run that waits for a reply, with the command it sent.
struct Waiting {
    run: Run,
    command: Command,
    line: u16,
}

impl Grabs {
    /// The grabs of this race, none begun.
    pub fn new(race: &str, config: &RaceConfig) -> Grabs {
        Grabs::with_program(race, config, config.program())
    }

    /// The same with a program that need not be in the catalogue.
    pub fn with_program(race: &str, config: &RaceConfig, program: &Program) -> Grabs {
        let key = |kind: &KeyKind| keys::key(race, *kind).into_bytes();
        Grabs {
            keys: program.keys.iter().map(key).collect(),
            vm: None,
            runs: BTreeMap::new(),
            counter: Counter::new(config),
            steps: Vec::new(),
            tallies: Vec::new(),
            shares_since_tally: Vec::new(),
            tally_every: (config.grabs() / TALLIES).max(1),
            queued: BTreeMap::new(),
            notes: config.xray.then(Notes::default),
            noting: None,
            uncommitted: BTreeMap::new(),
            refundable: (!config.schedule.is_empty()).then(BTreeMap::new),
            config: config.clone(),
            program: program.clone(),
        }
    }

    /// The race.
    pub fn config(&self) -> &RaceConfig {
        &self.config
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Its keys, to be set and read.
    pub fn stage(&self) -> Stage<'_> {
        Stage { config: &self.config, program: &self.program, keys: &self.keys }
    }

    /// The keys of this race, in the order in which the program takes them.
    pub fn keys(&self) -> &[Vec<u8>] {
        &self.keys
    }

    /// The one who counts.
    pub fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }

    /// Does beforehand what would make the first grab wait: compiles the program where the app runs it.
    pub fn warm_up(&mut self) {
        if self.config.venue == Venue::Client {
            vm(&mut self.vm, &self.program);
        }
    }

    /// Begins a grab.
    pub fn start(&mut self, grab: u32) -> Next {
        let argv = self.argv(grab);
        if self.config.venue == Venue::Server {
            return Next::Script(argv);
        }
        let (run, turn) = vm(&mut self.vm, &self.program).start(&self.keys, &argv);
        let none = Step {
            grab,
            sent_us: 0,
            replied_us: 0,
            line: 0,
            verb: Verb::None,
            touch: Touch::None,
            end: None,
        };
        self.turned(none, run, turn, false)
    }

    /// Hands in the reply to a grab's command, or what its script returned.
    ///
    /// # Panics
    /// In the client venue, if the grab is not waiting for a reply.
    pub fn reply(&mut self, grab: u32, reply: Reply, flight: Flight) -> Next {
        let Flight { sent_us, replied_us } = flight;
        let mut step = Step {
            grab,
            sent_us,
            replied_us,
            line: 0,
            verb: Verb::Script,
            touch: Touch::None,
            end: None,
        };
        if self.config.venue == Venue::Server {
            self.noting = self.notes.is_some().then(|| self.argv(grab));
            return self.returned(step, &reply, true);
        }
        let mut waiting = self.runs.remove(&grab).expect("the grab waits for a reply");
        step.line = waiting.line;
        step.verb = Verb::of_command(waiting.command.name());
        self.noting = self.notes.is_some().then(|| waiting.command.0.clone());
        step.touch = self.touch_by(grab, &waiting.command, &reply);
        let said = tries::of(&self.stage(), &waiting.command, &reply);
        let turn = vm(&mut self.vm, &self.program).resume(&mut waiting.run, reply);
        let writes = step.verb == Verb::Script && self.names_stock(&waiting.command);
        let next = self.turned(step, waiting.run, turn, writes);
        self.counter.tried(said, matches!(next, Next::Command(_)));
        next
    }

    /// What was sent for each step so far, in the order of the steps; nothing unless the config asks
    /// for Redis's own order.
    pub fn take_notes(&mut self) -> Vec<Sent> {
        self.notes.as_mut().map(Notes::take).unwrap_or_default()
    }

    /// What a grab waits, by its own will, before it sends the command that it is at. Where an order
    /// is decided beforehand nobody waits.
    pub fn wait_us(&self, grab: u32) -> u64 {
        self.runs.get(&grab).map_or(0, |waiting| waiting.run.wait_us())
    }

    /// Ends a grab that stops for ever before it has sent its next command.
    pub fn die(&mut self, grab: u32, at_us: u64) {
        self.runs.remove(&grab);
        let step = Step {
            grab,
            sent_us: at_us,
            replied_us: at_us,
            line: 0,
            verb: Verb::None,
            touch: Touch::None,
            end: None,
        };
        self.ended(step, Outcome::Lost, None);
    }

    /// Ends a grab that got no answer, or that was in flight when the race had to end.
    pub fn lose(&mut self, grab: u32, outcome: Outcome, flight: Flight) {
        let waiting = self.runs.remove(&grab);
        let step = Step {
            grab,
            sent_us: flight.sent_us,
            replied_us: flight.replied_us,
            line: waiting.as_ref().map_or(0, |waiting| waiting.line),
            verb: match &waiting {
                Some(waiting) => Verb::of_command(waiting.command.name()),
                None => Verb::Script,
            },
            touch: Touch::None,
            end: None,
        };
        self.ended(step, outcome, None);
    }

    /// Gives back what a grab has won, by these commands; `None` if it has nothing.
    pub fn refund(&mut self, grab: u32) -> Option<Vec<Command>> {
        let share = self.refundable.as_mut()?.remove(&grab)?;
        let (racer, quantity) = (self.config.racer(grab), self.config.quantity(grab));
        self.counter.refund(racer, quantity, share);
        Some(self.stage().refund(grab, &racer.to_string(), share))
    }

    /// The steps and tallies since the last call.
    pub fn take_trace(&mut self) -> (Vec<Step>, Vec<Tally>) {
        (core::mem::take(&mut self.steps), core::mem::take(&mut self.tallies))
    }

    /// Closes the books: the last tally, if anything has happened since the one before.
    pub fn finish(&mut self, at_us: u64) {
        if self.config.trace_every() > 1 {
            self.tally(at_us);
        }
    }

    fn argv(&self, grab: u32) -> Vec<Vec<u8>> {
        let racer = self.config.racer(grab).to_string();
        self.stage().argv(grab, &racer, &stage::token(grab))
    }

    /// Whether a command gets the stock's key, without which no script writes it.
    fn names_stock(&self, command: &Command) -> bool {
        let stock = self.stage().key(KeyKind::StockString);
        stock.is_some_and(|stock| command.0.iter().any(|word| word == stock))
    }

    /// `writes`: its last command was a script that may have written the stock.
    fn turned(&mut self, step: Step, run: Run, turn: Turn, writes: bool) -> Next {
        match turn {
            Turn::Call { command, line } => {
                if step.verb != Verb::None {
                    self.record(step);
                }
                let waiting = Waiting { run, command: command.clone(), line: line as u16 };
                self.runs.insert(step.grab, waiting);
                Next::Command(command)
            }
            Turn::Return(reply) => self.returned(step, &reply, writes),
            Turn::Failed(failure) => self.failed(step, &failure.to_string()),
        }
    }

    fn returned(&mut self, mut step: Step, reply: &Reply, writes: bool) -> Next {
        let (outcome, share) = match program::ended(&self.program, reply) {
            Ok(end) => end,
            Err(reason) => return self.failed(step, &reason),
        };
        if let (true, Some(share)) = (writes, share) {
            step.touch = Touch::Wrote(share - i64::from(self.config.quantity(step.grab)));
        }
        self.ended(step, outcome, share)
    }

    fn failed(&mut self, step: Step, reason: &str) -> Next {
        self.counter.failure(reason);
        self.ended(step, Outcome::Failed, None)
    }

    fn ended(&mut self, mut step: Step, outcome: Outcome, share: Option<i64>) -> Next {
        let quantity = self.config.quantity(step.grab);
        let end = self.counter.end(self.config.racer(step.grab), quantity, outcome, share);
        step.end = Some(end);
        if let (Some(refundable), Some(share)) = (&mut self.refundable, end.share) {
            refundable.insert(step.grab, share);
        }
        self.record(step);
        if self.config.trace_every() > 1 {
            let highest = end.share.unwrap_or(0);
            let given = if end.share.is_some() { i64::from(quantity) } else { 0 };
            self.shares_since_tally.extend((highest - given + 1..=highest).rev());
            if self.counter.counts().ended().is_multiple_of(u64::from(self.tally_every)) {
                self.tally(step.replied_us);
            }
        }
        Next::Ended(outcome)
    }

    fn record(&mut self, step: Step) {
        if step.verb != Verb::None {
            self.counter.command(step.touch);
        }
        if self.config.is_traced(step.grab) {
            self.steps.push(step);
            let words = self.noting.take();
            if let Some(notes) = &mut self.notes {
                notes.push(step.grab, words);
            }
        }
    }

    fn tally(&mut self, at_us: u64) {
        let shares = core::mem::take(&mut self.shares_since_tally);
        self.tallies.push(Tally { at_us, counts: *self.counter.counts(), shares });
    }

    /// What a reply proves about the stock, also of what EXEC has run at once.
    fn touch_by(&mut self, grab: u32, command: &Command, reply: &Reply) -> Touch {
        if let Some(statement) = sql::statement_name(command) {
            return self.touch_by_statement(grab, statement, command, reply);
        }
        let name = command.name().to_ascii_uppercase();
        match (name.as_str(), reply) {
            (_, Reply::Status(text)) if text == "QUEUED" => {
                self.queued.entry(grab).or_default().push(command.clone());
                Touch::None
            }
            ("EXEC" | "DISCARD", _) => {
                let queued = self.queued.remove(&grab).unwrap_or_default();
                let Reply::Array(replies) = reply else {
                    if let Some(notes) = &mut self.notes {
                        notes.not_run(grab);
                        // Redis tells nobody of an EXEC that it refuses.
                        self.noting = self.noting.take().filter(|_| name == "DISCARD");
                    }
                    return Touch::None;
                };
                let touches =
                    queued.iter().zip(replies).map(|(command, reply)| self.touch(command, reply));
                touches.filter(|touch| *touch != Touch::None).last().unwrap_or(Touch::None)
            }
            _ => self.touch(command, reply),
        }
    }

    /// What the answer to a statement proves about the stock. What a transaction writes nobody sees
    /// before it is committed, so that its COMMIT is the write.
    fn touch_by_statement(
        &mut self,
        grab: u32,
        statement: &str,
        command: &Command,
        reply: &Reply,
    ) -> Touch {
        let written = match (statement, reply) {
            ("read_stock", Reply::Int(stock)) => return Touch::Read(*stock),
            ("lock_stock", Reply::Array(row)) => {
                let [Reply::Int(stock)] = row[..] else { return Touch::None };
                self.uncommitted.insert(grab, Touch::None);
                return Touch::Read(stock);
            }
            ("commit", Reply::Status(_)) => {
                return self.uncommitted.remove(&grab).unwrap_or(Touch::None);
            }
            ("rollback", _) => {
                self.uncommitted.remove(&grab);
                return Touch::None;
            }
            ("write_stock", Reply::Int(1)) => {
                command.0.get(3).and_then(|bytes| whole(bytes)).map_or(Touch::None, Touch::Wrote)
            }
            ("take_stock", Reply::Int(stock)) => Touch::Wrote(*stock),
            _ => return Touch::None,
        };
        match self.uncommitted.get_mut(&grab) {
            Some(last) => {
                *last = written;
                Touch::None
            }
            None => written,
        }
    }

    /// What a reply proves about the stock; nothing, unless the command was about the stock key.
    fn touch(&self, command: &Command, reply: &Reply) -> Touch {
        let stock = self.stage().key(KeyKind::StockString);
        if stock.is_none() || command.0.get(1).map(Vec::as_slice) != stock {
            return Touch::None;
        }
        match (Verb::of_command(command.name()), reply) {
            (Verb::Get, Reply::Bulk(bytes)) => whole(bytes).map_or(Touch::None, Touch::Read),
            (Verb::Set, Reply::Status(_)) => {
                command.0.get(2).and_then(|bytes| whole(bytes)).map_or(Touch::None, Touch::Wrote)
            }
            (Verb::Decr | Verb::Incr, Reply::Int(value)) => Touch::Wrote(*value),
            _ => Touch::None,
        }
    }
}

fn vm<'a>(vm: &'a mut Option<Vm>, program: &Program) -> &'a mut Vm {
    vm.get_or_insert_with(|| Vm::of_client(&program.text).expect("a catalogue program compiles"))
}
