-- check_decr
-- Look whether some are left, then take one.
-- source: A 1.2
-- venues: client server
-- keys: stock:string
-- argv:
-- returns: 1 won, -1 sold_out, -3 missing, -4 corrupt
-- breaks(client): no_oversell no_duplicate no_negative no_phantom conserved
-- breaks(server): no_duplicate
local stock_key = KEYS[1]

local value = redis.call('GET', stock_key)
if not value then return -3 end
if not value:match('^%-?%d+$') or #value > 15 then return -4 end
if tonumber(value) < 1 then return -1 end
redis.call('DECR', stock_key)
return 1
