-- External ids are compared as names are, without case, width and blanks: of two that differ in these alone, the
-- second is refused. What was typed stays in external_id. Where ids of before are one now, the first account has the
-- folded value, one in ASCII and one that was spelled so before others; each other keeps its own spelling as the value, by which
-- it is found, and `check` names them. So does an id with other letters than ASCII, which SQL folds in another way
-- than the service: it is folded when it is entered again.
--
-- Stop every process of the build before: it would fail to set an external id, and to erase one. Locks
-- fbo_account_profiles, for some seconds with a million rows.
alter table fbo_account_profiles add column external_id_folded text collate "C";

update fbo_account_profiles as profile
set external_id_folded = case when place = 1 and is_ascii then folded else profile.external_id end
from (
  select organization_id, fbo_account_id, folded, is_ascii,
    row_number() over (
      partition by organization_id, folded order by not is_ascii, external_id <> folded, changed_at, fbo_account_id
    ) as place
  from (
    select organization_id, fbo_account_id, external_id, changed_at, external_id ~ '^[ -~]+$' as is_ascii,
      lower(replace(normalize(external_id, NFKC), ' ', '')) as folded
    from fbo_account_profiles
    where external_id is not null
  ) as typed
) as compared
where profile.organization_id = compared.organization_id
  and profile.fbo_account_id = compared.fbo_account_id;

drop index fbo_account_profiles_external_id;
create unique index fbo_account_profiles_external_id
  on fbo_account_profiles (organization_id, external_id_folded) where external_id_folded is not null;

alter table fbo_account_profiles add constraint fbo_account_profiles_external_id_both
  check ((external_id is null) = (external_id_folded is null));
