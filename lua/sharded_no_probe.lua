-- sharded_no_probe
-- The stock lies in several keys, and only one's own is asked.
-- source: A 5.2
-- venues: client
-- keys: stock:shards users:set
-- argv: racer home
-- returns: 1 won, -1 sold_out, -2 duplicate
-- breaks(client): no_undersell
-- note: progress holds only because the next one's own key may be another: whose key is empty never wins.
local stock_key, users_key = KEYS[1], KEYS[2]
local racer, home = ARGV[1], ARGV[2]

local TAKE = [[
local stock = tonumber(redis.call('GET', KEYS[1]))
if not stock or stock < 1 then return 0 end
redis.call('DECR', KEYS[1])
return 1]]

if redis.call('SADD', users_key, racer) == 0 then return -2 end
if redis.call('EVAL', TAKE, 1, stock_key .. ':' .. home) == 1 then return 1 end
redis.call('SREM', users_key, racer)
return -1
