-- lock_fenced
-- Draw a growing number with the lock, and write only if nobody has drawn a newer one.
-- source: practice
-- venues: client
-- keys: stock:string users:set lock fence
-- argv: racer ttl_ms attempts
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -4 corrupt, -6 gave_up
-- breaks(client):
-- faults: die time
-- note: it must ask for the newest number drawn: to refuse only those older than the last write oversells.
local stock_key, users_key, lock_key, fence_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local racer, ttl_ms, attempts = ARGV[1], ARGV[2], tonumber(ARGV[3])

local TAKE = [[
if redis.call('EXISTS', KEYS[1]) == 1 then return false end
local number = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], number, 'PX', ARGV[1])
return number]]
local RELEASE = [[
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1]]
local WRITE_AND_RELEASE = [[
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[3], ARGV[2])
redis.call('SADD', KEYS[4], ARGV[3])
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1]]

for attempt = 1, attempts do
  local number = redis.call('EVAL', TAKE, 2, lock_key, fence_key, ttl_ms)
  if number then
    local value = redis.call('GET', stock_key)
    local is_member = redis.call('SISMEMBER', users_key, racer) == 1
    local stock, refusal = tonumber(value or 0)
    if not value then
      refusal = -3
    elseif not value:match('^%-?%d+$') or #value > 15 then
      refusal = -4
    elseif stock < 1 then
      refusal = -1
    elseif is_member then
      refusal = -2
    elseif redis.call('EVAL', WRITE_AND_RELEASE, 4, lock_key, fence_key, stock_key, users_key,
      number, stock - 1, racer) == 1 then
      return stock
    end
    redis.call('EVAL', RELEASE, 1, lock_key, number)
    if refusal then return refusal end
  end
  wait(math.min(attempt, 20))
end
return -6
