-- atomic_unguarded
-- The decision in one piece, but nobody asks whether there is a stock at all.
-- source: B
-- venues: client server
-- keys: stock:string users:set
-- argv: racer
-- returns: 1 won, 0 sold_out, -1 duplicate
-- breaks(client): no_oversell no_duplicate no_negative no_phantom conserved
-- breaks(server):
-- note: where the stock was never loaded it fails, and who grabs hears of an error.
local stock_key, users_key = KEYS[1], KEYS[2]
local racer = ARGV[1]

local stock = tonumber(redis.call('GET', stock_key))
if stock <= 0 then return 0 end
if redis.call('SISMEMBER', users_key, racer) == 1 then return -1 end
redis.call('DECR', stock_key)
redis.call('SADD', users_key, racer)
return 1
