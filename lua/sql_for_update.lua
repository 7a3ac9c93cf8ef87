-- sql_for_update
-- Lock the stock's row, read, decide, and write stock and order in one transaction.
-- source: A 1.2
-- venues: client
-- keys: stock:sql orders:sql
-- argv: racer attempts
-- needs: transaction
-- returns: >0 won share, -1 sold_out, -2 duplicate, -3 missing, -6 gave_up
-- breaks(client):
-- faults: die
-- note: whoever dies in the middle takes the transaction along: the database rolls it back.
local race, orders_race = KEYS[1], KEYS[2]
local racer, attempts = ARGV[1], tonumber(ARGV[2])

local function work(stock)
  if stock < 1 then return -1 end
  if db.call('insert_order', orders_race, racer) == 0 then return -2 end
  db.call('write_stock', race, stock - 1)
  return stock
end

for attempt = 1, attempts do
  -- Begins a transaction and locks the row without waiting; false if another holds it.
  local row = db.call('lock_stock', race)
  if row then
    if not row[1] then return -3 end
    local result = work(row[1])
    db.call(result > 0 and 'commit' or 'rollback')
    return result
  end
  wait(math.min(attempt, 20))
end
return -6
