-- The number of a lock is the beginning of a SHA-256: nobody can choose a name whose lock is another
-- organization's. Before, a key could be made that had the number of any other lock.
--
-- Processes of the version before do not see these locks: stop them all first.

create or replace function outbound_shipment_blocks_lock(organization_id text) returns bigint
language sql immutable parallel safe
return ('x' || left(encode(sha256(convert_to(
  'outbound_shipment_blocks of organization_id ' || organization_id, 'UTF8')), 'hex'), 16)
)::bit(64)::bigint;
