import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { byId, NO_MEMBERS, recordId } from '../../domain/fields.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { PASSKEY, passkeyNotFound, personOf, toPasskey } from './passkey.ts'
import { REMOVE_PASSKEY } from './remove-passkey.ts'

const COMMON = {
  method: 'DELETE',
  body: NO_MEMBERS,
  bodyIsOptional: true,
  success: recordResponse('The passkey as it was.', PASSKEY),
} as const

const SIGNED = 'What it signed stays valid.'

export const removePasskeyRoute = changeOperation({
  ...COMMON,
  operationId: 'removePasskey',
  description:
    `Removes a passkey of the person whose token this is, for good. ${SIGNED} It cannot be ` +
    'registered again; the authenticator can make a new one.',
  path: '/v1/passkeys/{id}',
  permission: null,
  ...byId(PASSKEY, passkeyNotFound),
  refusals: ['sign_in_required', 'person_required'],
  change: REMOVE_PASSKEY,
  input: ({ caller, parameters: { id } }) => ({ id, personId: personOf(caller).personId }),
  respond: ({ passkey }) => ({ body: { data: toPasskey(passkey) } }),
})

export const removePasskeyOfPersonRoute = changeOperation({
  ...COMMON,
  operationId: 'removePasskeyOfPerson',
  description:
    `Removes a passkey of a person for good, such as a lost one. ${SIGNED} You must have all ` +
    'permissions that the person has.',
  path: '/v1/people/{id}/passkeys/{passkeyId}',
  permission: 'people:manage',
  parameters: Type.Object({
    id: recordId('Identifier of the person.', EXAMPLE_IDS.person),
    passkeyId: PASSKEY.properties.id,
  }),
  notFound: passkeyNotFound,
  refusals: ['sign_in_required', 'permission_not_held'],
  change: REMOVE_PASSKEY,
  input: ({ parameters: { id: personId, passkeyId: id } }) => ({ id, personId }),
  respond: ({ passkey }) => ({ body: { data: toPasskey(passkey) } }),
})
