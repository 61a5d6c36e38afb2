import type { IfMatch } from '../../../domain/versions.ts'
import { type Secrets, secretsKeyMissing } from '../../../runtime/secrets/secrets.ts'
import type { EndpointWithSecret } from './create-webhook-endpoint.ts'
import { type ChangedEndpoint, changeOfEndpoint } from './endpoint-change.ts'
import type { StoredEndpoint } from './find-endpoint.store.ts'
import { newWebhookSecret, secretContext } from './webhook-secret.ts'
import { updateSecrets } from './write-endpoint.store.ts'

const HOUR_MS = 3_600_000

interface SecretRotation {
  readonly id: string
  readonly ifMatch: IfMatch
  /** The previous secret signs for so long, too; with 0, it ends at once. */
  readonly graceHours: number
  /** Null if the vault has no key for them. */
  readonly secrets: Secrets | null
}

interface RotatedEndpoint extends EndpointWithSecret, ChangedEndpoint {
  readonly endpoint: StoredEndpoint
  readonly previousEncryptedSecret: string | null
}

/** Gives an endpoint a new secret. At most two secrets live: an older one stops working at once. */
export const ROTATE_WEBHOOK_SECRET = changeOfEndpoint<SecretRotation, RotatedEndpoint>({
  name: 'rotate_webhook_secret',
  judge: ({ graceHours, secrets }, before, at) => {
    if (secrets === null) return secretsKeyMissing()
    const context = secretContext(before.organizationId, before.id)
    // One that no key reads cannot sign: its key was lost, and this rotation is the repair.
    const hasGrace = graceHours > 0 && secrets.canDecrypt(before.encryptedSecret, context)
    const secret = newWebhookSecret()
    const endpoint = {
      ...before,
      version: before.version + 1,
      encryptedSecret: secrets.encrypt(secret, context),
      previousSecretEndsAt: hasGrace ? new Date(at.getTime() + graceHours * HOUR_MS) : null,
    }
    const previousEncryptedSecret = hasGrace ? before.encryptedSecret : null
    return { endpoint, secret, previousEncryptedSecret, at }
  },
  write: (tx, { endpoint, previousEncryptedSecret }) =>
    updateSecrets(tx, endpoint, previousEncryptedSecret),
  events: ({ endpoint: { version, previousSecretEndsAt } }) => {
    const ends = previousSecretEndsAt && {
      previousSecretEndsAt: previousSecretEndsAt.toISOString(),
    }
    return [['webhook_endpoint.secret_rotated', { version, ...ends }]]
  },
})
