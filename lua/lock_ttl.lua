-- lock_ttl
-- Take a lock that expires, look, write, record, and release it whoever holds it now.
-- source: S0 1.2, S2 3.2
-- venues: client
-- keys: stock:string users:set lock
-- argv: racer ttl_ms attempts
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -6 gave_up
-- breaks(client): no_oversell no_duplicate no_phantom no_undersell conserved
-- faults: die time
local stock_key, users_key, lock_key = KEYS[1], KEYS[2], KEYS[3]
local racer, ttl_ms, attempts = ARGV[1], ARGV[2], tonumber(ARGV[3])

local locked = false
for _ = 1, attempts do
  locked = redis.call('SET', lock_key, 'taken', 'NX', 'PX', ttl_ms)
  if locked then break end
end
if not locked then return -6 end
local result
local value = redis.call('GET', stock_key)
local is_member = redis.call('SISMEMBER', users_key, racer)
if not value then
  result = -3
elseif is_member == 1 then
  result = -2
elseif tonumber(value) < 1 then
  result = -1
else
  result = tonumber(value)
  redis.call('SET', stock_key, result - 1)
  redis.call('SADD', users_key, racer)
end
redis.call('DEL', lock_key)
return result
