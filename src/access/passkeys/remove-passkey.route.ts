import { Type } from 'typebox'
import { byId, NO_MEMBERS } from '../../domain/fields.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { OF_PERSON } from './list-passkeys.route.ts'
import { PASSKEY, passkeyNotFound, toPasskey } from './passkey.ts'
import { REMOVE_PASSKEY } from './remove-passkey.ts'

export const removePasskeyRoute = changeOperation({
  operationId: 'removePasskey',
  description:
    'Removes a passkey of a person for good, such as a lost one. What it signed stays valid. It ' +
    'cannot be registered again; the authenticator can make a new one. Of another person, you must ' +
    'have all permissions that the person has.',
  method: 'DELETE',
  path: '/v1/passkeys/{id}',
  permission: 'people:manage',
  orOwnPerson: 'query personId',
  ...byId(PASSKEY, passkeyNotFound),
  query: Type.Object(OF_PERSON),
  body: NO_MEMBERS,
  bodyIsOptional: true,
  success: recordResponse('The passkey as it was.', PASSKEY),
  refusals: ['sign_in_required', 'permission_not_held'],
  change: REMOVE_PASSKEY,
  input: ({ parameters, query }) => ({ ...parameters, ...query }),
  respond: ({ passkey }) => ({ body: { data: toPasskey(passkey) } }),
})
