-- sql_guarded
-- One UPDATE that takes a share only where one is left: the row decides, not the program.
-- source: practice
-- venues: client
-- keys: stock:sql
-- argv:
-- returns: >0 won share, -1 sold_out, -3 missing
-- breaks(client): no_duplicate
local race = KEYS[1]

local left = db.call('take_stock', race)
if left then return left + 1 end
if db.call('read_stock', race) then return -1 end
return -3
