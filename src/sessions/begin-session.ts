import type { Change } from '../database/changes/change.ts'
import { newId } from '../domain/ids.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { insertSession, type NewSession } from './session.store.ts'

const HOUR_MS = 3_600_000

export interface SignIn {
  readonly accessTokenId: string
  readonly secretSha256: string
  /** The browser's name for itself. */
  readonly userAgent: string | null
  readonly address: string
}

interface BegunSession extends NewSession {
  readonly lifetimeMs: number
}

/** A sign-in: always a new session, whatever cookie came with it. */
export const BEGIN_SESSION: Change<SignIn, OrganizationPolicyRow, BegunSession> = {
  name: 'begin_session',
  lock: (tx) => currentPolicy(tx),
  judge: ({ input }, { sessionMaxHours }, { nowMs }) => {
    const lifetimeMs = sessionMaxHours * HOUR_MS
    return {
      ...input,
      id: newId('sess'),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + lifetimeMs),
      lifetimeMs,
    }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) insertSession(tx, result)
  },
  events: () => [],
}
