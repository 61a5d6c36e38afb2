import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { personPowersRefusal } from '../people/grant-roles.rules.ts'
import { lockPerson } from '../people/lock-person.store.ts'
import { readOwnRoles } from '../people/roles.store.ts'
import { endedEvents } from './end-session.ts'
import { lockPersonSession } from './list-person-sessions.store.ts'
import { endOfSession, sessionNotFound } from './person-session.ts'
import { endSession } from './session.store.ts'

interface SessionOfPerson {
  readonly personId: string
  readonly sessionId: string
}

/** Ends a session of a person. Its bearers have all permissions of the person. */
export const END_PERSON_SESSION = unbatchedChange({
  name: 'end_person_session',
  lock: (tx, { personId, sessionId }: SessionOfPerson) => ({
    // Before the session, as Suspend Person does.
    person: lockPerson(tx, personId),
    session: lockPersonSession(tx, personId, sessionId),
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
})
