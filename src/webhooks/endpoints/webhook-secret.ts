import { randomBytes } from 'node:crypto'
import { Refusal } from '../../domain/errors.ts'
import { SECRETS_KEY_MISSING } from '../../secrets/secrets.ts'

/** The specification allows 24 to 64. */
const SECRET_BYTES = 32

/** A new secret as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** The context in which the secrets of an endpoint are encrypted. */
export function secretContext(organizationId: string, endpointId: string): string {
  return `webhook ${organizationId} ${endpointId}`
}

export function secretsKeyMissing(): Refusal {
  return new Refusal('secrets_key_missing', { detail: SECRETS_KEY_MISSING })
}
