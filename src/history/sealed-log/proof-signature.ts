import { createHash, createPublicKey } from 'node:crypto'
import type { Static } from 'typebox'
import { type ASSERTION, assertionFault, type PasskeyKey } from '../../access/passkeys/assertion.ts'

export interface RegisteredKey extends PasskeyKey {
  readonly personId: string
  readonly rpId: string
  isRemoved: boolean
}

/**
 * Stands for the bytes that a key signed: a signature has several forms, and its text more, and a
 * key may be registered under several ids, and in several forms. Its signature must have verified.
 */
export function signedBy(assertion: Static<typeof ASSERTION>, { publicKey }: PasskeyKey): string {
  const { authenticatorData, clientDataJSON } = assertion
  const parts = [authenticatorData, clientDataJSON].map((part) => Buffer.from(part, 'base64url'))
  const signed = [...numbersOf(publicKey), ...parts.map((part) => part.toString('hex'))]
  return createHash('sha256').update(JSON.stringify(signed)).digest('base64')
}

/** The numbers of a key, or its bytes if it is of a curve that passkeys do not have. */
function numbersOf(publicKey: Buffer) {
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  try {
    const { x, y, n, e } = key.export({ format: 'jwk' })
    return [x, y, n, e]
  } catch {
    return [publicKey.toString('hex')]
  }
}

/** Why the key did not sign that challenge; undefined if it did. */
export function signatureFault(
  assertion: Static<typeof ASSERTION>,
  key: RegisteredKey,
  challenge: string,
): { readonly kind: 'content' | 'signature'; readonly detail: string } | undefined {
  // The service compared the origin with that of the vault then, which no log has.
  const relyingParty = { rpId: key.rpId, takesOrigin: () => true }
  const fault = assertionFault(assertion, key, { challenge, relyingParty })
  if (fault === undefined) return undefined
  if (fault === 'challenge') {
    return { kind: 'content', detail: 'the passkey signed other content than the proof says' }
  }
  const detail = `the registered key did not sign this approval (${fault})`
  return { kind: 'signature', detail }
}
