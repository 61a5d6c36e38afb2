-- Which version of a record somebody has read, so that a change can be refused where another one came
-- between (If-Match), and a record that is known already need not be sent again (If-None-Match). Adds a
-- column with a constant default, which rewrites nothing: a moment's lock on each of the three tables.
--
-- A version grows by one with each change of the row, whoever makes it, and with nothing else: a change
-- that leaves everything as it was leaves the version too.

create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

alter table fbo_accounts add column version integer not null default 1;
alter table transfer_batches add column version integer not null default 1;
alter table outbound_shipments add column version integer not null default 1;

create trigger fbo_accounts_version before update on fbo_accounts
  for each row when (old is distinct from new) execute function next_version();
create trigger transfer_batches_version before update on transfer_batches
  for each row when (old is distinct from new) execute function next_version();
create trigger outbound_shipments_version before update on outbound_shipments
  for each row when (old is distinct from new) execute function next_version();
