-- sharded
-- The stock lies in several keys: write the racer down, ask one's own key first, then the others.
-- source: A 5.2, C 4.2
-- venues: client
-- keys: stock:shards users:set
-- argv: racer shards home
-- returns: 1 won, -1 sold_out, -2 duplicate
-- breaks(client): no_undersell
-- faults: refund
-- note: a share that comes back to a key already asked is overlooked; without refunds nothing breaks.
local stock_key, users_key = KEYS[1], KEYS[2]
local racer, shards, home = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local TAKE = [[
local stock = tonumber(redis.call('GET', KEYS[1]))
if not stock or stock < 1 then return 0 end
redis.call('DECR', KEYS[1])
return 1]]

if redis.call('SADD', users_key, racer) == 0 then return -2 end
for probe = 0, shards - 1 do
  local shard_key = stock_key .. ':' .. (home + probe) % shards
  if redis.call('EVAL', TAKE, 1, shard_key) == 1 then return 1 end
end
redis.call('SREM', users_key, racer)
return -1
