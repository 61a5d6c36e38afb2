import { Type } from 'typebox'
import { namedObject, PERSON_OF_TOKEN } from '../../domain/fields.ts'
import { minorDigits } from '../../domain/minor-units.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { ACCESS_TOKEN } from './access-token.ts'
import { getCaller } from './get-caller.store.ts'

const { id, organizationId, owner, permissions, expiresAt } = ACCESS_TOKEN.properties

const CALLER = namedObject('Caller', 'The access token of the request, without its secret.', {
  organizationId,
  organizationName: Type.String({
    description: 'Name of the organization.',
    examples: ['Northlight Collectibles'],
  }),
  mode: Type.Enum(['live', 'test'], {
    description: '`test` for a test organization: docs/SANDBOX.md says what that has.',
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

export const getCallerRoute = operation({
  operationId: 'getCaller',
  description:
    'Reads who the request is from: the access token that it was sent with, its organization, ' +
    'the mode, the currency and the sign-in of that, its person or owner, its permissions and its expiry.',
  path: '/v1/caller',
  permission: null,
  success: recordResponse('The caller.', CALLER),
  handle: async ({ caller, database }) => {
    const { personId, personName, expiresAt, ...row } = await getCaller(caller, database)
    const person = personId === null ? null : { id: personId, name: personName as string }
    const permissions = [...caller.permissions]
    const currencyDigits = minorDigits(row.currency)
    return {
      data: { ...row, currencyDigits, person, permissions, expiresAt: expiresAt.toISOString() },
    }
  },
})
