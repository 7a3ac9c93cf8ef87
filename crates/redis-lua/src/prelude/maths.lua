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
  if count > 2 then raise('wrong number of arguments') end
  m, n = whole(base.tonumber(m)), whole(base.tonumber(n))
  if not m or not n or m > n then
    raise('bad argument #' .. count .. " to 'random' (interval is empty)")
  end
  return floor(r * (n - m + 1)) + m
end
maths.randomseed = function(seed) awake.seed = (whole(seed) % 2 ^ 32) * 2 ^ 16 + 0x330E end
world.math = locked(maths)

base.setfenv(program, globals)
return start, again, resume, forget
