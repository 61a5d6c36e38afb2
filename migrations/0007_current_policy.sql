-- The policy that holds for an organization now: its newest version, or the default one as version 0.
-- Creates a function only. The defaults are those of the columns of organization_policies.
--
-- A migration that adds a column to organization_policies replaces this function as well: it returns
-- whole rows.

create function current_policy(organization_id text) returns setof organization_policies
language sql stable parallel safe rows 1
begin atomic
  (
    select *
    from organization_policies
    where organization_policies.organization_id = current_policy.organization_id
    order by version desc
    limit 1
  )
  union all
  select current_policy.organization_id, 0, true, 1209600, 'review', 'off', null::integer, null::bigint,
    '{request,trade,rebalance}'::text[], null::timestamptz(3), null::text
  order by version desc
  limit 1;
end;
