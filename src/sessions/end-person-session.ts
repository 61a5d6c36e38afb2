import type { Change } from '../database/changes/change.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import { eventOf } from '../domain/events.ts'
import { personPowersRefusal } from '../people/grant-roles.rules.ts'
import { lockPerson } from '../people/lock-person.store.ts'
import type { PersonRow } from '../people/person.ts'
import { readOwnRoles } from '../roles/own-roles.store.ts'
import { lockPersonSession } from './list-person-sessions.store.ts'
import { endOfSession, type PersonSessionRow, sessionNotFound } from './person-session.ts'
import { endSession } from './session.store.ts'

interface SessionOfPerson {
  readonly personId: string
  readonly sessionId: string
}

interface Facts {
  /** Locked before the session, as Suspend Person does. */
  readonly person: PersonRow | undefined
  readonly session: PersonSessionRow | undefined
  readonly ownRoles: OwnRoles
}

interface EndedSession {
  readonly session: PersonSessionRow
  /** False if it had ended before. */
  readonly isEndedNow: boolean
}

/** Ends a session of a person. Its bearers have all permissions of the person. */
export const END_PERSON_SESSION: Change<SessionOfPerson, Facts, EndedSession> = {
  name: 'end_person_session',
  lock: async (tx, inputs) => {
    const { personId, sessionId } = inputs[0] as SessionOfPerson
    const [person, session, ownRoles] = await Promise.all([
      lockPerson(tx, personId),
      lockPersonSession(tx, personId, sessionId),
      readOwnRoles(tx),
    ])
    return { person, session, ownRoles }
  },
  judge: ({ caller }, { person, session, ownRoles }, { nowMs }) => {
    if (person === undefined || session === undefined) return sessionNotFound()
    const refusal = personPowersRefusal(caller, person.roleIds, ownRoles)
    if (refusal !== undefined) return refusal
    if (endOfSession(session).endedAt !== null) return { session, isEndedNow: false }
    const ended = { endedAt: new Date(nowMs), endedReason: 'ended' }
    return { session: { ...session, ...ended }, isEndedNow: true }
  },
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      const { session, isEndedNow } = result
      if (!isEndedNow) continue
      const { id, accessTokenId, endedAt } = session
      const nowMs = (endedAt as Date).getTime()
      endSession(tx, { id, accessTokenId, nowMs }, 'ended', caller.tokenId)
    }
  },
  events: (accepted) =>
    accepted.flatMap((one) => {
      const { session, isEndedNow } = one.result
      if (!isEndedNow) return []
      const { id: sessionId, personId, accessTokenId, endedAt } = session
      return eventOf(one, 'session.ended', {
        occurredAt: endedAt as Date,
        subject: { type: 'access_token', id: accessTokenId },
        data: { personId, sessionId },
      })
    }),
}
