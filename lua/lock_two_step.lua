-- lock_two_step
-- Take a lock, and give it a time to live with a second command.
-- source: practice
-- venues: client
-- keys: stock:string users:set lock
-- argv: racer ttl_ms attempts
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -4 corrupt, -6 gave_up
-- breaks(client): no_oversell no_duplicate no_phantom no_undersell conserved progress
-- faults: die time
-- note: who dies between the write and the record loses a share, which the next one finds sold out.
local stock_key, users_key, lock_key = KEYS[1], KEYS[2], KEYS[3]
local racer, ttl_ms, attempts = ARGV[1], ARGV[2], tonumber(ARGV[3])

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
  if redis.call('SETNX', lock_key, 'taken') == 1 then
    redis.call('PEXPIRE', lock_key, ttl_ms)
    local result = work()
    redis.call('DEL', lock_key)
    return result
  end
  wait(math.min(attempt, 20))
end
return -6
