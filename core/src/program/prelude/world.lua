-- What stands between a program and the VM: Redis's own globals, locked, and the driver that steps
-- many runs of one program side by side. Gets the compiled program, a size, the mark that a call to
-- the host bears, cjson's null and the host's functions; gives three functions that only the host
-- calls: start, resume, forget.
--
-- Errors that are raised here carry level 0 or 2, so that their text names the program or nothing.
-- The VM's own errors inside a wrapper would say 'prelude:7: '; pcall and the host take that off.

local program, bytes_max, ASK, NULL, hosts = ...

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
local function charge(bytes)
  if bytes > CHEAP_BYTES then
    for _ = 1, bytes / BYTES_PER_INSTRUCTION do end
  end
end

