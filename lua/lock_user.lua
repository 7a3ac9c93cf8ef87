-- lock_user
-- A sound lock, but one for each racer: two people never meet in it.
-- source: A 2.2
-- venues: client
-- keys: stock:string users:set lock
-- argv: racer ttl_ms token attempts
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -4 corrupt, -6 gave_up
-- breaks(client): no_oversell no_duplicate no_phantom no_undersell conserved
-- faults: die time
-- note: one racer's two grabs meet in it, until the time to live passes.
-- note: who dies between the write and the record loses a share, which the next one finds sold out.
local stock_key, users_key, lock_key = KEYS[1], KEYS[2], KEYS[3]
local racer, ttl_ms, token, attempts = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local own_key = lock_key .. ':' .. racer

local RELEASE = [[
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1]]

local function work()
  local value = redis.call('GET', stock_key)
  local is_member = redis.call('SISMEMBER', users_key, racer) == 1
  if not value then return -3 end
  if not value:match('^%-?%d+$') or #value > 15 then return -4 end
  local stock = tonumber(value)
  if stock < 1 then return -1 end
  if is_member then return -2 end
  redis.call('SET', stock_key, stock - 1)
  redis.call('SADD', users_key, racer)
  return stock
end

for attempt = 1, attempts do
  if redis.call('SET', own_key, token, 'NX', 'PX', ttl_ms) then
    local result = work()
    redis.call('EVAL', RELEASE, 1, own_key, token)
    return result
  end
  wait(math.min(attempt, 20))
end
return -6
