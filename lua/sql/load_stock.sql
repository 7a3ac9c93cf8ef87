-- What a race begins with.
INSERT INTO rpr_stock (race, stock) VALUES ($1, $2) ON CONFLICT (race) DO UPDATE SET stock = excluded.stock
