import { type Static, Type } from 'typebox'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { unknownRecord } from '../../domain/errors.ts'
import {
  columnsOf,
  instant,
  namedObject,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { change } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { DEFAULT_POLICY } from '../organizations/organization-policy.ts'
import { lockPerson, PERSON_BY_ID } from '../people/person.ts'
import { readOwnRoles } from '../people/role.ts'
import { personPowersRefusal } from '../people/role-change.rules.ts'
import {
  endedEvents,
  endSession,
  MOMENTS,
  type SessionMoments,
  type SessionPolicy,
  type SessionToken,
  sessionEnd,
} from './session.ts'

const PERSON_SESSION = namedObject('PersonSession', 'A sign-in of a person in a browser.', {
  id: recordId('Identifier of the session.', EXAMPLE_IDS.session),
  personId: recordId('The person who signed in.', EXAMPLE_IDS.person),
  accessTokenId: recordId(
    'The token that stands for the session in events and histories.',
    EXAMPLE_IDS.accessToken,
  ),
  createdAt: instant('the person signed in', '2026-11-21T08:45:00.000Z'),
  lastUsedAt: instant('the session was last used', '2026-11-21T09:58:00.000Z'),
  expiresAt: instant('the session ends at the latest', '2026-11-21T20:45:00.000Z'),
  endedAt: nullableInstant('the session ended', '2026-11-21T10:02:00.000Z'),
  endedReason: nullableText({
    description:
      'Why it ended: `signed_out`, `replaced` by another sign-in of the browser or by the newest of ' +
      'too many, `ended` by its person or by who manages people, or with its token, `idle`, `expired`, `suspended`; null while ' +
      'it goes on.',
    examples: ['signed_out'],
  }),
  userAgent: nullableText({
    description: 'The browser, as it calls itself; null if it did not.',
    examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  }),
  address: Type.String({
    description: 'Network address that the person signed in from.',
    examples: ['192.0.2.7'],
  }),
})

/** A row of `sessions`, and the policy, which ends some that nobody used since. */
interface PersonSessionRow
  extends RowOf<Static<typeof PERSON_SESSION>>,
    SessionMoments,
    SessionPolicy {}

const toResponse = responseMaker(PERSON_SESSION)

const toPersonSession = (row: PersonSessionRow) => toResponse({ ...row, ...endOf(row) })

/** The end of a session, also of one that nobody used since: its row does not know of that. */
function endOf(row: PersonSessionRow): Pick<PersonSessionRow, 'endedAt' | 'endedReason'> {
  const { endedAt, endedReason } = row
  if (endedAt !== null) return { endedAt, endedReason }
  const { idleAtMs, expiresAtMs, reason } = sessionEnd(row, row)
  if (reason === undefined) return { endedAt: null, endedReason: null }
  return idleAtMs < expiresAtMs
    ? { endedAt: new Date(idleAtMs), endedReason: 'idle' }
    : { endedAt: new Date(expiresAtMs), endedReason: 'expired' }
}

const { sessionIdleMinutes, sessionMaxHours } = DEFAULT_POLICY

const SESSIONS = `
  select ${columnsOf(PERSON_SESSION)}, ${MOMENTS},
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
  where organization_id = $1`

/** The most of one's own sessions that are shown. */
const OWN_MAX = 100

const OWN = `
  ${SESSIONS} and ended_at is null and expires_at > statement_timestamp()
    and (person_id = $2 or person_id is null and access_token_id = $3)
  order by last_used_at desc, id desc
  limit ${OWN_MAX}`

/** The sessions that go on, of the owner of one of them, the last used first. */
export async function listOwnSessions(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  own: SessionToken,
) {
  const { personId, accessTokenId, sessionId } = own
  const rows = await database.run(caller, (sql) =>
    runnerOf(caller, sql).run<PersonSessionRow>(OWN, [personId, accessTokenId]),
  )
  return rows
    .filter((row) => endOf(row).endedAt === null)
    .map((row) => {
      // A stricter policy than that of the sign-in counts.
      const expiresAt = new Date(sessionEnd(row, row).expiresAtMs)
      return { ...toResponse({ ...row, expiresAt }), isCurrent: row.id === sessionId }
    })
}

/** Newest first, until a month after their end. */
export const PERSON_SESSION_PAGES = new KeysetPages<PersonSessionRow>({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `${SESSIONS} and person_id = $2 ${where} ${rows}`,
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

const sessionNotFound = unknownRecord('session_not_found', 'session of this person')

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
    const refusal = personPowersRefusal(caller, person.roles, ownRoles)
    if (refusal !== undefined) return refusal
    if (endOf(session).endedAt !== null) return { session, isEndedNow: false }
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
  committed: (_, { session, isEndedNow }, { forgetToken }) => {
    if (isEndedNow) forgetToken(session.accessTokenId)
  },
})

const LOCK = `
  select id
  from sessions
  where organization_id = $1 and person_id = $2 and id = $3
  for no key update`

const LOCKED = `${SESSIONS} and person_id = $2 and id = $3`

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
