-- What is left; no row: nothing was ever loaded.
SELECT stock FROM rpr_stock WHERE race = $1
