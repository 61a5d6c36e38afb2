import { type Static, Type } from 'typebox'
import { unknownRecord } from '../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
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
import { type SessionMoments, type SessionPolicy, sessionEnd } from './session.ts'

export const PERSON_SESSION = namedObject('PersonSession', 'A sign-in of a person in a browser.', {
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
export interface PersonSessionRow
  extends RowOf<Static<typeof PERSON_SESSION>>,
    SessionMoments,
    SessionPolicy {}

export const PERSON_SESSION_COLUMNS = columnsOf(PERSON_SESSION)

const toResponse = responseMaker(PERSON_SESSION)

export function toPersonSession(row: PersonSessionRow): Static<typeof PERSON_SESSION> {
  return toResponse({ ...row, ...endOfSession(row) })
}

type End = Pick<PersonSessionRow, 'endedAt' | 'endedReason'>

/** The end of a session, also of one that nobody used since: its row does not know of that. */
export function endOfSession(row: PersonSessionRow): End {
  const { endedAt, endedReason } = row
  if (endedAt !== null) return { endedAt, endedReason }
  const { idleAtMs, expiresAtMs, reason } = sessionEnd(row, row)
  if (reason === undefined) return { endedAt: null, endedReason: null }
  return idleAtMs < expiresAtMs
    ? { endedAt: new Date(idleAtMs), endedReason: 'idle' }
    : { endedAt: new Date(expiresAtMs), endedReason: 'expired' }
}

export const sessionNotFound = unknownRecord('session_not_found', 'session of this person')
