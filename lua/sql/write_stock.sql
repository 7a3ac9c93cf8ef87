-- Sets what is left, whatever it was.
UPDATE rpr_stock SET stock = $2 WHERE race = $1
