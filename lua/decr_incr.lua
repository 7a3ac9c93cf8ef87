-- decr_incr
-- Take some without looking; whoever went below 0 puts them back and is refused.
-- source: A 2.1
-- venues: client server
-- keys: stock:string
-- argv: quantity
-- returns: 1 won, -1 sold_out, -5 failed
-- breaks(client): no_duplicate no_negative no_undersell conserved
-- breaks(server): no_duplicate
-- faults: die refund
-- note: it does not oversell, as many believe: a win is a grab's own answer of 0 or more.
-- note: it refuses falsely only if people ask for different quantities, or if a share comes back while somebody is below 0.
local stock_key = KEYS[1]
local quantity = tonumber(ARGV[1])

if not quantity or quantity < 1 then return -5 end
local left = redis.call('DECRBY', stock_key, quantity)
if left < 0 then
  redis.call('INCRBY', stock_key, quantity)
  return -1
end
return 1
