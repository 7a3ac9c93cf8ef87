-- What stands between a program and the VM: Redis's own globals, locked, and the driver that steps
-- many runs of one program side by side. Gets the compiled program, a size, and the mark that a call
-- to the host bears; gives three functions that only the host calls: start, resume, forget.
--
-- Errors that are raised here carry level 0 or 2, so that no text ever names this file.

local program, bytes_max, ASK = ...

local READONLY = 'Attempt to modify a readonly table'
local YIELDED_OUTSIDE = 'attempt to yield across metamethod/C-call boundary'

local base = {
  error = error, getmetatable = getmetatable, loadstring = loadstring, next = next, pairs = pairs,
  pcall = pcall, rawget = rawget, rawset = rawset, select = select, setfenv = setfenv,
  setmetatable = setmetatable, tonumber = tonumber, tostring = tostring, type = type,
  unpack = unpack,
}
local error, type, select, unpack = error, type, select, unpack
local getinfo = debug.getinfo
local create, raw_resume, raw_yield = coroutine.create, coroutine.resume, coroutine.yield
local raw_running = coroutine.running
local find, gsub, lower, byte, sub = string.find, string.gsub, string.lower, string.byte, string.sub
local raw_concat, raw_insert, floor = table.concat, table.insert, math.floor

-- Locked tables: an empty table in front of the real one, for which see also rawset and insert.
local behind = {}
local nothing = {}
local function refuse() error(READONLY, 2) end
local function locked(real)
  local front = base.setmetatable({}, { __index = real, __newindex = refuse, __metatable = nothing })
  behind[front] = real
  return front
end
behind[nothing] = {}
base.setmetatable(nothing, { __newindex = refuse, __metatable = nothing })

local world = base.setmetatable({}, {
  __index = function(_, name)
    error("Script attempted to access nonexistent global variable '" .. base.tostring(name) .. "'", 2)
  end,
})
local globals = locked(world)

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

local function forget()
  runs, awake, world.KEYS, world.ARGV = {}, nil, nil, nil
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

local WRONG_ARGUMENTS = { err = 'ERR wrong number or type of arguments' }

local function error_reply(...)
  local text = ...
  if select('#', ...) ~= 1 or type(text) ~= 'string' then return { err = WRONG_ARGUMENTS.err } end
  if byte(text) == 45 then text = sub(text, 2) end
  if not find(text, ' ', 1, true) then text = 'ERR ' .. text end
  return { err = text }
end

local function status_reply(...)
  local text = ...
  if select('#', ...) ~= 1 or type(text) ~= 'string' then return { err = WRONG_ARGUMENTS.err } end
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

-- coroutine.*: a program's own coroutines pass its calls on to the host.
local function passed(thread, ok, first, ...)
  if ok and first == ASK then return passed(thread, raw_resume(thread, raw_yield(ASK, ...))) end
  return ok, first, ...
end

local function program_resume(thread, ...) return passed(thread, raw_resume(thread, ...)) end

local function unwrapped(ok, first, ...)
  if not ok then error(first, 0) end
  return first, ...
end

world.coroutine = locked({
  create = create,
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
    local thread = create(body)
    return function(...) return unwrapped(program_resume(thread, ...)) end
  end,
})

-- Globals that Redis replaces, and those that would tell of the machine or of another run.
local function caught(ok, first, ...)
  if not ok and type(first) == 'table' and type(first.err) == 'string' then return ok, first.err end
  return ok, first, ...
end

local function compiled(text, name)
  if type(text) == 'string' and byte(text) == 27 then return nil, 'bytecode is not part of the model' end
  local body, why = base.loadstring(text, name)
  return body and base.setfenv(body, globals), why
end

for _, name in base.pairs({
  '_VERSION', 'assert', 'error', 'getmetatable', 'ipairs', 'rawequal', 'select', 'type', 'xpcall',
}) do world[name] = _G[name] end
world._G = globals
world.pcall = function(...) return caught(base.pcall(...)) end
world.loadstring = compiled
world.load = function(piece, name)
  local text, pieces = nil, {}
  repeat
    text = piece()
    raw_insert(pieces, text)
  until text == nil or text == ''
  return compiled(raw_concat(pieces), name or '=(load)')
end
world.collectgarbage = function() return 0 end
world.gcinfo = function() return 0 end
world.rawget = function(t, key) return base.rawget(behind[t] or t, key) end
world.rawset = function(t, key, value)
  if behind[t] then error(READONLY, 0) end
  return base.rawset(t, key, value)
end
world.setmetatable = function(t, meta)
  if behind[t] then error(READONLY, 0) end
  return base.setmetatable(t, meta)
end
local function following(t, key) return base.next(behind[t] or t, key) end
world.next = following
world.pairs = function(t)
  if behind[t] then return following, t, nil end
  return base.pairs(t)
end
world.tostring = function(value)
  local text, kind = base.tostring(value), type(value)
  if kind == 'string' or kind == 'number' then return text end
  return (gsub(text, ': 0x%x+$', ': 0x0'))
end

local INFINITE = { inf = 1 / 0, infinity = 1 / 0, nan = 0 / 0 }
world.tonumber = function(text, ...)
  local number = base.tonumber(text, ...)
  if number or type(text) ~= 'string' or select('#', ...) > 0 then return number end
  local _, _, sign, word = find(lower(text), '^%s*([+-]?)(%l+)%s*$')
  local infinite = word and INFINITE[word]
  return infinite and (sign == '-' and -infinite or infinite)
end

-- Libraries. A whole number that is an argument is cut, as C does; the VM would refuse 2.5.
local function whole(number)
  local n = base.tonumber(number)
  if not n or n == floor(n) and n > -2 ^ 31 and n < 2 ^ 31 then return number end
  if n ~= n or n <= -2 ^ 31 then return -2 ^ 31 end
  if n >= 2 ^ 31 then return 2 ^ 31 - 1 end
  return n < 0 and -floor(-n) or floor(n)
end

local function copy(library, but)
  local new = {}
  for name, value in base.pairs(library) do if not but[name] then new[name] = value end end
  return new
end

local function too_large() error('string is too large for the model', 0) end

-- One call that builds a text can do so behind the VM's back: its size is known here, beforehand.
local function bounded(replace)
  local bytes = 0
  return function(...)
    local text = replace(...)
    if type(text) == 'string' then
      bytes = bytes + #text
      if bytes > bytes_max then too_large() end
    end
    return text
  end
end

local raw_string = string
local strings = copy(string, { dump = true, gfind = true })
strings.sub = function(s, i, j) return sub(s, whole(i), whole(j)) end
strings.byte = function(s, i, j) return byte(s, whole(i), whole(j)) end
strings.rep = function(s, n) return raw_string.rep(s, whole(n)) end
strings.find = function(s, pattern, init, plain) return find(s, pattern, whole(init), plain) end
strings.match = function(s, pattern, init)
  if init == nil then return raw_string.match(s, pattern) end
  return raw_string.match(s, pattern, whole(init))
end
strings.gsub = function(s, pattern, replace, n)
  local kind = type(replace)
  if kind == 'function' then
    replace = bounded(replace)
  elseif kind == 'table' then
    local t = replace
    replace = bounded(function(key) return t[key] end)
  elseif kind == 'string' and type(s) == 'string' and (#s + 1) * #replace > bytes_max then
    too_large()
  end
  return gsub(s, pattern, replace, whole(n))
end
strings.gfind = strings.gmatch
world.string = locked(strings)
local meta = base.getmetatable('')
meta.__index, meta.__metatable = strings, locked({ __index = world.string })

local tables = copy(table, {})
tables.concat = function(list, separator, i, j)
  if type(list) == 'table' then
    local bytes, gap = 0, type(separator) == 'string' and #separator or 0
    for at = whole(i) or 1, whole(j) or #list do
      local item = list[at]
      bytes = bytes + gap + (type(item) == 'string' and #item or 0)
      if bytes > bytes_max then too_large() end
    end
  end
  return raw_concat(list, separator, whole(i), whole(j))
end
tables.insert = function(list, ...)
  if behind[list] then error(READONLY, 0) end
  if select('#', ...) < 2 then return raw_insert(list, ...) end
  local at = ...
  return raw_insert(list, whole(at), select(2, ...))
end
world.table = locked(tables)
world.unpack = function(list, i, j) return base.unpack(list, whole(i), whole(j)) end

-- math.random: Redis's own, a 48-bit congruence that starts the same after every restart; here it
-- starts the same in every run, as a run must not depend on those before it.
local maths = copy(math, {})
local FIRST_SEED = 0x1234ABCD330E
local function drawn()
  local x = awake.seed or FIRST_SEED
  local low, high = x % 2 ^ 24, floor(x / 2 ^ 24)
  local middle = (high * 0xECE66D + low * 0x5DE) % 2 ^ 24
  x = (low * 0xECE66D + middle * 2 ^ 24 + 11) % 2 ^ 48
  awake.seed = x
  return floor(x / 2 ^ 17)
end
maths.random = function(...)
  local r = drawn() % 2147483647 / 2147483647
  local m, n = ...
  local count = select('#', ...)
  if count == 0 then return r end
  if count == 1 then m, n = 1, m end
  if count > 2 then error('wrong number of arguments', 2) end
  m, n = whole(base.tonumber(m)), whole(base.tonumber(n))
  if not m or not n or m > n then error('bad argument to random (interval is empty)', 2) end
  return floor(r * (n - m + 1)) + m
end
maths.randomseed = function(seed) awake.seed = (whole(seed) % 2 ^ 32) * 2 ^ 16 + 0x330E end
world.math = locked(maths)

base.setfenv(program, globals)
return start, resume, forget
