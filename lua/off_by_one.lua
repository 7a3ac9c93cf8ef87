-- off_by_one
-- One piece, but with >= where > is right.
-- source: practice
-- venues: server
-- keys: stock:string
-- argv:
-- returns: 1 won, -1 sold_out, -3 missing, -4 corrupt
-- breaks(server): no_oversell no_duplicate no_negative no_phantom conserved
-- note: atomic is not the same as correct: it sells exactly one too many, every time.
local stock_key = KEYS[1]

local value = redis.call('GET', stock_key)
if not value then return -3 end
if not value:match('^%-?%d+$') or #value > 15 then return -4 end
if tonumber(value) >= 0 then
  redis.call('DECR', stock_key)
  return 1
end
return -1
