-- decr
-- Take one without looking; whoever gets an answer of 0 or more has won.
-- source: A 2.1
-- venues: client server
-- keys: stock:string
-- argv:
-- returns: >0 won share, -1 sold_out
-- breaks(client): no_duplicate no_negative
-- breaks(server): no_duplicate no_negative
-- note: right for the wins, wrong for the display: each refusal still counts down.
-- note: a stock that was never loaded looks like one that is sold out.
local stock_key = KEYS[1]

local left = redis.call('DECR', stock_key)
if left < 0 then return -1 end
return left + 1
