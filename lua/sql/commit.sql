-- Ends the transaction: all that it wrote holds, and its lock is free.
COMMIT
