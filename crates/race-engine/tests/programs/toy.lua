-- toy
-- Take the last share or none: a toy that refuses everybody while there is more than one.
-- source: P
-- venues: client server
-- keys: stock:string
-- argv:
-- returns: >0 won share, -1 sold_out, -3 missing, -4 corrupt
-- breaks(client): no_oversell no_phantom no_undersell conserved progress
-- breaks(server): no_undersell progress
local stock_key = KEYS[1]

local stock = redis.call('GET', stock_key)
if not stock then return -3 end
if not stock:match('^%-?%d+$') or #stock > 15 then return -4 end
if tonumber(stock) ~= 1 then return -1 end
redis.call('SET', stock_key, 0)
return 1
