-- watch_multi
-- Watch the stock, read it, and take one in a transaction that is refused if somebody was quicker.
-- source: practice
-- venues: client
-- keys: stock:string
-- argv: attempts
-- needs: connection
-- returns: >0 won share, -1 sold_out, -3 missing, -4 corrupt, -6 gave_up
-- breaks(client): no_duplicate
local stock_key = KEYS[1]
local attempts = tonumber(ARGV[1])

for attempt = 1, attempts do
  redis.call('WATCH', stock_key)
  local value = redis.call('GET', stock_key)
  local refusal
  if not value then
    refusal = -3
  elseif not value:match('^%-?%d+$') or #value > 15 then
    refusal = -4
  elseif tonumber(value) < 1 then
    refusal = -1
  end
  if refusal then
    redis.call('UNWATCH')
    return refusal
  end
  redis.call('MULTI')
  redis.call('DECR', stock_key)
  if redis.call('EXEC') then return tonumber(value) end
  wait(math.min(attempt, 20))
end
return -6
