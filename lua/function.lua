#!lua name=red_packet_HASH
-- function
-- The atomic program, kept in Redis as a function of a library that is named after its hash.
-- source: practice
-- venues: server
-- keys: stock:string users:set
-- argv: racer quantity
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -4 corrupt, -5 failed
-- breaks(server):
-- note: HASH is filled in when it is loaded. It is loaded once and never replaced, survives SCRIPT FLUSH and, where Redis persists, a restart.
local function grab(KEYS, ARGV)
  local stock_key, users_key = KEYS[1], KEYS[2]
  local racer, quantity = ARGV[1], tonumber(ARGV[2])

  if not quantity or quantity < 1 then return -5 end
  local value = redis.call('GET', stock_key)
  if not value then return -3 end
  if not value:match('^%-?%d+$') or #value > 15 then return -4 end
  local stock = tonumber(value)
  if stock < quantity then return -1 end
  if redis.call('SISMEMBER', users_key, racer) == 1 then return -2 end
  redis.call('DECRBY', stock_key, quantity)
  redis.call('SADD', users_key, racer)
  return stock
end

redis.register_function('red_packet_HASH', grab)
