import { Type } from 'typebox'
import { namedObject } from '../../domain/fields.ts'
import { PENDING_NAMED_MAX } from '../../domain/limits.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import type { ForgetToken } from '../tokens/authenticate.ts'
import { CHANGE_PERSON_STATE } from './change-person-state.ts'
import { PENDING_RECORD } from './pending-record.ts'
import { PERSON, PERSON_BY_ID, toPerson } from './person.ts'
import { UNBIND_PERSON } from './unbind-person.ts'

const SUSPENDED_PERSON = namedObject('SuspendedPerson', 'A person who was just suspended.', {
  ...PERSON.properties,
  pending: Type.Array(PENDING_RECORD, {
    description:
      'What the person requested, or approved as one of several, and still waits for an approval: ' +
      `look whether you still want it. Of each type the newest ${PENDING_NAMED_MAX}.`,
  }),
})

const BY_ID = { permission: 'people:manage', ...PERSON_BY_ID } as const
const REFUSALS = ['permission_not_held', 'version_conflict', 'invalid_state_transition'] as const

export function suspendPersonRoute(forgetToken: ForgetToken) {
  return changeOperation({
    operationId: 'suspendPerson',
    description:
      'Suspends a person: all tokens of the person are revoked and all sessions end, on every ' +
      'replica within a second, and the person cannot sign in. You must have all permissions ' +
      'that the person has.',
    path: '/v1/people/{id}/suspend',
    ...BY_ID,
    success: versionedResponse('The person, `suspended`.', SUSPENDED_PERSON),
    refusals: REFUSALS,
    change: CHANGE_PERSON_STATE,
    input: ({ parameters, ifMatch }) => ({ ...parameters, ifMatch, verb: 'suspend' as const }),
    isPersonal: () => true,
    respond: ({ person, pending }) =>
      recordReply({ ...toPerson(person), pending: [...pending] }, person),
    committed: (_caller, { tokenIds }) => tokenIds.forEach(forgetToken),
  })
}

export const resumePersonRoute = changeOperation({
  operationId: 'resumePerson',
  description:
    'Lets a suspended person sign in again. Tokens that were revoked stay so. You must have all ' +
    'permissions that the person has.',
  path: '/v1/people/{id}/resume',
  ...BY_ID,
  success: versionedResponse('The person, who can sign in.', PERSON),
  refusals: ['sign_in_required', ...REFUSALS],
  change: CHANGE_PERSON_STATE,
  input: ({ parameters, ifMatch }) => ({ ...parameters, ifMatch, verb: 'resume' as const }),
  isPersonal: () => true,
  respond: ({ person }) => recordReply(toPerson(person), person),
})

export function unbindPersonRoute(forgetToken: ForgetToken) {
  return changeOperation({
    operationId: 'unbindPerson',
    description:
      'Frees a person from their account at the identity provider, after the provider or the ' +
      'account changed. All tokens of the person are revoked and all sessions end, as by Suspend ' +
      "Person, and the next sign-in with the person's email address binds the person to the " +
      'account of that sign-in. You must have all permissions that the person has. It changes ' +
      'nothing about a person without an account.',
    path: '/v1/people/{id}/unbind',
    ...BY_ID,
    success: versionedResponse('The person, without an account.', PERSON),
    refusals: ['sign_in_required', 'permission_not_held', 'version_conflict'],
    change: UNBIND_PERSON,
    input: ({ parameters, ifMatch }) => ({ ...parameters, ifMatch }),
    isPersonal: () => true,
    respond: ({ person }) => recordReply(toPerson(person), person),
    committed: (_caller, { tokenIds }) => tokenIds.forEach(forgetToken),
  })
}
