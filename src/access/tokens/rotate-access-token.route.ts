import { Type } from 'typebox'
import { namedObject } from '../../domain/fields.ts'
import { TOKEN_ROTATION_GRACE_DAYS_MAX } from '../../domain/limits.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { ACCESS_TOKEN_BY_ID, ISSUED_ACCESS_TOKEN, issuedTokenResponse } from './access-token.ts'
import type { ForgetToken } from './authenticate.ts'
import { ROTATE_ACCESS_TOKEN } from './rotate-access-token.ts'

const ROTATION = namedObject(
  'TokenRotation',
  'How the old token ends. The body can be omitted.',
  {
    graceDays: Type.Optional(
      Type.Integer({
        description:
          'Days that the old token stays valid together with the new one, at most until it expires. ' +
          'With 0, it is revoked and refused within one second.',
        minimum: 0,
        maximum: TOKEN_ROTATION_GRACE_DAYS_MAX,
        default: 0,
        examples: [7],
      }),
    ),
  },
  { examples: [{ graceDays: 7 }] },
)

export function rotateAccessTokenRoute(forgetToken: ForgetToken) {
  return changeOperation({
    operationId: 'rotateAccessToken',
    description:
      'Replaces a valid token with a new one that has the same permissions, owner, addresses ' +
      'and lifetime. Your own token must have all permissions and addresses of the token; a ' +
      'token may rotate itself. Only this response contains the secret.',
    path: '/v1/access-tokens/{id}/rotate',
    permission: 'access_tokens:manage',
    ...ACCESS_TOKEN_BY_ID,
    body: ROTATION,
    bodyIsOptional: true,
    success: {
      ...recordResponse('The new token, `valid`, and its secret.', ISSUED_ACCESS_TOKEN),
      status: 201,
    },
    returnsSecret: true,
    refusals: ['permission_not_held', 'invalid_state_transition'],
    change: ROTATE_ACCESS_TOKEN,
    input: ({ parameters, body }) => ({ ...parameters, graceDays: body.graceDays ?? 0 }),
    respond: issuedTokenResponse,
    committed: (_, { old }) => forgetToken(old.id),
  })
}
