-- Globals that Redis replaces, and those that would show the machine or another run.
local function unplaced(why)
  if type(why) ~= 'string' then return why end
  local _, _, message = find(why, '^prelude:%d+: (.*)$')
  return message and renamed(message) or why
end

local function caught(ok, first, ...)
  stopped_or()
  if ok then return ok, first, ... end
  if type(first) == 'table' and type(first.err) == 'string' then return ok, first.err end
  return ok, unplaced(first)
end

local function compiled(text, name)
  if type(text) ~= 'string' then text = base.tostring(text) end
  local body, why, cost = hosted_call(hosts.compile, text, name or text)
  for _ = 1, cost do end
  if body then return base.setfenv(body, globals) end
  return body, why
end

for _, name in base.pairs({
  '_VERSION', 'assert', 'error', 'getmetatable', 'ipairs', 'rawequal', 'select', 'type',
}) do world[name] = _G[name] end
world._G = globals
world.pcall = function(...) return caught(base.pcall(...)) end
world.xpcall = function(body, own)
  return stopped_or(base.xpcall(body, function(why) return own(unplaced(why)) end))
end
world.loadstring = compiled
world.load = function(piece, name)
  local text, pieces = nil, {}
  repeat
    text = piece()
    raw_insert(pieces, text)
  until text == nil or text == ''
  return compiled(raw_concat(pieces), name or '=(load)')
end
-- How much memory there is must not decide what a run does.
world.collectgarbage = function(what) return what == 'count' and 40 or 0 end
world.__redis__err__handler = function(why)
  return type(why) == 'table' and why or { err = 'ERR ' .. base.tostring(why) }
end
world.gcinfo = function() return 0 end
world.rawget = function(t, key) return base.rawget(behind[t] or t, key) end
world.rawset = function(t, key, value)
  if behind[t] then error(READONLY, 0) end
  return base.rawset(t, key, value)
end
world.setmetatable = function(t, meta)
  if type(t) ~= 'table' then
    raise("bad argument #1 to 'setmetatable' (table expected, got " .. type(t) .. ')')
  end
  if behind[t] then error(READONLY, 0) end
  return base.setmetatable(t, meta)
end
local function following(t, key) return base.next(behind[t] or t, key) end
world.next = following
world.pairs = function(t)
  if behind[t] then return following, t, nil end
  return base.pairs(t)
end
world.tostring = function(...)
  if select('#', ...) == 0 then raise("bad argument #1 to 'tostring' (value expected)") end
  local value = ...
  if value == NULL then return 'userdata: (nil)' end
  local text, kind = base.tostring(value), type(value)
  if kind == 'string' or kind == 'number' then return text end
  return (gsub(text, ': 0x%x+$', ': 0x0'))
end

local INFINITE = { inf = 1 / 0, infinity = 1 / 0, nan = 0 / 0 }
local function read_number(text, ...)
  if type(text) == 'string' then charge(#text) end
  local number = base.tonumber(text, ...)
  if number or type(text) ~= 'string' or select('#', ...) > 0 then return number end
  local _, _, sign, word = find(lower(text), '^%s*([+-]?)(%l+)%s*$')
  local infinite = word and INFINITE[word]
  return infinite and (sign == '-' and -infinite or infinite)
end
world.tonumber = function(...)
  if select('#', ...) == 0 then raise("bad argument #1 to 'tonumber' (value expected)") end
  return read_number(...)
end

