-- The driver. Only one run is awake at a time, so KEYS and ARGV are its own whenever it looks, and
-- a run sees nothing that another has left behind: what it does follows from its replies alone.
local runs, awake = {}, nil

local function start(slot, key_count, ...)
  local words = { ... }
  local thread = create(program)
  awake = {
    thread = thread,
    keys = { unpack(words, 1, key_count) },
    argv = { unpack(words, key_count + 1) },
  }
  runs[slot], world.KEYS, world.ARGV = awake, awake.keys, awake.argv
  return raw_resume(thread)
end

local function resume(slot, kind, value)
  local run = runs[slot]
  awake, world.KEYS, world.ARGV = run, run.keys, run.argv
  return raw_resume(run.thread, kind, value)
end

local function forget(slot)
  if slot then runs[slot] = nil else runs = {} end
  awake, world.KEYS, world.ARGV = nil, nil, nil
end

-- redis.*: a call goes out with the line it stands on and comes back as a kind and a value.
local STATUS, ERROR = 1, 2

local function line_behind_pcall()
  -- pcall(redis.call, ...): behind this frame and the call's lie C's pcall, ours, and the program.
  local caller = getinfo(3, 'S')
  local at = caller and caller.what == 'C' and getinfo(5, 'l')
  return at and at.currentline > 0 and at.currentline or 0
end

local function call(...)
  local at = getinfo(2, 'l')
  local line = at and at.currentline or 0
  if line <= 0 then line = line_behind_pcall() end
  local kind, value = raw_yield(ASK, line, ...)
  if kind == STATUS then return { ok = value } end
  if kind == ERROR then error({ err = value }, 0) end
  return value
end

local function redis_pcall(...)
  local at = getinfo(2, 'l')
  local line = at and at.currentline or 0
  if line <= 0 then line = line_behind_pcall() end
  local kind, value = raw_yield(ASK, line, ...)
  if kind == STATUS then return { ok = value } end
  if kind == ERROR then return { err = value } end
  return value
end

local WRONG_ARGUMENTS = 'ERR wrong number or type of arguments'

local function error_reply(...)
  local text = ...
  if select('#', ...) ~= 1 or type(text) ~= 'string' then return { err = WRONG_ARGUMENTS } end
  if byte(text) == 45 then text = sub(text, 2) end
  if not find(text, ' ', 1, true) then text = 'ERR ' .. text end
  return { err = text }
end

local function status_reply(...)
  local text = ...
  if select('#', ...) ~= 1 or type(text) ~= 'string' then return { err = WRONG_ARGUMENTS } end
  return { ok = text }
end

world.redis = locked({
  call = call,
  pcall = redis_pcall,
  error_reply = error_reply,
  status_reply = status_reply,
  sha1hex = function() error({ err = 'ERR redis.sha1hex is not part of the model' }, 0) end,
  log = function() end,
  replicate_commands = function() return true end,
  LOG_DEBUG = 0, LOG_VERBOSE = 1, LOG_NOTICE = 2, LOG_WARNING = 3,
  REDIS_VERSION = '7.0.15', REDIS_VERSION_NUM = 0x0007000f,
})

-- coroutine.*: a program's own coroutines pass its calls on to the host. Their stacks are not part
-- of the memory that the VM counts, and one that overflowed is 16 MB large, so they are few.
local COROUTINES_MAX, OVERFLOWS_MAX = 100, 8

local function program_create(body)
  local count = (awake.coroutines or 0) + 1
  if count > COROUTINES_MAX or (awake.overflows or 0) > OVERFLOWS_MAX then
    error('too many coroutines for the model', 0)
  end
  awake.coroutines = count
  return create(body)
end

local function passed(thread, ok, first, ...)
  if ok and first == ASK then return passed(thread, raw_resume(thread, raw_yield(ASK, ...))) end
  if not ok and type(first) == 'string' and find(first, 'stack overflow', 1, true) then
    awake.overflows = (awake.overflows or 0) + 1
  end
  return ok, first, ...
end

local function program_resume(thread, ...) return passed(thread, raw_resume(thread, ...)) end

local function unwrapped(ok, first, ...)
  if not ok then error(first, 0) end
  return first, ...
end

world.coroutine = locked({
  create = program_create,
  resume = program_resume,
  status = coroutine.status,
  running = function()
    local thread = raw_running()
    if thread ~= awake.thread then return thread end
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

