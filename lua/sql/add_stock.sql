-- Gives shares back.
UPDATE rpr_stock SET stock = stock + $2 WHERE race = $1
