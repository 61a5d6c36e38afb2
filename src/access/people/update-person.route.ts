import { changesOf } from '../../domain/fields.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { PERSON, PERSON_BY_ID, PERSON_MEMBERS, toPerson } from './person.ts'
import { UPDATE_PERSON } from './update-person.ts'

const UPDATE = changesOf(
  'PersonUpdate',
  'The members to change. An omitted member keeps its value.',
  PERSON_MEMBERS,
  { roles: ['approver', 'desk'] },
)

export const updatePersonRoute = changeOperation({
  operationId: 'updatePerson',
  description:
    'Changes the name, the email address or the roles of a person. Other roles hold within a ' +
    'second, also for the tokens and sessions that the person has. You must have all ' +
    'permissions that the person has before and after.',
  method: 'PATCH',
  path: '/v1/people/{id}',
  permission: 'people:manage',
  ...PERSON_BY_ID,
  body: UPDATE,
  success: versionedResponse('The person after the change.', PERSON),
  refusals: [
    'no_updatable_fields',
    'sign_in_required',
    'permission_not_held',
    'role_not_found',
    'version_conflict',
    'person_exists',
  ],
  change: UPDATE_PERSON,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, changes: body }),
  respond: ({ person }) => recordReply(toPerson(person), person),
})
