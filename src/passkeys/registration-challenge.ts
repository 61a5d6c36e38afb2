import { randomBytes } from 'node:crypto'
import type { PersonCaller } from '../domain/caller.ts'
import type { Secrets } from '../secrets/secrets.ts'

const LIFETIME_MS = 600_000

type Sealed = Pick<Secrets, 'encrypt' | 'decrypt'>

/**
 * A challenge for the registration of a passkey. It says for whom and until when, encrypted, so no
 * process has to remember it.
 */
export function newRegistrationChallenge(
  secrets: Sealed,
  caller: PersonCaller,
  nowMs: number,
): string {
  const document = { until: nowMs + LIFETIME_MS, nonce: randomBytes(8).toString('hex') }
  const text = secrets.encrypt(JSON.stringify(document), contextOf(caller))
  return Buffer.from(text, 'base64').toString('base64url')
}

/** Whether the challenge was made for this caller, with this token, and is not too old. */
export function isOwnChallenge(
  secrets: Sealed,
  caller: PersonCaller,
  { challenge, nowMs }: { readonly challenge: string; readonly nowMs: number },
): boolean {
  try {
    const encrypted = Buffer.from(challenge, 'base64url').toString('base64')
    const document = JSON.parse(secrets.decrypt(encrypted, contextOf(caller)))
    return nowMs < (document as { until: number }).until
  } catch {
    return false
  }
}

function contextOf({ organizationId, personId, tokenId }: PersonCaller): string {
  return `passkey registration ${organizationId} ${personId} ${tokenId}`
}
