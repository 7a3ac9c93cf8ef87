-- Who has an order.
SELECT racer FROM rpr_orders WHERE race = $1
