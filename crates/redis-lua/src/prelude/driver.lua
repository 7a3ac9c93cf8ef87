-- The driver. Only one run is awake at a time, so KEYS and ARGV are its own whenever it looks, and
-- a run sees nothing that another has left behind: what it does follows from its replies alone.
local runs, awake = {}, nil

-- Where a run failed: the frame that raised, or the program's own below those of the libraries.
local function place(thread)
  for level = 0, 9 do
    local at = getinfo(thread, level, 'Sl')
    if not at then return end
    if at.currentline > 0 and at.source ~= '=prelude' then return at.source, at.currentline end
  end
end

local function turned(ok, first, ...)
  local wanted = awake.wanted
  if wanted then return true, ASK, true, unpack(wanted, 1, wanted.count) end
  if ok then return ok, first, ... end
  return ok, mended(first, awake.thread), place(awake.thread)
end

-- A function of a library gets its keys and arguments handed, and sees no such globals.
local function wake(run)
  awake = run
  if not is_library then world.KEYS, world.ARGV = run.keys, run.argv end
end

local function begun(slot, words, key_count, answers)
  local thread = create(program)
  local run = {
    thread = thread, words = words, key_count = key_count, answers = answers, answered = 0,
    keys = { unpack(words, 1, key_count) },
    argv = { unpack(words, key_count + 1) },
  }
  runs[slot] = run
  wake(run)
  return turned(raw_resume(thread))
end

local function start(slot, key_count, ...) return begun(slot, { ... }, key_count) end

-- `answers` are the replies to the first calls, two values each.
local function again(slot, answers)
  local run = runs[slot]
  return begun(slot, run.words, run.key_count, answers)
end

local function resume(slot, kind, value)
  local run = runs[slot]
  wake(run)
  return turned(raw_resume(run.thread, kind, value))
end

local function forget(slot)
  collect('restart')
  if slot then runs[slot] = nil else runs = {} end
  awake, world.KEYS, world.ARGV = nil, nil, nil
end

-- A call goes out with the line it stands on and comes back as a kind and a value. Where the VM
-- cannot wait, inside a sort comparator or a gsub callback, the run ends here and the host begins
-- it again with the replies so far; until it has ended, nothing catches that.
local STOPPED = 'this run is begun again'

local function stopped_or(...)
  if awake.wanted then error(STOPPED, 0) end
  return ...
end

local function to_host(...)
  local ok, kind, value = base.pcall(raw_yield, ASK, false, ...)
  if ok then return kind, value end
  awake.wanted = { count = select('#', ...), ... }
  error(STOPPED, 0)
end

local function asked(...)
  stopped_or()
  if awake.registers then
    error({ err = 'ERR redis.call can only be called inside a script invocation' }, 0)
  end
  local answers, at, waited = awake.answers, awake.answered * 2, awake.waited or 0
  awake.waited = nil
  if not answers or at >= answers.count then return to_host(waited, ...) end
  awake.answered = awake.answered + 1
  return answers[at + 1], answers[at + 2]
end

-- `wait(ms)`: what was waited goes out with the next call, so that waiting is no step of its own.
if may_wait then
  world.wait = function(ms)
    ms = base.tonumber(ms)
    if not ms then raise("bad argument #1 to 'wait' (number expected)") end
    if ms > 0 then awake.waited = (awake.waited or 0) + ms end
  end
end

-- The line of the program on which it called the function that called this one, or 0.
local function line_of_call()
  local at = getinfo(3, 'Sl')
  if at and at.currentline > 0 and at.source ~= '=prelude' then return at.currentline end
  -- pcall(redis.call, ...): behind C's pcall and ours lies the program.
  local is_behind = false
  for level = 3, 9 do
    at = getinfo(level, 'Sl')
    if not at then break end
    local is_program = at.currentline > 0 and at.source ~= '=prelude'
    if is_program then return is_behind and at.currentline or 0 end
    is_behind = is_behind or at.what == 'C'
  end
  return 0
end

local STATUS, ERROR = 1, 2
local function replied(kind, value)
  if kind == STATUS then return { ok = value } end
  if kind == ERROR then return { err = value }, true end
  return value
end

-- To Redis a command's case is all one; in capitals, this word is how `db.call` goes out.
local function to_redis(...)
  if (...) == 'SQL' then return 'sql', select(2, ...) end
  return ...
end

local function call(...)
  local reply, is_error = replied(asked(line_of_call(), to_redis(...)))
  if is_error then error(reply, 0) end
  return reply
end

local function redis_pcall(...)
  local reply = replied(asked(line_of_call(), to_redis(...)))
  return reply
end

-- The second door of a program that runs in the app: a named statement of the SQL database.
local function db_call(...)
  local reply, is_error = replied(asked(line_of_call(), 'SQL', ...))
  if is_error then error(reply, 0) end
  return reply
end
if may_wait then world.db = locked({ call = db_call }) end

-- coroutine.*: a program's own coroutines pass its calls on to the host. Their stacks are not part
-- of the memory that the VM counts, and one that overflowed is 16 MB large, so they are few.
local COROUTINES_MAX, OVERFLOWS_MAX = 100, 8

local function program_create(body)
  local is_program = type(body) == 'function'
  if is_program then
    local at = getinfo(body, 'S')
    is_program = at.what ~= 'C' and at.source ~= '=prelude'
  end
  if not is_program then raise("bad argument #1 to 'create' (Lua function expected)") end
  local count = (awake.coroutines or 0) + 1
  if count > COROUTINES_MAX or (awake.overflows or 0) > OVERFLOWS_MAX then
    error('too many coroutines for the model', 0)
  end
  awake.coroutines = count
  return create(body)
end

local function forward(thread, _, ...) return raw_resume(thread, to_host(...)) end

local function passed(thread, ok, first, ...)
  if ok and first == ASK then return passed(thread, forward(thread, ...)) end
  stopped_or()
  if not ok and type(first) == 'string' then
    if find(first, 'stack overflow', 1, true) then awake.overflows = (awake.overflows or 0) + 1 end
    first = mended(first, thread)
  end
  return ok, first, ...
end

local function program_resume(thread, ...) return passed(thread, raw_resume(thread, ...)) end

-- As in C, a text that passes through gets the place once more.
local function unwrapped(ok, first, ...)
  if ok then return first, ... end
  error(first, (type(first) == 'string' or type(first) == 'number') and 3 or 0)
end

world.coroutine = locked({
  create = program_create,
  resume = program_resume,
  status = coroutine.status,
  running = function()
    local thread = raw_running()
    if thread == awake.thread then return nil end
    return thread
  end,
  yield = function(...)
    if raw_running() == awake.thread then error(YIELDED_OUTSIDE, 0) end
    return raw_yield(...)
  end,
  wrap = function(body)
    local thread = program_create(body)
    return function(...) return unwrapped(program_resume(thread, ...)) end
  end,
})

