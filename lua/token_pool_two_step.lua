-- token_pool_two_step
-- Pop a share from the list, and write the racer down with a second command.
-- source: practice
-- venues: client
-- keys: pool:list users:set
-- argv: racer
-- returns: >0 won share, -1 sold_out
-- breaks(client): no_duplicate no_undersell conserved
-- faults: die
-- note: who dies in between takes the share along.
local pool_key, users_key = KEYS[1], KEYS[2]
local racer = ARGV[1]

local share = redis.call('LPOP', pool_key)
if not share then return -1 end
redis.call('SADD', users_key, racer)
return tonumber(share)
