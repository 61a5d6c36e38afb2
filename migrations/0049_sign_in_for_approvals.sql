-- A policy may ask for a recent sign-in before somebody approves, releases or changes the policy. Adds a column that is null, no
-- rule: a moment's lock on organization_policies. The version before goes on and does not ask.

alter table organization_policies add column approval_sign_in_minutes integer;
alter table organization_policies add constraint organization_policies_approval_sign_in_range
  check (approval_sign_in_minutes between 1 and 1440);
