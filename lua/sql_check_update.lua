-- sql_check_update
-- Read the stock's row, decide in the program, write the new stock back.
-- source: A 1.2
-- venues: client
-- keys: stock:sql
-- argv:
-- returns: >0 won share, -1 sold_out, -3 missing
-- breaks(client): no_oversell no_phantom no_duplicate conserved
local race = KEYS[1]

local stock = db.call('read_stock', race)
if not stock then return -3 end
if stock < 1 then return -1 end
db.call('write_stock', race, stock - 1)
return stock
