import type { PersonCaller } from '../../domain/caller.ts'
import { newId } from '../../domain/ids.ts'
import type { Secrets } from '../../runtime/secrets/secrets.ts'

const LIFETIME_MS = 600_000

type Sealed = Pick<Secrets, 'encrypt' | 'decrypt'>

/**
 * A challenge for the registration of one passkey. It says for whom, until when, and which id the
 * passkey will have, encrypted, so no process has to remember it.
 */
export function newRegistrationChallenge(
  secrets: Sealed,
  caller: PersonCaller,
  nowMs: number,
): string {
  const document = { until: nowMs + LIFETIME_MS, id: newId('pkey') }
  const text = secrets.encrypt(JSON.stringify(document), contextOf(caller))
  return Buffer.from(text, 'base64').toString('base64url')
}

/**
 * The id of the passkey that the challenge registers; undefined if it was not made for this caller,
 * with this token, or is too old.
 */
export function passkeyOfChallenge(
  secrets: Sealed,
  caller: PersonCaller,
  { challenge, nowMs }: { readonly challenge: string; readonly nowMs: number },
): string | undefined {
  try {
    const encrypted = Buffer.from(challenge, 'base64url').toString('base64')
    const document = JSON.parse(secrets.decrypt(encrypted, contextOf(caller)))
    const { id, until } = document as { readonly id: string; readonly until: number }
    return nowMs < until ? id : undefined
  } catch {
    return undefined
  }
}

function contextOf({ organizationId, personId, tokenId }: PersonCaller): string {
  return `passkey registration ${organizationId} ${personId} ${tokenId}`
}
