-- Begins a transaction, locks the row without waiting, and reads it. Where another holds the lock,
-- or there is no row, no transaction stays open.
-- sqlite: the lock is the whole database's, and taken by BEGIN
BEGIN IMMEDIATE;
SELECT stock FROM rpr_stock WHERE race = $1
-- postgres: the lock is the row's, and taken by SELECT
BEGIN;
SELECT stock FROM rpr_stock WHERE race = $1 FOR UPDATE NOWAIT
