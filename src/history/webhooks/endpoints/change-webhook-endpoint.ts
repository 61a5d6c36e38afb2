import { Type } from 'typebox'
import { isSameInAnyOrder, valuesOf } from '../../../database/changes/corrections.ts'
import type { RecordType } from '../../../database/record.ts'
import type { EventData, EventType } from '../../../domain/events.ts'
import { changesOf, namedObject } from '../../../domain/fields.ts'
import { WEBHOOK_GRACE_HOURS_DEFAULT, WEBHOOK_GRACE_HOURS_MAX } from '../../../domain/limits.ts'
import { versionRefusal } from '../../../domain/versions.ts'
import { change } from '../../../http/change.ts'
import { versionedResponse } from '../../../http/operation-contract.ts'
import { recordChange } from '../../../http/record-change.ts'
import type { UrlPolicy } from '../../../runtime/outbound/url.rules.ts'
import { secretsKeyMissing } from '../../../runtime/secrets/secrets.ts'
import {
  forgetFailures,
  lockEndpointWithHealth,
  type StoredEndpoint,
  updateEndpoint,
} from './endpoints.store.ts'
import {
  ENDPOINT_TYPES,
  ENDPOINT_URL,
  endpointEvent,
  endpointWithSecret,
  newWebhookSecret,
  secretContext,
  toWebhookEndpoint,
  urlsWithin,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_BY_ID,
  WEBHOOK_ENDPOINT_WITH_SECRET,
  webhookEndpointNotFound,
} from './webhook-endpoint.ts'

const NOUN = 'webhook endpoint'

const MEMBERS = {
  url: ENDPOINT_URL,
  types: ENDPOINT_TYPES,
  enabled: Type.Boolean({
    description:
      'false: nothing is sent. true: sending goes on where it stopped, with the events since.',
    examples: [true],
  }),
}

const ENDPOINT: RecordType<StoredEndpoint> = {
  noun: NOUN,
  subject: 'webhook_endpoint',
  ...WEBHOOK_ENDPOINT_BY_ID,
  write: updateEndpoint,
}

export const updateWebhookEndpointRoute = (urls: UrlPolicy) =>
  recordChange(ENDPOINT, {
    operationId: 'updateWebhookEndpoint',
    description:
      'Changes the URL or the types of an endpoint, disables it, or enables it again. Events ' +
      'that wait for their delivery are sent to the new URL. Another URL, or an endpoint that ' +
      'you enable again, has five days again until failures disable it.',
    path: '/v1/webhook-endpoints/{id}',
    permission: 'webhooks:manage',
    body: changesOf(
      'WebhookEndpointUpdate',
      'The members to change. An omitted member keeps its value.',
      MEMBERS,
      { enabled: true },
    ),
    response: ['The endpoint after the change.', WEBHOOK_ENDPOINT],
    toView: toWebhookEndpoint,
    refusals: ['no_updatable_fields', 'version_conflict'],
    bodyViolations: urlsWithin(urls),
    lock: (tx, { id }) => ({ before: lockEndpointWithHealth(tx, id) }),
    values: ({ disabledReason }, { enabled, ...others }) => ({
      ...others,
      ...(enabled === true && { disabledReason: null }),
      // The first reason stays on record.
      ...(enabled === false && { disabledReason: disabledReason ?? 'by_request' }),
    }),
    isSame: isSameInAnyOrder,
    besides: (changed) => (isNewStart(changed) ? { failingSince: null, lastError: null } : {}),
    alsoWrite: (tx, changed) => {
      if (isNewStart(changed)) void forgetFailures(tx, changed.id)
    },
    // One event for the URL and the types, one for being enabled or disabled.
    event: ({ row: { disabledReason }, corrected }) => {
      const members = corrected.map(({ member }) => member)
      const changedMembers = ['url', 'types'].filter((member) => members.includes(member))
      const data = { changedMembers, ...valuesOf(corrected, ['types']) }
      const toggled: [EventType, EventData] =
        disabledReason === null
          ? ['webhook_endpoint.enabled', {}]
          : ['webhook_endpoint.disabled', { disabledReason }]
      return [
        ...(changedMembers.length > 0 ? [['webhook_endpoint.updated', data] as const] : []),
        ...(members.includes('disabledReason') ? [toggled] : []),
      ]
    },
  })

/** Whether earlier failures say nothing about it any more. */
function isNewStart({ before, row }: Record<'before' | 'row', StoredEndpoint>): boolean {
  const isEnabledAgain = before.disabledReason !== null && row.disabledReason === null
  return before.url !== row.url || isEnabledAgain
}

const HOUR_MS = 3_600_000

const ROTATION = namedObject(
  'WebhookSecretRotation',
  'How the previous secret ends. The body can be omitted.',
  {
    graceHours: Type.Optional(
      Type.Integer({
        description:
          'Hours that the previous secret signs together with the new one. With 0, it ends at once; ' +
          'so does one that the service cannot read, because its key was lost.',
        minimum: 0,
        maximum: WEBHOOK_GRACE_HOURS_MAX,
        default: WEBHOOK_GRACE_HOURS_DEFAULT,
        examples: [24],
      }),
    ),
  },
  { examples: [{ graceHours: 24 }] },
)

/** At most two secrets live: an older one stops working at once. */
export const rotateWebhookSecretRoute = change({
  operationId: 'rotateWebhookSecret',
  description:
    'Gives an endpoint a new secret. For some hours, events have two signatures: one by the ' +
    'new secret and one by the previous one. Only this response contains the new secret.',
  path: '/v1/webhook-endpoints/{id}/rotate-secret',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
  body: ROTATION,
  bodyIsOptional: true,
  success: versionedResponse('The endpoint and its new secret.', WEBHOOK_ENDPOINT_WITH_SECRET),
  returnsSecret: true,
  refusals: ['version_conflict', 'secrets_key_missing'],
  input: ({ parameters: { id }, ifMatch, body }, { secrets }) => {
    const { graceHours = WEBHOOK_GRACE_HOURS_DEFAULT } = body
    return { id, ifMatch, graceHours, secrets }
  },
  lock: (tx, { id }) => ({ before: lockEndpointWithHealth(tx, id) }),
  judge: ({ input: { ifMatch, graceHours, secrets } }, { before }, { nowMs }) => {
    if (before === undefined) return webhookEndpointNotFound()
    const stale = versionRefusal(NOUN, { version: before.version, ifMatch })
    if (stale !== undefined) return stale
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
      previousSecretEndsAt: hasGrace ? new Date(nowMs + graceHours * HOUR_MS) : null,
    }
    return { endpoint, secret, occurredAt: new Date(nowMs) }
  },
  write: (tx, { result }) => updateEndpoint(tx, result.endpoint),
  events: (one) => {
    const { occurredAt } = one.result
    const { id, version, previousSecretEndsAt: endsAt } = one.result.endpoint
    const data = { version, ...(endsAt && { previousSecretEndsAt: endsAt.toISOString() }) }
    return endpointEvent(one, 'webhook_endpoint.secret_rotated', { id, occurredAt, data })
  },
  respond: endpointWithSecret,
})
