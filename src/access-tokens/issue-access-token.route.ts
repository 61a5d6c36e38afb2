import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addressBlock } from '../domain/ip-ranges.ts'
import {
  TOKEN_ADDRESSES_MAX,
  TOKEN_LIFETIME_DAYS_DEFAULT,
  TOKEN_LIFETIME_DAYS_MAX,
  TOKEN_OWNER_LENGTH_MAX,
} from '../domain/limits.ts'
import { PERMISSIONS } from '../domain/permissions.ts'
import { addChange } from '../http/change-operation.ts'
import {
  ISSUED_ACCESS_TOKEN,
  SECRET_HEADERS,
  TOKEN_PERMISSION,
  toIssuedAccessToken,
} from './access-token.ts'
import { grantRefusal } from './grant-permissions.rules.ts'
import { ISSUE_ACCESS_TOKEN } from './issue-access-token.ts'

const NEW_ACCESS_TOKEN = Type.Object(
  {
    permissions: Type.Array(TOKEN_PERMISSION, {
      description: 'What the token may do: nothing that your own token may not.',
      minItems: 1,
      maxItems: PERMISSIONS.length,
      uniqueItems: true,
      'x-violation-hint': 'Name each permission once.',
      examples: [['fbo_accounts:read', 'outbound_shipments:read']],
    }),
    owner: Type.Optional(
      Type.String({
        description:
          'Whom the token is given to. Without one it acts for you: for approvals by a second ' +
          'person it counts as your own.',
        'x-violation-unstorable': true,
        minLength: 1,
        maxLength: TOKEN_OWNER_LENGTH_MAX,
        examples: ['Ada Lindqvist'],
        'x-violation-hint': 'Leave owner out for a token that acts for you.',
      }),
    ),
    allowedAddresses: Type.Optional(
      Type.Array(Type.String({ 'x-violation-address-block': true, examples: ['192.0.2.0/24'] }), {
        description:
          'Addresses, or blocks of them (CIDR), that the token may be used from: none that yours may ' +
          'not. Without them: those of your own token.',
        minItems: 1,
        maxItems: TOKEN_ADDRESSES_MAX,
        examples: [['192.0.2.0/24', '2001:db8::/32']],
        'x-violation-hint':
          'Leave allowedAddresses out for a token that may be used wherever yours may.',
      }),
    ),
    expiresInDays: Type.Optional(
      Type.Integer({
        description: 'Days until it expires.',
        minimum: 1,
        maximum: TOKEN_LIFETIME_DAYS_MAX,
        default: TOKEN_LIFETIME_DAYS_DEFAULT,
        examples: [30],
      }),
    ),
  },
  {
    title: 'NewAccessToken',
    description: 'An access token to be issued.',
    additionalProperties: false,
    examples: [{ permissions: ['fbo_accounts:read'], owner: 'Ada Lindqvist', expiresInDays: 30 }],
  },
)

export function issueAccessTokenRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'issueAccessToken',
      tag: 'Access tokens',
      summary: 'Issue Access Token',
      description:
        'Issues an access token for the organization of your own. It can have no permission that ' +
        'yours does not have, and be used from nowhere that yours cannot. The secret is in this response and nowhere else.',
      method: 'POST',
      path: '/v1/access-tokens',
      permission: 'access_tokens:manage',
      body: NEW_ACCESS_TOKEN,
      success: {
        status: 201,
        description: 'The token, `valid`, and its secret.',
        body: Type.Object({ data: ISSUED_ACCESS_TOKEN }),
        headers: SECRET_HEADERS,
      },
      returnsSecret: true,
      refusals: ['permission_not_held'],
    },
    {
      change: ISSUE_ACCESS_TOKEN,
      input: ({ caller, body }) => {
        const { permissions, owner, expiresInDays = TOKEN_LIFETIME_DAYS_DEFAULT } = body
        const allowedAddresses = body.allowedAddresses?.map((text) => addressBlock(text) as string)
        const powers = { permissions, allowedAddresses: allowedAddresses ?? null }
        const refusal = grantRefusal(caller, powers)
        if (refusal !== undefined) throw refusal
        return {
          issuerId: caller.tokenId,
          permissions,
          lifetimeSeconds: expiresInDays * 86_400,
          ...(owner === undefined ? {} : { owner }),
          ...(allowedAddresses === undefined ? {} : { allowedAddresses }),
        }
      },
      respond: ({ accessToken, token }) => ({
        body: { data: toIssuedAccessToken(accessToken, token) },
        headers: { 'Cache-Control': 'no-store' },
      }),
    },
  )
}
