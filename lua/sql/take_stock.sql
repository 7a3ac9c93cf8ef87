-- Takes one share where one is left, and tells what is left then.
UPDATE rpr_stock SET stock = stock - 1 WHERE race = $1 AND stock > 0 RETURNING stock
