import { Type } from 'typebox'
import { namedObject } from '../../../domain/fields.ts'
import { WEBHOOK_GRACE_HOURS_DEFAULT, WEBHOOK_GRACE_HOURS_MAX } from '../../../domain/limits.ts'
import { changeOperation } from '../../../http/change-operation.ts'
import { versionedResponse } from '../../../http/operation-contract.ts'
import { ROTATE_WEBHOOK_SECRET } from './rotate-webhook-secret.ts'
import {
  endpointWithSecret,
  WEBHOOK_ENDPOINT_BY_ID,
  WEBHOOK_ENDPOINT_WITH_SECRET,
} from './webhook-endpoint.ts'

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

export const rotateWebhookSecretRoute = changeOperation({
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
  change: ROTATE_WEBHOOK_SECRET,
  input: ({ parameters, ifMatch, body }, { secrets }) => ({
    ...parameters,
    ifMatch,
    graceHours: body.graceHours ?? WEBHOOK_GRACE_HOURS_DEFAULT,
    secrets,
  }),
  respond: endpointWithSecret,
})
