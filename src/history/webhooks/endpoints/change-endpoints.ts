import { randomBytes } from 'node:crypto'
import type { ChangeRequest } from '../../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { unbatchedChange } from '../../../database/changes/unbatched-change.ts'
import { Refusal } from '../../../domain/errors.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../../domain/events.ts'
import { newId } from '../../../domain/ids.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../domain/limits.ts'
import { illegalTransition } from '../../../domain/state-transitions.ts'
import { type IfMatch, versionRefusal } from '../../../domain/versions.ts'
import { type Secrets, secretsKeyMissing } from '../../../runtime/secrets/secrets.ts'
import {
  deleteEndpoint,
  forgetFailures,
  insertEndpoint,
  lockEndpoints,
  lockEndpointWithHealth,
  type StoredEndpoint,
  TEST_EVENT_TYPE,
  updateEndpoint,
} from './endpoints.store.ts'
import { NO_HEALTH, secretContext, webhookEndpointNotFound } from './webhook-endpoint.ts'

/** The specification of Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

interface NewEndpoint {
  readonly url: string
  /** Null: all types. */
  readonly types: EventType[] | null
  /** Null if the vault has no key for them. */
  readonly secrets: Secrets | null
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
      ...{ id, organizationId, url, types, position },
      version: 1,
      disabledReason: null,
      createdAt: new Date(nowMs),
      encryptedSecret: secrets.encrypt(secret, secretContext(organizationId, id)),
      previousEncryptedSecret: null,
      previousSecretEndsAt: null,
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

/** An event of an endpoint. Its data never has the URL, which may hold a secret. */
export function endpointEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: EventType,
  { id, occurredAt, data }: { id: string; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, { occurredAt, subject: { type: 'webhook_endpoint', id }, data })
}

interface OfEndpoint {
  readonly id: string
  readonly ifMatch?: IfMatch
}

type Judged = Error | { readonly endpoint: StoredEndpoint }
type ResultOf<Judgement extends Judged> = Exclude<Judgement, Error>

interface EndpointChange<Input, Judgement extends Judged> {
  readonly name: string
  /** Judges a request for an endpoint that exists, at a version that `If-Match` names. */
  readonly judge: (input: Input, endpoint: StoredEndpoint, at: Date) => Judgement
  readonly write: (tx: OrganizationTransaction, result: ResultOf<Judgement>) => void
  readonly events: (
    result: ResultOf<Judgement>,
  ) => readonly (readonly [type: EventType, data: EventData])[]
}

/** A change of one endpoint, which is locked, and refused if it is unknown or has changed. */
function changeOfEndpoint<Input extends OfEndpoint, Judgement extends Judged>({
  name,
  judge,
  write,
  events,
}: EndpointChange<Input, Judgement>) {
  return unbatchedChange({
    name,
    lock: (tx, { id }: Input) => ({ endpoint: lockEndpointWithHealth(tx, id) }),
    judge: ({ input }, { endpoint }, { nowMs }) => {
      if (endpoint === undefined) return webhookEndpointNotFound()
      const { version } = endpoint
      const stale = versionRefusal('webhook endpoint', { version, ifMatch: input.ifMatch })
      if (stale !== undefined) return stale
      const at = new Date(nowMs)
      const result = judge(input, endpoint, at)
      return result instanceof Error ? result : { ...(result as ResultOf<Judgement>), at }
    },
    write: (tx, { result }) => write(tx, result),
    events: (one) => {
      const { endpoint, at: occurredAt } = one.result
      return events(one.result).map(([type, data]) =>
        endpointEvent(one, type, { id: endpoint.id, occurredAt, data }),
      )
    },
  })
}

interface EndpointUpdate extends OfEndpoint {
  readonly changes: {
    readonly url?: string
    readonly types?: EventType[] | null
    readonly enabled?: boolean
  }
}

export const UPDATE_WEBHOOK_ENDPOINT = changeOfEndpoint({
  name: 'update_webhook_endpoint',
  judge: ({ changes: { enabled, ...others } }: EndpointUpdate, before) => {
    const changed = {
      ...before,
      ...others,
      ...(enabled === true && { disabledReason: null }),
      // The first reason stays on record.
      ...(enabled === false && { disabledReason: before.disabledReason ?? 'by_request' }),
    } as StoredEndpoint
    const members = (['url', 'types'] as const).filter(
      (name) => textOf(before[name]) !== textOf(changed[name]),
    )
    const wasEnabled = before.disabledReason === null
    const isToggled = wasEnabled !== (changed.disabledReason === null)
    const isChanged = members.length > 0 || isToggled
    // Earlier failures say nothing about it any more.
    const isNewStart = before.url !== changed.url || (isToggled && !wasEnabled)
    const failures = isNewStart && { failingSince: null, lastError: null }
    const endpoint = isChanged ? { ...changed, ...failures, version: before.version + 1 } : before
    return { endpoint, before, members, isToggled, isChanged, isNewStart }
  },
  write: (tx, { endpoint, isChanged, isNewStart }) => {
    if (isChanged) updateEndpoint(tx, endpoint)
    if (isNewStart) void forgetFailures(tx, endpoint.id)
  },
  // One event for the URL and the types, one for being enabled or disabled.
  events: ({ endpoint: { version, types, disabledReason }, before, members, isToggled }) => {
    const ofTypes = members.includes('types') && {
      before: { types: before.types },
      after: { types },
    }
    const updated = { version, changedMembers: members, ...ofTypes }
    const toggled =
      disabledReason === null
        ? (['webhook_endpoint.enabled', { version }] as const)
        : (['webhook_endpoint.disabled', { version, disabledReason }] as const)
    return [
      ...(members.length > 0 ? [['webhook_endpoint.updated', updated] as const] : []),
      ...(isToggled ? [toggled] : []),
    ]
  },
})

/** The same types in another order are no change. */
function textOf(value: string | readonly string[] | null): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
}

const HOUR_MS = 3_600_000

interface SecretRotation extends OfEndpoint {
  /** The previous secret signs for so long, too; with 0, it ends at once. */
  readonly graceHours: number
  /** Null if the vault has no key for them. */
  readonly secrets: Secrets | null
}

/** Gives an endpoint a new secret. At most two secrets live: an older one stops working at once. */
export const ROTATE_WEBHOOK_SECRET = changeOfEndpoint({
  name: 'rotate_webhook_secret',
  judge: ({ graceHours, secrets }: SecretRotation, before, at) => {
    if (secrets === null) return secretsKeyMissing()
    const context = secretContext(before.organizationId, before.id)
    // One that no key reads cannot sign: its key was lost, and this rotation is the repair.
    const hasGrace = graceHours > 0 && secrets.canDecrypt(before.encryptedSecret, context)
    const secret = newWebhookSecret()
    const endpoint = {
      ...before,
      version: before.version + 1,
      encryptedSecret: secrets.encrypt(secret, context),
      previousEncryptedSecret: hasGrace ? before.encryptedSecret : null,
      previousSecretEndsAt: hasGrace ? new Date(at.getTime() + graceHours * HOUR_MS) : null,
    }
    return { endpoint, secret }
  },
  write: (tx, { endpoint }) => updateEndpoint(tx, endpoint),
  events: ({ endpoint: { version, previousSecretEndsAt: endsAt } }) => {
    const ends = endsAt && { previousSecretEndsAt: endsAt.toISOString() }
    return [['webhook_endpoint.secret_rotated', { version, ...ends }]]
  },
})

/** Deletes an endpoint with its deliveries; the result is the endpoint before. */
export const DELETE_WEBHOOK_ENDPOINT = changeOfEndpoint({
  name: 'delete_webhook_endpoint',
  judge: (_: OfEndpoint, endpoint) => ({ endpoint }),
  write: (tx, { endpoint }) => deleteEndpoint(tx, endpoint.id),
  events: ({ endpoint: { types } }) => [['webhook_endpoint.deleted', { before: { types } }]],
})

/** Writes an event that is delivered to this endpoint alone. */
export const SEND_WEBHOOK_TEST = changeOfEndpoint({
  name: 'send_webhook_test',
  judge: (_: OfEndpoint, endpoint) => {
    if (endpoint.disabledReason === null) return { endpoint }
    return illegalTransition({
      recordType: 'webhook endpoint',
      verb: 'send-test',
      currentStatus: 'disabled',
      because: 'enable it first',
      allowed: ['rotate-secret', 'replay'],
    })
  },
  write: () => undefined,
  events: () => [[TEST_EVENT_TYPE, {}]],
})
