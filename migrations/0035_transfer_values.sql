-- A transfer batch keeps the sum of its items' declared values when it was created, so that a list shows it without reading
-- the items. Null in batches from before, and in those that processes of the version before create: they go on.
-- Not declared_value_cents: statements of the version before join batches with items, and would find it twice.
-- Adds a column without a default: a lock of milliseconds, and no row is read.

alter table transfer_batches add column total_declared_value_cents numeric;
