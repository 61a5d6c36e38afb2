import { unbatchedChange } from '../../../database/changes/unbatched-change.ts'
import { Refusal } from '../../../domain/errors.ts'
import type { EventType } from '../../../domain/events.ts'
import { newId } from '../../../domain/ids.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../domain/limits.ts'
import { type Secrets, secretsKeyMissing } from '../../../runtime/secrets/secrets.ts'
import { insertEndpoint, lockEndpoints } from './create-webhook-endpoint.store.ts'
import { endpointEvent } from './endpoint-change.ts'
import type { StoredEndpoint } from './find-endpoint.store.ts'
import { NO_HEALTH } from './webhook-endpoint.ts'
import { newWebhookSecret, secretContext } from './webhook-secret.ts'

interface NewEndpoint {
  readonly url: string
  /** Null: all types. */
  readonly types: EventType[] | null
  /** Null if the vault has no key for them. */
  readonly secrets: Secrets | null
}

/** An endpoint with a secret that is shown only now. */
export interface EndpointWithSecret {
  readonly endpoint: StoredEndpoint
  readonly secret: string
}

/**
 * Creates an endpoint. It gets the event of its creation and all behind it; perhaps also some right
 * before it, of changes that were under way.
 */
export const CREATE_WEBHOOK_ENDPOINT = unbatchedChange({
  name: 'create_webhook_endpoint',
  lock: (tx, _: NewEndpoint) => ({ before: lockEndpoints(tx) }),
  judge: ({ caller, input: { url, types, secrets } }, { before }, { nowMs }) => {
    const { count, position } = before
    if (count >= WEBHOOK_ENDPOINTS_MAX) return tooMany()
    if (secrets === null) return secretsKeyMissing()
    const { organizationId } = caller
    const id = newId('hook')
    const secret = newWebhookSecret()
    const endpoint: StoredEndpoint = {
      ...NO_HEALTH,
      id,
      organizationId,
      url,
      types,
      position,
      version: 1,
      disabledReason: null,
      previousSecretEndsAt: null,
      createdAt: new Date(nowMs),
      encryptedSecret: secrets.encrypt(secret, secretContext(organizationId, id)),
    }
    return { endpoint, secret }
  },
  write: (tx, { result }) => insertEndpoint(tx, result.endpoint),
  events: (one) => {
    const { id, types, createdAt: occurredAt } = one.result.endpoint
    const data = { version: 1, after: { types } }
    return endpointEvent(one, 'webhook_endpoint.created', { id, occurredAt, data })
  },
})

function tooMany(): Refusal {
  return new Refusal('too_many_webhook_endpoints', {
    detail:
      `The organization has ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints, and may have no more: ` +
      'delete one, or send more types to one of them.',
  })
}
