-- forgotten_sadd
-- Look the racer up and deduct, but never write the racer down.
-- source: C 3.1
-- venues: client server
-- keys: stock:string users:set
-- argv: racer
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing
-- breaks(client): no_oversell no_duplicate no_negative no_phantom conserved
-- breaks(server): no_duplicate conserved
local stock_key, users_key = KEYS[1], KEYS[2]
local racer = ARGV[1]

local value = redis.call('GET', stock_key)
if not value then return -3 end
local stock = tonumber(value)
if stock < 1 then return -1 end
if redis.call('SISMEMBER', users_key, racer) == 1 then return -2 end
redis.call('DECR', stock_key)
return stock
