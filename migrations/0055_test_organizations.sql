-- Organizations of mode `test`, for the tests of integrators. The column has a constant default, so no row is rewritten, and the
-- version before goes on: its organizations are live, and tokens of test organizations are malformed to it. Locks organizations
-- for milliseconds. Make test organizations once no process of the version before is left, and do not return to it then: it
-- seals their events without `mode`, and `events verify` would find them changed.
--
-- `organization wipe` deletes the records of a test organization, also those that are append-only. Only who owns the tables may
-- delete them, and only in a transaction that says so. The policies, which a wipe keeps, and the sealed log have no exception.

alter table organizations add column mode text collate "C" not null default 'live';
alter table organizations add constraint organizations_mode_known check (mode in ('live', 'test'));

create or replace function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('vault_inventory.wipes', true) = 'on'
    -- A shard has the name of its table with a number behind it.
    and tg_table_name ~ '^(approvals|corrections|inventory_(movements|stays|valuations)|outbound_shipment_items)' then
    return null;
  end if;
  raise exception '% is append-only: rows are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

create or replace function refuse_other_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('vault_inventory.wipes', true) = 'on' then
    return null;
  end if;
  raise exception 'the items of % are append-only: they are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;
