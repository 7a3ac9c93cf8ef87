-- lock_forever
-- Take a lock, look, write, record, and release the lock: if nothing goes wrong in between.
-- source: A 2.2
-- venues: client
-- keys: stock:string users:set lock
-- argv: racer attempts
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -4 corrupt, -6 gave_up
-- breaks(client): conserved progress
-- faults: die
local stock_key, users_key, lock_key = KEYS[1], KEYS[2], KEYS[3]
local racer, attempts = ARGV[1], tonumber(ARGV[2])

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
    local result = work()
    redis.call('DEL', lock_key)
    return result
  end
  wait(math.min(attempt, 20))
end
return -6
