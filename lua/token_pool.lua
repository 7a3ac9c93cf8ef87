-- token_pool
-- The shares lie in a list: pop one and write the racer down, in one piece.
-- source: A 2.3
-- venues: server
-- keys: pool:list users:set
-- argv: racer
-- returns: >0 won share, -1 sold_out, -2 duplicate
-- breaks(server):
-- note: a list that was never loaded looks like one that is empty.
local pool_key, users_key = KEYS[1], KEYS[2]
local racer = ARGV[1]

if redis.call('SISMEMBER', users_key, racer) == 1 then return -2 end
local share = redis.call('LPOP', pool_key)
if not share then return -1 end
redis.call('SADD', users_key, racer)
return tonumber(share)
