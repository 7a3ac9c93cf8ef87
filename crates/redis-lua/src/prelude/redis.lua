-- redis.*, and the libraries that the host has.
local function hosted(host)
  return function(...)
    local message, cost, value, count = hosted_call(host, ...)
    for _ = 1, cost do end
    if message then raise(message) end
    if count then return unpack(value, 1, count) end
    return value
  end
end

local function library(name, more)
  for own, host in base.pairs(hosts[name]) do more[own] = hosted(host) end
  world[name] = locked(more)
end
library('bit', {})
library('cjson', { null = NULL, _NAME = 'cjson', _VERSION = '2.1.0' })
library('cmsgpack', {
  _NAME = 'cmsgpack', _VERSION = 'lua-cmsgpack 0.4.0',
  _COPYRIGHT = 'Copyright (C) 2012, Salvatore Sanfilippo',
  _DESCRIPTION = 'MessagePack C implementation for Lua',
})
library('struct', {})

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

local function fail(text) error({ err = 'ERR ' .. text }, 0) end

local function log(...)
  local level = base.tonumber((...))
  if select('#', ...) < 2 then fail('redis.log() requires two arguments or more.') end
  if type((...)) ~= 'number' then fail('First argument must be a number (log level).') end
  if level < 0 or level > 3 then fail('Invalid debug level.') end
end

local function setresp(...)
  if select('#', ...) ~= 1 then fail('redis.setresp() requires one argument.') end
  local version = ...
  if version ~= 2 and version ~= 3 then fail('RESP version must be 2 or 3.') end
end

local function set_repl(...)
  if select('#', ...) ~= 1 then fail('redis.set_repl() requires two arguments.') end
  local flags = base.tonumber((...)) or 0
  if flags < 0 or flags >= 4 then
    fail('Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.')
  end
end

local function acl_check_cmd(...)
  if select('#', ...) == 0 then fail('Please specify at least one argument for this redis lib call') end
  -- Everybody may do everything here.
  return true
end

local sha1hex = hosted(hosts.redis.sha1hex)

world.redis = locked({
  call = call, pcall = redis_pcall,
  error_reply = error_reply, status_reply = status_reply,
  sha1hex = function(...)
    if select('#', ...) ~= 1 then fail('wrong number of arguments') end
    return sha1hex(...)
  end,
  log = log, setresp = setresp, set_repl = set_repl, acl_check_cmd = acl_check_cmd,
  breakpoint = function() return false end,
  debug = function() end,
  replicate_commands = function() return true end,
  LOG_DEBUG = 0, LOG_VERBOSE = 1, LOG_NOTICE = 2, LOG_WARNING = 3,
  REPL_NONE = 0, REPL_AOF = 1, REPL_SLAVE = 2, REPL_REPLICA = 2, REPL_ALL = 3,
  REDIS_VERSION = '7.0.15', REDIS_VERSION_NUM = 0x0007000f,
})

