-- Takes back the order of who gave a share back.
DELETE FROM rpr_orders WHERE race = $1 AND racer = $2
