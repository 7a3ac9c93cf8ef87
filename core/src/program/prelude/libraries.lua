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
strings.char = function(...)
  local codes = { ... }
  for at = 1, #codes do codes[at] = whole(codes[at]) end
  return raw_string.char(unpack(codes))
end
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
strings.format = function(...)
  local bytes = 0
  for at = 1, select('#', ...) do
    local text = select(at, ...)
    if type(text) == 'string' then bytes = bytes + #text end
  end
  if bytes > bytes_max then too_large() end
  return raw_string.format(...)
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
  local at = ...
  return raw_insert(list, whole(at), select(2, ...))
end
world.table = locked(tables)
world.unpack = function(list, i, j) return unpack(list, whole(i), whole(j)) end

