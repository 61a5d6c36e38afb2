import type { Change } from '../../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { EndpointWithSecret } from './create-webhook-endpoint.ts'
import { endpointEvent } from './endpoint-event.ts'
import { lockEndpointWithHealth, type StoredEndpoint } from './find-endpoint.store.ts'
import { writeSecrets } from './rotate-webhook-secret.store.ts'
import { webhookEndpointNotFound } from './webhook-endpoint.ts'
import { newWebhookSecret, secretContext, secretsKeyMissing } from './webhook-secret.ts'

const HOUR_MS = 3_600_000

interface SecretRotation {
  readonly id: string
  readonly ifMatch: IfMatch
  /** How long the previous secret signs, too; with 0, it ends at once. */
  readonly graceHours: number
  /** Null where the vault has no key for them. */
  readonly secrets: Secrets | null
}

interface RotatedEndpoint extends EndpointWithSecret {
  readonly previousEncryptedSecret: string | null
  readonly at: Date
}

/** Gives an endpoint a new secret. The one before the previous secret ends, whatever its grace. */
export const ROTATE_WEBHOOK_SECRET: Change<
  SecretRotation,
  StoredEndpoint | undefined,
  RotatedEndpoint
> = {
  name: 'rotate_webhook_secret',
  lock: (tx, inputs) => lockEndpointWithHealth(tx, (inputs[0] as SecretRotation).id),
  judge: ({ input: { ifMatch, graceHours, secrets } }, before, { nowMs }) => {
    if (before === undefined) return webhookEndpointNotFound()
    const { organizationId, id, version } = before
    const stale = versionRefusal('webhook endpoint', { version, ifMatch })
    if (stale !== undefined) return stale
    if (secrets === null) return secretsKeyMissing()
    const context = secretContext(organizationId, id)
    // One that no key reads cannot sign: its key was lost, and this rotation is the repair.
    const hasGrace = graceHours > 0 && secrets.canDecrypt(before.encryptedSecret, context)
    const secret = newWebhookSecret()
    const endpoint: StoredEndpoint = {
      ...before,
      version: version + 1,
      encryptedSecret: secrets.encrypt(secret, context),
      previousSecretEndsAt: hasGrace ? new Date(nowMs + graceHours * HOUR_MS) : null,
    }
    const previousEncryptedSecret = hasGrace ? before.encryptedSecret : null
    return { endpoint, secret, previousEncryptedSecret, at: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) {
      const { endpoint, previousEncryptedSecret } = result
      writeSecrets(tx, { ...endpoint, previousEncryptedSecret })
    }
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { id, version, previousSecretEndsAt } = one.result.endpoint
      const data = {
        version,
        ...(previousSecretEndsAt && { previousSecretEndsAt: previousSecretEndsAt.toISOString() }),
      }
      const event = { id, occurredAt: one.result.at, data }
      return endpointEvent(one, 'webhook_endpoint.secret_rotated', event)
    }),
}
