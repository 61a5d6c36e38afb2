import type { Accepted, Change } from '../database/changes/change.ts'
import type { NewEvent } from '../domain/events.ts'
import {
  type EndedReason,
  endSession,
  type LockedSession,
  lockSession,
  lockSessionOf,
  type SessionOwner,
} from './session.store.ts'

/** The session to end: that of a cookie, or one of its owner. */
type SessionToEnd =
  | { readonly secretSha256: string }
  | { readonly owner: SessionOwner; readonly sessionId: string }

interface EndingInput {
  readonly session: SessionToEnd
  readonly reason: Extract<EndedReason, 'signed_out' | 'replaced' | 'ended'>
}

interface EndedSession {
  /** Undefined if it had ended before, or never was. */
  readonly ended: LockedSession | undefined
}

/** Ends a session: one that had ended before stays as it is. */
export const END_SESSION: Change<EndingInput, LockedSession | undefined, EndedSession> = {
  name: 'end_session',
  lock: (tx, inputs) => {
    const { session } = inputs[0] as EndingInput
    if ('secretSha256' in session) return lockSession(tx, session.secretSha256)
    return lockSessionOf(tx, session.owner, session.sessionId)
  },
  judge: (_, session) => ({ ended: session }),
  write: (tx, accepted) => {
    for (const { caller, input, result } of accepted) {
      if (result.ended !== undefined) endSession(tx, result.ended, input.reason, caller.tokenId)
    }
  },
  events: (accepted) => accepted.flatMap(endingEvent),
}

/** Signing out is an act of the session's own token. */
function endingEvent({
  caller,
  requestId,
  result: { ended },
}: Accepted<EndingInput, EndedSession>): NewEvent | [] {
  if (ended === undefined || ended.personId === null) return []
  const { accessTokenId, personId, id: sessionId, nowMs } = ended
  return {
    type: 'session.ended',
    occurredAt: new Date(nowMs),
    tokenId: caller.tokenId ?? accessTokenId,
    requestId,
    subject: { type: 'access_token', id: accessTokenId },
    data: { personId, sessionId },
  }
}
