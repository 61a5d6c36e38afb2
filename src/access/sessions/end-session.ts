import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import type { NewEvent } from '../../domain/events.ts'
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
  | { readonly owner: SessionOwner; readonly id: string }

export interface SessionEnding {
  readonly session: SessionToEnd
  readonly reason: Extract<EndedReason, 'signed_out' | 'replaced' | 'ended'>
}

/** Ends a session: one that had ended before stays as it is. */
export const END_SESSION = unbatchedChange({
  name: 'end_session',
  lock: (tx, { session }: SessionEnding) => ({
    /** Undefined if it had ended before, or never was. */
    ended:
      'secretSha256' in session
        ? lockSession(tx, session.secretSha256)
        : lockSessionOf(tx, session.id, session.owner.personId, session.owner.accessTokenId),
  }),
  judge: (_, facts) => facts,
  write: (tx, { caller, input, result: { ended } }) => {
    if (ended !== undefined) endSession(tx, ended, input.reason, caller.tokenId)
  },
  events: ({ caller, requestId, result: { ended } }) => {
    if (ended === undefined) return []
    // Signing out is an act of the session's own token.
    return endedEvents(ended, { tokenId: caller.tokenId ?? ended.accessTokenId, requestId })
  },
})

/** The event of a session's end; that of a token's session has none. */
export function endedEvents(
  {
    accessTokenId,
    personId,
    id: sessionId,
    nowMs,
  }: Pick<LockedSession, 'accessTokenId' | 'personId' | 'id' | 'nowMs'>,
  by: Pick<NewEvent, 'tokenId' | 'requestId'>,
): NewEvent[] {
  if (personId === null) return []
  const subject = { type: 'access_token', id: accessTokenId } as const
  const occurredAt = new Date(nowMs)
  return [{ ...by, type: 'session.ended', occurredAt, subject, data: { personId, sessionId } }]
}
