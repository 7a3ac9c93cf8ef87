-- hash_locked
-- Compare what is locked with the total, and lock one more; nobody writes the racer down.
-- source: C 3.1
-- venues: client server
-- keys: stock:hash
-- argv: racer
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing
-- breaks(client): no_oversell no_duplicate no_negative no_phantom conserved
-- breaks(server): no_duplicate
-- note: it looks the racer up in a set that nothing ever writes.
-- note: the set's key is not declared: a cluster refuses it, or runs the script on the wrong node.
local stock_key = KEYS[1]
local racer = ARGV[1]
local users_key = stock_key .. ':users'

local total = tonumber(redis.call('HGET', stock_key, 'total'))
local locked = tonumber(redis.call('HGET', stock_key, 'locked'))
if not total or not locked then return -3 end
if locked >= total then return -1 end
if redis.call('SISMEMBER', users_key, racer) == 1 then return -2 end
redis.call('HINCRBY', stock_key, 'locked', 1)
return total - locked
