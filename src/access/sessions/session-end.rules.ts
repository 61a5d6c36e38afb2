import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'

/** The longest life of a bearer. */
export const BEARER_MS = 600_000

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export type SessionPolicy = Pick<OrganizationPolicyRow, 'sessionIdleMinutes' | 'sessionMaxHours'>

/** Moments of a session, in milliseconds since the Unix epoch by the database's clock. */
export interface SessionMoments {
  readonly createdMs: number
  readonly lastUsedMs: number
  /** By the policy of the sign-in. */
  readonly expiresMs: number
  readonly nowMs: number
}

interface SessionEnd {
  /** When nobody uses it. */
  readonly idleAtMs: number
  /** Whatever happens: the stricter of the policies of the sign-in and of now. */
  readonly expiresAtMs: number
  /** Undefined while it goes on. */
  readonly reason: 'idle' | 'expired' | undefined
}

export function sessionEnd(
  { createdMs, lastUsedMs, expiresMs, nowMs }: SessionMoments,
  { sessionIdleMinutes, sessionMaxHours }: SessionPolicy,
): SessionEnd {
  const idleAtMs = lastUsedMs + sessionIdleMinutes * MINUTE_MS
  const expiresAtMs = Math.min(expiresMs, createdMs + sessionMaxHours * HOUR_MS)
  const isOver = nowMs >= expiresAtMs ? 'expired' : undefined
  return { idleAtMs, expiresAtMs, reason: isOver ?? (nowMs >= idleAtMs ? 'idle' : undefined) }
}
