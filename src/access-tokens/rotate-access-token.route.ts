import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { TOKEN_ROTATION_GRACE_DAYS_MAX } from '../domain/limits.ts'
import { addChange } from '../http/change-operation.ts'
import {
  ACCESS_TOKEN,
  accessTokenNotFound,
  ISSUED_ACCESS_TOKEN,
  SECRET_HEADERS,
  toIssuedAccessToken,
} from './access-token.ts'
import type { ForgetToken } from './authenticate.ts'
import { ROTATE_ACCESS_TOKEN } from './rotate-access-token.ts'

const ROTATION = Type.Object(
  {
    graceDays: Type.Optional(
      Type.Integer({
        description:
          'Days that the old token goes on beside the new one, but no longer than it would have; ' +
          'with 0 it is revoked, and refused within one second.',
        minimum: 0,
        maximum: TOKEN_ROTATION_GRACE_DAYS_MAX,
        default: 0,
        examples: [7],
      }),
    ),
  },
  {
    title: 'TokenRotation',
    description: 'What becomes of the old token; no body is fine too.',
    additionalProperties: false,
    examples: [{ graceDays: 7 }],
  },
)

export function rotateAccessTokenRoute(app: FastifyInstance, forgetToken: ForgetToken): void {
  addChange(
    app,
    {
      operationId: 'rotateAccessToken',
      tag: 'Access tokens',
      summary: 'Rotate Access Token',
      description:
        'Issues a token in the place of one that is still valid, with the same permissions, owner ' +
        'and length of life. A token may rotate itself, and those that have no permission that it ' +
        'lacks. The secret is in this response and nowhere else.',
      method: 'POST',
      path: '/v1/access-tokens/{id}/rotate',
      permission: 'access_tokens:manage',
      parameters: Type.Object({ id: ACCESS_TOKEN.properties.id }),
      body: ROTATION,
      bodyIsOptional: true,
      success: {
        status: 201,
        description: 'The new token, `valid`, and its secret.',
        body: Type.Object({ data: ISSUED_ACCESS_TOKEN }),
        headers: SECRET_HEADERS,
      },
      returnsSecret: true,
      refusals: ['access_token_not_found', 'permission_not_held', 'invalid_state_transition'],
    },
    {
      notFound: accessTokenNotFound,
      change: ROTATE_ACCESS_TOKEN,
      input: ({ parameters, body }) => ({ ...parameters, graceDays: body.graceDays ?? 0 }),
      respond: ({ accessToken, token }) => ({
        body: { data: toIssuedAccessToken(accessToken, token) },
        headers: { 'Cache-Control': 'no-store' },
      }),
      committed: (_, { old }) => forgetToken(old.id),
    },
  )
}
