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
strings.dump = function() raise('unable to dump given function') end
-- The second and third argument are whole numbers. One that is missing stays missing: C has another
-- error for it.
local function cut(...)
  local count, subject, i, j = select('#', ...), ...
  if count > 2 then return subject, whole(i), whole(j) end
  if count == 2 then return subject, whole(i) end
  return ...
end
-- The third is one.
local function cut_third(...)
  if select('#', ...) < 3 then return ... end
  local subject, pattern, init, plain = ...
  return subject, pattern, whole(init), plain
end

-- What handles a whole text in one instruction is paid for by its length.
local function paid(made)
  charge(#made)
  return made
end

-- Each under its own name, which the VM's errors repeat.
local rep, match, gmatch = string.rep, string.match, string.gmatch
local reverse, upper = string.reverse, string.upper
strings.lower = function(...) return paid(lower(...)) end
strings.upper = function(...) return paid(upper(...)) end
strings.reverse = function(...) return paid(reverse(...)) end
strings.sub = function(...) return paid(sub(cut(...))) end
strings.rep = function(...) return paid(rep(cut(...))) end
local function count(...)
  steps(select('#', ...) / 4)
  return ...
end
strings.byte = function(...) return count(byte(cut(...))) end
-- The VM takes a pattern's steps off, but not the places where it does not even begin.
local function scanned(...)
  if type((...)) == 'string' then charge(#(...)) end
  return ...
end
strings.match = function(...) return match(cut_third(scanned(...))) end
strings.find = function(...) return find(cut_third(scanned(...))) end
strings.gmatch = function(...) return gmatch(scanned(...)) end
strings.char = function(...)
  local codes = { ... }
  for at = 1, #codes do
    local code = whole(codes[at])
    if type(code) == 'number' and (code < 0 or code > 255) then
      raise('bad argument #' .. at .. " to 'char' (invalid value)")
    end
    codes[at] = code
  end
  return raw_string.char(unpack(codes))
end
strings.gsub = function(s, pattern, replace, n)
  scanned(s)
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
strings.format = function(...)
  local bytes = 0
  for at = 1, select('#', ...) do
    local text = select(at, ...)
    if type(text) == 'string' then bytes = bytes + #text end
  end
  if bytes > bytes_max then too_large() end
  charge(bytes)
  return raw_string.format(...)
end
strings.gfind = strings.gmatch
world.string = locked(strings)
local meta = base.getmetatable('')
meta.__index, meta.__metatable = strings, locked({ __index = world.string })

local remove, sort, maxn = table.remove, table.sort, table.maxn
local tables = copy(table, {})
tables.concat = function(list, separator, i, j)
  if type(list) == 'table' then
    local bytes, gap = 0, type(separator) == 'string' and #separator or 0
    for at = whole(i) or 1, whole(j) or #list do
      local item = list[at]
      if item == nil then break end
      bytes = bytes + gap + (type(item) == 'string' and #item or 0)
      if bytes > bytes_max then too_large() end
    end
  end
  return raw_concat(list, separator, whole(i), whole(j))
end
tables.insert = function(list, ...)
  if behind[list] then error(READONLY, 0) end
  if select('#', ...) < 2 then return raw_insert(list, ...) end
  local at = whole((...))
  if type(list) == 'table' and type(at) == 'number' then steps(#list - at) end
  return raw_insert(list, at, select(2, ...))
end
tables.remove = function(...)
  local list, at = ...
  if select('#', ...) < 2 then return remove(...) end
  at = whole(at)
  if type(list) == 'table' and type(at) == 'number' then steps(#list - at) end
  return remove(list, at)
end
tables.sort = function(...)
  local list = ...
  local length = type(list) == 'table' and #list or 0
  if length > 1 then steps(length * math.log(length)) end
  return sort(...)
end
tables.maxn = function(...)
  local list, last = ..., 0
  if type(list) ~= 'table' then return maxn(...) end
  for key in base.next, list do
    if type(key) == 'number' and key > last then last = key end
  end
  return last
end
world.table = locked(tables)
-- As much as C's stack has room for.
local UNPACKED_MAX = 8000
world.unpack = function(...)
  local list, i, j = ...
  if type(list) ~= 'table' then
    local got = select('#', ...) == 0 and 'no value' or type(list)
    raise("bad argument #1 to 'unpack' (table expected, got " .. got .. ')')
  end
  if i == nil then i = 1 else i = whole(i) end
  if j == nil then j = #list else j = whole(j) end
  if type(i) == 'number' and type(j) == 'number' and j - i + 1 >= UNPACKED_MAX then
    raise('too many results to unpack')
  end
  return count(unpack(list, i, j))
end

