-- Ends the transaction: nothing that it wrote was ever there, and its lock is free.
ROLLBACK
