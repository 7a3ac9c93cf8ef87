//! What is changed in a program's compiled form, which is that of Lua 5.4 whatever the dialect.
//!
//! Two things. *Tail calls of library functions become plain calls*: in Redis these functions are
//! C, and C leaves the caller's frame where it is, so that `return redis.call(…)` has a line; here
//! many of them are Lua, which would replace it. A function that a program wrote itself is
//! called by a local name, and keeps its tail call. *A chain of `..` has a limit*: one such
//! instruction copies all its operands before anybody looks at the memory.

/// Operands of one chain of `..`: with texts as large as the whole memory of a run, 1 GiB.
const OPERANDS_MAX: u32 = 32;

const HEADER_BYTES: usize = 12;
/// The mark of a chunk of Lua 5.1, and a byte of its header that it begins with.
const HEADER: &[u8] = b"\x1bLua\x51";

const GET_TABLE_UP: u32 = 11;
const GET_FIELD: u32 = 14;
const SELF: u32 = 20;
const CONCAT: u32 = 53;
const JUMP: u32 = 56;
const CALL: u32 = 68;
const TAIL_CALL: u32 = 69;
const EXTRA_ARGUMENT: u32 = 82;

/// Why a chunk is not taken.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not in the form that is read here.
    Unreadable,
    /// One chain of `..` is too long.
    Chain,
}

/// Changes a dumped chunk in place.
pub fn adapt(chunk: &mut [u8]) -> Result<(), Refusal> {
    if !chunk.starts_with(HEADER) {
        return Err(Refusal::Unreadable);
    }
    // Behind the header, the number of upvalues.
    let mut walk = Walk { chunk, at: HEADER_BYTES + 1 };
    walk.function()
}

struct Walk<'a> {
    chunk: &'a mut [u8],
    at: usize,
}

impl Walk<'_> {
    fn step(&mut self, count: usize) -> Result<usize, Refusal> {
        let start = self.at;
        self.at = start.checked_add(count).ok_or(Refusal::Unreadable)?;
        if self.at > self.chunk.len() {
            return Err(Refusal::Unreadable);
        }
        Ok(start)
    }

    fn byte(&mut self) -> Result<u8, Refusal> {
        let at = self.step(1)?;
        Ok(self.chunk[at])
    }

    /// Seven bits a byte, the last one marked.
    fn size(&mut self) -> Result<usize, Refusal> {
        let mut size = 0usize;
        loop {
            let byte = self.byte()?;
            size = size << 7 | usize::from(byte & 0x7f);
            if byte & 0x80 != 0 {
                return Ok(size);
            }
        }
    }

    fn string(&mut self) -> Result<(), Refusal> {
        let size = self.size()?;
        self.step(size.saturating_sub(1)).map(|_| ())
    }

    /// A list: its length, and that many items.
    fn list(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        for _ in 0..self.size()? {
            item(self)?;
        }
        Ok(())
    }

    fn function(&mut self) -> Result<(), Refusal> {
        self.string()?;
        self.size()?;
        self.size()?;
        self.step(3)?;
        let count = self.size()?;
        let start = self.step(4 * count)?;
        adapt_code(&mut self.chunk[start..start + 4 * count])?;
        self.list(Self::constant)?;
        self.list(|walk| walk.step(3).map(|_| ()))?;
        self.list(Self::function)?;
        // Lines, jumps of lines, local names, names of upvalues.
        self.list(|walk| walk.step(1).map(|_| ()))?;
        self.list(|walk| walk.size().and(walk.size()).map(|_| ()))?;
        self.list(|walk| walk.string().and(walk.size()).and(walk.size()).map(|_| ()))?;
        self.list(Self::string)
    }

    fn constant(&mut self) -> Result<(), Refusal> {
        match self.byte()? & 0x0f {
            // nil and the booleans
            0 | 1 => Ok(()),
            // numbers
            3 => self.step(8).map(|_| ()),
            4 => self.string(),
            _ => Err(Refusal::Unreadable),
        }
    }
}

fn adapt_code(code: &mut [u8]) -> Result<(), Refusal> {
    let word = |code: &[u8], at: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&code[4 * at..4 * at + 4]);
        u32::from_ne_bytes(bytes)
    };
    for at in 0..code.len() / 4 {
        let instruction = word(code, at);
        match operation(instruction) {
            CONCAT if instruction >> 16 & 0xff > OPERANDS_MAX => return Err(Refusal::Chain),
            TAIL_CALL => {
                // What last wrote the register that the function is in.
                let loader = (0..at).rev().map(|before| word(code, before)).find(|before| {
                    register(*before) == register(instruction)
                        && !matches!(operation(*before), JUMP | EXTRA_ARGUMENT)
                });
                let is_library = loader.is_some_and(|loader| {
                    matches!(operation(loader), GET_TABLE_UP | GET_FIELD | SELF | CALL)
                });
                if is_library {
                    // The registers and the arguments stay; all results are wanted.
                    let call = instruction & 0x00ff_7f80 | CALL;
                    code[4 * at..4 * at + 4].copy_from_slice(&call.to_ne_bytes());
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn operation(instruction: u32) -> u32 {
    instruction & 0x7f
}

fn register(instruction: u32) -> u32 {
    instruction >> 7 & 0xff
}
