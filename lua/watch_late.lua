-- watch_late
-- Read the stock first and watch it afterwards: what happened in between is not seen.
-- source: practice
-- venues: client
-- keys: stock:string
-- argv: attempts
-- needs: connection
-- returns: >0 won share, -1 sold_out, -3 missing, -4 corrupt, -6 gave_up
-- breaks(client): no_oversell no_duplicate no_phantom conserved
-- note: never in lockstep, where all read and watch before anybody writes: run it free with a gap.
local stock_key = KEYS[1]
local attempts = tonumber(ARGV[1])

for attempt = 1, attempts do
  local value = redis.call('GET', stock_key)
  if not value then return -3 end
  if not value:match('^%-?%d+$') or #value > 15 then return -4 end
  local stock = tonumber(value)
  if stock < 1 then return -1 end
  redis.call('WATCH', stock_key)
  redis.call('MULTI')
  redis.call('SET', stock_key, stock - 1)
  if redis.call('EXEC') then return stock end
  wait(math.min(attempt, 20))
end
return -6
