
-- A library: its text registers functions, and a run calls the one that its first argument names.
-- Each run registers anew, so that no call finds what another has left behind. Without a name a run
-- returns the names of all.
if is_library then
  local register_all = base.setfenv(program, globals)
  local names, functions

  local function register(name, callback)
    if type(name) ~= 'string' then
      fail('first argument to redis.register_function must be a string')
    end
    if type(callback) ~= 'function' then
      fail('second argument to redis.register_function must be a function')
    end
    if not find(name, '^[%w_]+$') then
      fail('Library names can only contain letters, numbers, or underscores(_) and must be at least one character long')
    end
    if functions[name] then fail('Function already exists in the library') end
    functions[name] = callback
    raw_insert(names, name)
  end

  behind[world.redis].register_function = function(...)
    if not names then fail('redis.register_function can only be called on FUNCTION LOAD command') end
    local named = ...
    if select('#', ...) == 1 and type(named) == 'table' then
      return register(named.function_name, named.callback)
    end
    if select('#', ...) ~= 2 then fail('wrong number of arguments to redis.register_function') end
    register(...)
  end

  program = function()
    names, functions = {}, {}
    awake.registers = true
    register_all()
    awake.registers = nil
    local all, own = names, functions
    names, functions = nil, nil
    if #awake.argv == 0 then return all end
    return own[awake.argv[1]](awake.keys, { unpack(awake.argv, 2) })
  end
end
