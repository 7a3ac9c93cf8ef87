-- get_set
-- Read the stock, decide in the program, write the new stock back.
-- source: A 1.1
-- venues: client server
-- keys: stock:string
-- argv:
-- returns: >0 won share, -1 sold_out, -3 missing, -4 corrupt
-- breaks(client): no_oversell no_phantom no_duplicate conserved
-- breaks(server): no_duplicate
local stock_key = KEYS[1]

local value = redis.call('GET', stock_key)
if not value then return -3 end
if not value:match('^%-?%d+$') or #value > 15 then return -4 end
local stock = tonumber(value)
if stock <= 0 then return -1 end
redis.call('SET', stock_key, stock - 1)
return stock
