import { Type } from 'typebox'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { recordId } from '../../domain/fields.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { change } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { DEFAULT_POLICY } from '../organizations/organization-policy.ts'
import { lockPerson, PERSON_BY_ID } from '../people/person.ts'
import { readOwnRoles } from '../people/role.ts'
import { personPowersRefusal } from '../people/role-change.rules.ts'
import {
  endOfSession,
  PERSON_SESSION,
  PERSON_SESSION_COLUMNS,
  type PersonSessionRow,
  sessionNotFound,
  toPersonSession,
} from './person-session.ts'
import { endedEvents, endSession, MOMENTS } from './session.ts'

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

export const listPersonSessionsRoute = listOperation({
  operationId: 'listPersonSessions',
  description:
    'Lists the sessions of a person: when they signed in, from where and with which browser. ' +
    'Newest first, page by page, until a month after their end. End Person Session ends one, ' +
    'Suspend Person all of them.',
  path: '/v1/people/{id}/sessions',
  permission: 'people:manage',
  orOwnPerson: 'path id',
  ...PERSON_BY_ID,
  entry: PERSON_SESSION,
  entries: 'sessions',
  pages: PERSON_SESSION_PAGES,
  toView: toPersonSession,
})

/** The bearers of a session have all permissions of the person. */
export const endPersonSessionRoute = change({
  operationId: 'endPersonSession',
  description:
    'Ends a session of a person: every tab of the browser is signed out, on every replica ' +
    'within a second. You must have all permissions that the person has. Ending a session ' +
    'again changes nothing.',
  method: 'DELETE',
  path: '/v1/people/{id}/sessions/{sessionId}',
  permission: 'people:manage',
  orOwnPerson: 'path id',
  parameters: Type.Object({
    id: recordId('Identifier of the person.', EXAMPLE_IDS.person),
    sessionId: PERSON_SESSION.properties.id,
  }),
  notFound: sessionNotFound,
  success: recordResponse('The session, ended.', PERSON_SESSION),
  refusals: ['permission_not_held'],
  lock: (tx, { id, sessionId }) => ({
    // Before the session, as Suspend Person does.
    person: lockPerson(tx, id),
    session: lockPersonSession(tx, id, sessionId),
    ownRoles: readOwnRoles(tx),
  }),
  judge: ({ caller }, { person, session, ownRoles }, { nowMs }) => {
    if (person === undefined || session === undefined) return sessionNotFound()
    const refusal = personPowersRefusal(caller, person.roleIds, ownRoles)
    if (refusal !== undefined) return refusal
    if (endOfSession(session).endedAt !== null) return { session, isEndedNow: false }
    const ended = { endedAt: new Date(nowMs), endedReason: 'ended' }
    return { session: { ...session, ...ended }, isEndedNow: true }
  },
  write: (tx, { caller, result: { session, isEndedNow } }) => {
    if (!isEndedNow) return
    const { id, accessTokenId, endedAt } = session
    const nowMs = Number(endedAt)
    endSession(tx, { id, accessTokenId, nowMs }, 'ended', caller.tokenId)
  },
  events: ({ caller: { tokenId }, requestId, result: { session, isEndedNow } }) => {
    const nowMs = Number(session.endedAt)
    return isEndedNow ? endedEvents({ ...session, nowMs }, { tokenId, requestId }) : []
  },
  respond: ({ session }) => ({ body: { data: toPersonSession(session) } }),
  committed: (_, { session }, { forgetToken }) => forgetToken(session.accessTokenId),
})

const LOCK = `
  select id
  from sessions
  where organization_id = $1 and person_id = $2 and id = $3
  for no key update`

const LOCKED = `${SESSIONS} and id = $3`

/** Locks a session of a person, ended or not: of two who end it, the second sees its end. */
async function lockPersonSession(
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
