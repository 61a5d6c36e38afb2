import { type Static, Type } from 'typebox'
import { findById } from '../../database/record.ts'
import { namedObject, PERSON_OF_TOKEN, type RowOf } from '../../domain/fields.ts'
import { minorDigits } from '../../domain/iso-codes.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { ACCESS_TOKEN } from './access-token.ts'

const { id, organizationId, owner, permissions, expiresAt } = ACCESS_TOKEN.properties

const CALLER = namedObject('Caller', 'The access token of the request, without its secret.', {
  organizationId,
  organizationName: Type.String({
    description: 'Name of the organization.',
    examples: ['Northlight Collectibles'],
  }),
  mode: Type.Enum(['live', 'test'], {
    description: '`test` for a test organization: docs/INTEGRATING.md says what that has.',
    examples: ['live'],
  }),
  currency: Type.String({
    description: 'The currency of every amount of the organization (ISO 4217).',
    pattern: '^[A-Z]{3}$',
    examples: ['USD'],
  }),
  currencyDigits: Type.Integer({
    description: 'The decimals of its minor unit (ISO 4217), in which all amounts are.',
    examples: [2],
  }),
  hasIdentityProvider: Type.Boolean({
    description: 'Whether its people can sign in with an identity provider.',
    examples: [false],
  }),
  tokenId: id,
  person: PERSON_OF_TOKEN,
  owner,
  permissions,
  expiresAt,
})

interface CallerRow
  extends Omit<RowOf<Static<typeof CALLER>>, 'currencyDigits' | 'person' | 'permissions'> {
  readonly personId: string | null
  readonly personName: string | null
}

const findCaller = findById<CallerRow>(`
  select token.organization_id, organizations.name as organization_name, mode, currency,
    token.id as token_id, owner, person.id as person_id, person.name as person_name, expires_at,
    exists (select from identity_providers where organization_id = $1) as has_identity_provider
  from access_tokens as token
  join organizations on organizations.id = $1
  left join people as person on person.organization_id = $1 and person.id = token.person_id
  where token.organization_id = $1 and token.id = $2`)

export const getCallerRoute = operation({
  operationId: 'getCaller',
  description:
    'Reads who the request is from: the access token that it was sent with, its organization, ' +
    'the mode, the currency and the sign-in of that, its person or owner, its permissions and its expiry.',
  path: '/v1/caller',
  permission: null,
  success: recordResponse('The caller.', CALLER),
  handle: async ({ caller, database }) => {
    // Tokens are never deleted, so it is there.
    const found = (await findCaller(caller, database, caller.tokenId as string)) as CallerRow
    const { personId, personName, expiresAt, ...row } = found
    const person = personId === null ? null : { id: personId, name: personName as string }
    const permissions = [...caller.permissions]
    const currencyDigits = minorDigits(row.currency)
    return {
      data: { ...row, currencyDigits, person, permissions, expiresAt: expiresAt.toISOString() },
    }
  },
})
