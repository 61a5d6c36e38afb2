-- A policy may ask that a shipment has a recipient before it is submitted or approved. Adds a column with a constant default,
-- which rewrites nothing: a moment's lock on organization_policies. The version before goes on and does not ask.

alter table organization_policies add column recipient_required boolean not null default false;
