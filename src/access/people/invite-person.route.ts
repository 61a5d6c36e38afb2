import { namedObject } from '../../domain/fields.ts'
import { changeOperation, newRecordReply } from '../../http/change-operation.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { INVITE_PERSON } from './invite-person.ts'
import { PERSON, PERSON_MEMBERS, toPerson } from './person.ts'

const NEW_PERSON = namedObject('NewPerson', 'A person to invite.', PERSON_MEMBERS, {
  examples: [{ email: 'ada.lindqvist@example.com', name: 'Ada Lindqvist', roles: ['approver'] }],
})

export const invitePersonRoute = changeOperation({
  operationId: 'invitePerson',
  description:
    'Invites a person, who can sign in from then on. You must have all permissions of the roles ' +
    'that you give. No email is sent.',
  path: '/v1/people',
  permission: 'people:manage',
  body: NEW_PERSON,
  success: newRecordResponse('The person, `invited`.', PERSON, 'Path of the person.'),
  refusals: ['sign_in_required', 'permission_not_held', 'role_not_found', 'person_exists'],
  change: INVITE_PERSON,
  input: ({ body }) => body,
  isPersonal: () => true,
  respond: (person) => newRecordReply('/v1/people', toPerson(person), person),
})
