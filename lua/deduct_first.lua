-- deduct_first
-- Deduct, and only then find that this racer has one already.
-- source: practice
-- venues: server
-- keys: stock:string users:set
-- argv: racer
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -4 corrupt
-- breaks(server): no_undersell conserved
local stock_key, users_key = KEYS[1], KEYS[2]
local racer = ARGV[1]

local value = redis.call('GET', stock_key)
if not value then return -3 end
if not value:match('^%-?%d+$') or #value > 15 then return -4 end
local stock = tonumber(value)
if stock < 1 then return -1 end
redis.call('DECR', stock_key)
if redis.call('SADD', users_key, racer) == 0 then return -2 end
return stock
