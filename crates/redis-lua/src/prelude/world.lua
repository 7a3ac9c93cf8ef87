-- The layer between a program and the VM: Redis's own globals, locked, and the driver that steps many
-- runs of one program side by side. Its arguments are the compiled program, the largest size of a text
-- in bytes, the mark that a call to the host bears, cjson's null, the host's functions, true if the
-- program may wait, and true if it is a library of functions. It returns four functions that only the
-- host calls: start, again, resume, forget.
--
-- Errors that are raised here carry level 0 or 2, so that their text names the program or nothing.

local program, bytes_max, ASK, NULL, hosts, may_wait, is_library = ...

local READONLY = 'Attempt to modify a readonly table'
local YIELDED_OUTSIDE = 'attempt to yield across metamethod/C-call boundary'

local base = {
  getmetatable = getmetatable, next = next, pairs = pairs, pcall = pcall, rawget = rawget,
  rawset = rawset, setfenv = setfenv, setmetatable = setmetatable, tonumber = tonumber,
  tostring = tostring, xpcall = xpcall,
}
local error, type, select, unpack = error, type, select, unpack
local getinfo = debug.getinfo
local create, raw_resume, raw_yield = coroutine.create, coroutine.resume, coroutine.yield
local raw_running = coroutine.running
local find, gsub, lower, byte, sub = string.find, string.gsub, string.lower, string.byte, string.sub
local raw_concat, raw_insert, floor = table.concat, table.insert, math.floor

-- Calls a function of the host, with nothing being collected meanwhile: see there.
local collect = collectgarbage
local function hosted_call(host, ...)
  collect('stop')
  local a, b, c, d = host(...)
  collect('restart')
  return a, b, c, d
end

-- Locked tables: an empty table in front of the real one, for which see also rawset and insert.
local behind = {}
local nothing = {}
local function refuse() error(READONLY, 2) end
local function locked(real)
  local front = {}
  base.setmetatable(front, { __index = real, __newindex = refuse, __metatable = nothing })
  behind[front] = real
  return front
end
behind[nothing] = {}
base.setmetatable(nothing, { __newindex = refuse, __metatable = nothing })

local world = base.setmetatable({}, {
  __index = function(_, name)
    local known = base.tostring(name)
    error("Script attempted to access nonexistent global variable '" .. known .. "'", 2)
  end,
})
local globals = locked(world)

-- Work that one instruction of the VM does in one piece is paid for here, or a loop over a large
-- text would never end.
local CHEAP_BYTES, BYTES_PER_INSTRUCTION = 1024, 32
local function steps(count)
  for _ = 1, count do end
end
local function charge(bytes)
  if bytes > CHEAP_BYTES then
    steps(bytes / BYTES_PER_INSTRUCTION)
  end
end

-- An error of a library begins with 'prelude:7: ' or with no place. C would put the place of the caller
-- there, unless that is C too, and in its text the name that the caller has for it. That can be seen
-- while the frames are there: when a wrapper here raises, and when a whole run or coroutine is dead. A
-- pcall has lost them before anybody can look, and takes the place off.
local PLACED = {
  '^malformed pattern', '^invalid ', '^wrong number of', "^'setn'", '^too many results',
  '^cannot change a protected', '^bad argument',
}
local function library_message(text, func)
  local _, _, message = find(text, '^prelude:%d+: (.*)$')
  if message or func == error then return message end
  for at = 1, #PLACED do
    if find(text, PLACED[at]) then return text end
  end
end

local function renamed(message, name, is_method)
  message = gsub(message, "^invalid conversion ('%%.') to", 'invalid option %1 to')
  message = gsub(message, '^invalid conversion specification.*', 'invalid format (width or precision too long)')
  message = gsub(message, '^(invalid capture index) .*', '%1')
  local _, _, number, why = find(message, "^bad argument #(%d+) to '[^']*' (.*)$")
  if not number or not name then return message end
  number = base.tonumber(number) - (is_method and 1 or 0)
  if number == 0 and is_method then return "calling '" .. name .. "' on bad self " .. why end
  return 'bad argument #' .. number .. " to '" .. name .. "' " .. why
end

local function placed(text, thread, level)
  local callee
  for at = level, level + 9 do
    local frame
    if thread then
      frame = getinfo(thread, at, 'Slnf')
    else
      frame = getinfo(at + 1, 'Slnf')
    end
    if at == level then
      text = frame and library_message(text, frame.what == 'C' and frame.func or nil)
    end
    if not text or not frame then break end
    local is_library = frame.source == '=prelude' or frame.what == 'C' and at == level
    if not is_library then
      if frame.what == 'C' or frame.what == 'tail' then return renamed(text, '?') end
      text = renamed(text, callee.name or '?', callee.namewhat == 'method')
      return frame.short_src .. ':' .. frame.currentline .. ': ' .. text
    end
    callee = frame
  end
  return text
end

local function mended(text, thread)
  if type(text) ~= 'string' then return text end
  return placed(text, thread, 0) or text
end

local function raise(message)
  local text = placed('prelude:0: ' .. message, nil, 1)
  error(text, 0)
end

