//! The grabs of a race, stepped without I/O: hand in a reply, get what the grab does next.
//!
//! Every driver, live or simulated, is a loop around [`Grabs`]; the drivers differ only in who
//! answers and in what order. What they yield is the same trace, counted by the same counter.

mod touches;
mod tracer;

use std::collections::BTreeMap;

use crate::keyspace::{self, Keyspace};
use crate::xray::{Notes, Sent};
use crate::{attempts, program};
use race_core::keys;
use race_core::program::{KeyKind, Program};
use race_core::trace::{Outcome, Step, Tally, Touch, Venue, Verb};
use race_core::{Counter, RaceConfig};
use redis_lua::{Run, Turn, Vm};
use redis_model::{Command, Reply};
use touches::{Touches, names_stock};
use tracer::Tracer;

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

/// All grabs of one race: what each does next, counted and traced.
///
/// ```
/// use race_core::RaceConfig;
/// use race_core::config::field::plain;
/// use race_engine::world::World;
/// use race_engine::{Flight, Grabs, Next};
///
/// let fields = plain([("racers", "2"), ("shares", "1")]);
/// let config = RaceConfig::from_fields(&fields).expect("a config");
/// let mut grabs = Grabs::new("example", &config);
/// let mut world = World::default();
/// for command in grabs.keyspace().load() {
///     world.call(&command).expect("the model has SET");
/// }
/// // Each grab runs to its end before the next one begins.
/// for grab in 0..config.grabs() {
///     let mut next = grabs.start(grab);
///     while let Next::Command(command) = next {
///         let reply = world.call(&command).expect("the model has GET and SET");
///         next = grabs.reply(grab, reply, Flight { sent_us: 0, replied_us: 0 });
///     }
/// }
/// assert_eq!(grabs.counter().counts().won, 1);
/// ```
pub struct Grabs {
    config: RaceConfig,
    program: Program,
    keys: Vec<Vec<u8>>,
    /// Made at the first need: a live race in the server venue has none.
    vm: Option<Vm>,
    runs: BTreeMap<u32, Waiting>,
    counter: Counter,
    tracer: Tracer,
    touches: Touches,
    /// What was sent for each step, where Redis's own order is asked for.
    notes: Option<Notes>,
    /// The highest share of each winner, where a schedule may take it back.
    refundable: Option<BTreeMap<u32, i64>>,
}

/// A run that waits for a reply, with the command that it sent.
struct Waiting {
    run: Run,
    command: Command,
    line: u16,
}

impl Grabs {
    /// Returns the grabs of this race, none of them begun.
    pub fn new(race: &str, config: &RaceConfig) -> Grabs {
        Grabs::with_program(race, config, config.program())
    }

    /// Returns the same for a program that need not be in the catalogue.
    pub fn with_program(race: &str, config: &RaceConfig, program: &Program) -> Grabs {
        let key = |kind: &KeyKind| keys::key(race, *kind).into_bytes();
        Grabs {
            keys: program.keys.iter().map(key).collect(),
            vm: None,
            runs: BTreeMap::new(),
            counter: Counter::new(config),
            tracer: Tracer::new(config),
            touches: Touches::default(),
            notes: config.xray.then(Notes::default),
            refundable: (!config.schedule.is_empty()).then(BTreeMap::new),
            config: config.clone(),
            program: program.clone(),
        }
    }

    /// Returns the race.
    pub fn config(&self) -> &RaceConfig {
        &self.config
    }

    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the keys of this race, to be set and read.
    pub fn keyspace(&self) -> Keyspace<'_> {
        Keyspace { config: &self.config, program: &self.program, keys: &self.keys }
    }

    /// Returns the keys of this race, in the order in which the program takes them.
    pub fn keys(&self) -> &[Vec<u8>] {
        &self.keys
    }

    /// Returns the counter of this race.
    pub fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }

    /// Does beforehand what would make the first grab wait: compiles the program where the app runs it.
    pub fn warm_up(&mut self) {
        if self.config.venue == Venue::Client {
            vm(&mut self.vm, &self.program);
        }
    }

    /// Begins a grab, and returns what it does first.
    pub fn start(&mut self, grab: u32) -> Next {
        let argv = argv(&self.keyspace(), grab);
        if self.config.venue == Venue::Server {
            return Next::Script(argv);
        }
        let (run, turn) = vm(&mut self.vm, &self.program).start(&self.keys, &argv);
        let none = step(grab, Verb::None, Flight { sent_us: 0, replied_us: 0 });
        self.turned(none, run, turn, false)
    }

    /// Takes in the reply to a grab's command, or what its script returned, and returns what it does next.
    ///
    /// # Panics
    /// In the client venue, if the grab is not waiting for a reply.
    pub fn reply(&mut self, grab: u32, reply: Reply, flight: Flight) -> Next {
        let mut step = step(grab, Verb::Script, flight);
        let (config, program, keys) = (&self.config, &self.program, &self.keys);
        let keyspace = Keyspace { config, program, keys };
        if self.config.venue == Venue::Server {
            if let Some(notes) = &mut self.notes {
                notes.send(argv(&keyspace, grab));
            }
            return self.returned(step, &reply, true);
        }
        let mut waiting = self.runs.remove(&grab).expect("the grab waits for a reply");
        step.line = waiting.line;
        step.verb = Verb::of_command(waiting.command.name());
        if let Some(notes) = &mut self.notes {
            notes.answered(grab, &waiting.command, &reply);
        }
        step.touch = self.touches.prove(&keyspace, grab, &waiting.command, &reply);
        let attempt = attempts::of(&keyspace, &waiting.command, &reply);
        let writes = step.verb == Verb::Script && names_stock(&keyspace, &waiting.command);
        let turn = vm(&mut self.vm, &self.program).resume(&mut waiting.run, reply);
        let next = self.turned(step, waiting.run, turn, writes);
        self.counter.tried(attempt, matches!(next, Next::Command(_)));
        next
    }

    /// Returns what was sent for each step so far, in the order of the steps; nothing unless the config
    /// asks for Redis's own order.
    pub fn take_notes(&mut self) -> Vec<Sent> {
        self.notes.as_mut().map(Notes::take).unwrap_or_default()
    }

    /// Returns how long a grab waits, by its own will, before it sends the command that it is at. Where an
    /// order is decided beforehand nobody waits.
    pub fn wait_us(&self, grab: u32) -> u64 {
        self.runs.get(&grab).map_or(0, |waiting| waiting.run.wait_us())
    }

    /// Ends a grab that stops for ever before it has sent its next command.
    pub fn die(&mut self, grab: u32, at_us: u64) {
        self.runs.remove(&grab);
        let step = step(grab, Verb::None, Flight { sent_us: at_us, replied_us: at_us });
        self.ended(step, Outcome::Lost, None);
    }

    /// Ends a grab that got no answer, or that was in flight when the race had to end.
    pub fn lose(&mut self, grab: u32, outcome: Outcome, flight: Flight) {
        let step = match self.runs.remove(&grab) {
            Some(waiting) => {
                let verb = Verb::of_command(waiting.command.name());
                Step { line: waiting.line, ..step(grab, verb, flight) }
            }
            None => step(grab, Verb::Script, flight),
        };
        self.ended(step, outcome, None);
    }

    /// Takes back what a grab has won, and returns the commands that give it to the stock again; `None` if
    /// it has won nothing.
    pub fn refund(&mut self, grab: u32) -> Option<Vec<Command>> {
        let share = self.refundable.as_mut()?.remove(&grab)?;
        let (racer, quantity) = (self.config.racer(grab), self.config.quantity(grab));
        self.counter.refund(racer, quantity, share);
        Some(self.keyspace().refund(grab, &racer.to_string(), share))
    }

    /// Returns the steps and tallies since the last call.
    pub fn take_trace(&mut self) -> (Vec<Step>, Vec<Tally>) {
        self.tracer.take()
    }

    /// Ends the trace: of a race that is not traced whole, with a last tally.
    pub fn finish(&mut self, at_us: u64) {
        self.tracer.finish(at_us, self.counter.counts());
    }

    /// Takes in what the program does next; `writes` is true if its last command was a script that may have
    /// written the stock.
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
            Err(reason) => return self.failed(step, &reason.to_string()),
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
        self.tracer.end(&step, quantity, self.counter.counts());
        Next::Ended(outcome)
    }

    fn record(&mut self, step: Step) {
        if step.verb != Verb::None {
            self.counter.command(step.touch);
        }
        if self.config.is_traced(step.grab) {
            self.tracer.add(step);
            if let Some(notes) = &mut self.notes {
                notes.end_step(step.grab);
            }
        }
    }
}

fn vm<'a>(vm: &'a mut Option<Vm>, program: &Program) -> &'a mut Vm {
    vm.get_or_insert_with(|| Vm::of_client(&program.text).expect("a catalogue program compiles"))
}

fn argv(keyspace: &Keyspace<'_>, grab: u32) -> Vec<Vec<u8>> {
    let racer = keyspace.config.racer(grab).to_string();
    keyspace.argv(grab, &racer, &keyspace::token(grab))
}

/// Returns a step that proves nothing and ends nothing.
fn step(grab: u32, verb: Verb, flight: Flight) -> Step {
    let Flight { sent_us, replied_us } = flight;
    Step { grab, sent_us, replied_us, line: 0, verb, touch: Touch::None, end: None }
}
