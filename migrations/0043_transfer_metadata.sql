-- A transfer batch keeps metadata of the client's own, as items and shipments do.
-- The column has a constant default: no row is rewritten. Locks transfer_batches for milliseconds. The version before goes
-- on: its batches have none, and no statement of it joins batches with a table whose metadata it names.

alter table transfer_batches add column metadata jsonb not null default '{}';
