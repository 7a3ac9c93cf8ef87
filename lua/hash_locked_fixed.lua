-- hash_locked_fixed
-- Compare what is locked with the total, lock one more, and write the racer down.
-- source: C repaired
-- venues: client server
-- keys: stock:hash users:set
-- argv: racer
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing
-- breaks(client): no_oversell no_duplicate no_negative no_phantom conserved
-- breaks(server):
local stock_key, users_key = KEYS[1], KEYS[2]
local racer = ARGV[1]

local total = tonumber(redis.call('HGET', stock_key, 'total'))
local locked = tonumber(redis.call('HGET', stock_key, 'locked'))
if not total or not locked then return -3 end
if locked >= total then return -1 end
if redis.call('SISMEMBER', users_key, racer) == 1 then return -2 end
redis.call('HINCRBY', stock_key, 'locked', 1)
redis.call('SADD', users_key, racer)
return total - locked
