import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { DEFAULT_POLICY } from '../organizations/organization-policy.ts'
import { PERSON_SESSION_COLUMNS, type PersonSessionRow } from './person-session.ts'
import { MOMENTS } from './session.store.ts'

const { sessionIdleMinutes, sessionMaxHours } = DEFAULT_POLICY

const SESSIONS = `
  select ${PERSON_SESSION_COLUMNS}, ${MOMENTS},
    coalesce(policy.session_idle_minutes, ${sessionIdleMinutes}) as session_idle_minutes,
    coalesce(policy.session_max_hours, ${sessionMaxHours}) as session_max_hours
  from sessions as session
  left join lateral (
    select session_idle_minutes, session_max_hours
    from organization_policies
    where organization_id = $1
    order by version desc
    limit 1
  ) as policy on true
  where organization_id = $1 and person_id = $2`

/** Newest first, until a month after their end. */
export const PERSON_SESSION_PAGES = new KeysetPages<PersonSessionRow>({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `${SESSIONS} ${where} ${rows}`,
  recordTable: 'people',
})

const LOCK = `
  select id
  from sessions
  where organization_id = $1 and person_id = $2 and id = $3
  for no key update`

const LOCKED = `${SESSIONS} and id = $3`

/** Locks a session of a person, ended or not: of two who end it, the second sees its end. */
export async function lockPersonSession(
  tx: OrganizationTransaction,
  personId: string,
  id: string,
): Promise<PersonSessionRow | undefined> {
  const [, [session]] = await Promise.all([
    tx.run(LOCK, [personId, id]),
    tx.run<PersonSessionRow>(LOCKED, [personId, id]),
  ])
  return session
}
