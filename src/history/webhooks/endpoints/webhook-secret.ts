import { randomBytes } from 'node:crypto'

/** The specification allows 24 to 64. */
const SECRET_BYTES = 32

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

export function secretContext(organizationId: string, endpointId: string): string {
  return `webhook ${organizationId} ${endpointId}`
}
