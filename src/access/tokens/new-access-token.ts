import { Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'
import { NOT_BLANK, namedObject } from '../../domain/fields.ts'
import {
  ROLE_NAME_LENGTH_MAX,
  TOKEN_ADDRESSES_MAX,
  TOKEN_LIFETIME_DAYS_DEFAULT,
  TOKEN_LIFETIME_DAYS_MAX,
  TOKEN_OWNER_LENGTH_MAX,
} from '../../domain/limits.ts'
import { PERMISSIONS } from '../../domain/permissions.ts'
import { TOKEN_PERMISSION } from './access-token.ts'

const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4_BLOCK = `${BYTE}(\\.${BYTE}){3}(/(3[0-2]|[12]?[0-9]))?`
// Short, not exact: the lengths of its groups are for the library to check.
const IPV6_BLOCK = '[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?'

const ADDRESS_BLOCK = Type.String({
  description:
    'An IPv4 or IPv6 address, or a CIDR block whose address has no bits beyond its prefix.',
  'x-violation-address-block': true,
  'x-published-pattern': `^(${IPV4_BLOCK}|${IPV6_BLOCK})$`,
  examples: ['192.0.2.0/24'],
})

export const NEW_ACCESS_TOKEN = namedObject(
  'NewAccessToken',
  'A request for a new access token.',
  {
    permissions: Type.Optional(
      Type.Array(TOKEN_PERMISSION, {
        description:
          'The permissions of the token, in place of `role`; your own token must have all of them. `webhooks:manage` ' +
          'sends all events to any public URL, also without `events:read`.',
        minItems: 1,
        maxItems: PERMISSIONS.length,
        uniqueItems: true,
        'x-violation-hint': 'Name each permission once.',
        examples: [['fbo_accounts:read', 'outbound_shipments:read']],
      }),
    ),
    role: Type.Optional(
      Type.String({
        description:
          'The id or the name of a role, in place of `permissions`: the token has its permissions, ' +
          'as they are at any time. Your own token must have all that it has now.',
        'x-violation-unstorable': true,
        ...NOT_BLANK,
        maxLength: ROLE_NAME_LENGTH_MAX,
        examples: ['auditor'],
        'x-violation-hint': 'Send the id or the name of a role that List Roles shows.',
      }),
    ),
    owner: Type.Optional(
      Type.String({
        description:
          'The person to whom the token is given. Without an owner, the token acts for you: it ' +
          'counts as your own token in approvals by a second person.',
        'x-violation-unstorable': true,
        ...NOT_BLANK,
        maxLength: TOKEN_OWNER_LENGTH_MAX,
        examples: ['Ada Lindqvist'],
        'x-violation-hint': 'Leave owner out for a token that acts for you.',
      }),
    ),
    allowedAddresses: Type.Optional(
      Type.Array(ADDRESS_BLOCK, {
        description:
          'Addresses or CIDR blocks from which the token may be used. Your own token must be ' +
          'allowed from all of them. Default: those of your own token.',
        minItems: 1,
        maxItems: TOKEN_ADDRESSES_MAX,
        examples: [['192.0.2.0/24', '2001:db8::/32']],
        'x-violation-hint':
          'Leave allowedAddresses out for a token with the addresses of your own token.',
      }),
    ),
    expiresInDays: Type.Optional(
      Type.Integer({
        description: 'Days until the token expires.',
        minimum: 1,
        maximum: TOKEN_LIFETIME_DAYS_MAX,
        default: TOKEN_LIFETIME_DAYS_DEFAULT,
        examples: [30],
      }),
    ),
  },
  { examples: [{ permissions: ['fbo_accounts:read'], owner: 'Ada Lindqvist', expiresInDays: 30 }] },
)

/** Exactly one of the two; a value that is wrong in itself is another violation. */
export function eitherViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const sent = ['permissions', 'role'].filter((name) => Object.hasOwn(body, name))
  if (sent.length === 1) return []
  const code = sent.length === 0 ? 'required' : 'invalid_value'
  const detail = 'Send either permissions or role, and not both.'
  return ['/permissions', '/role'].map((pointer) => ({ pointer, code, detail }))
}
