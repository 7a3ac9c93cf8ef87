-- Writes an order down. The key (race, racer) is unique: for who has one already, nothing changes.
INSERT INTO rpr_orders (race, racer) VALUES ($1, $2) ON CONFLICT DO NOTHING
