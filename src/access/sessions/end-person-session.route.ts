import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { recordId } from '../../domain/fields.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import type { ForgetToken } from '../tokens/authenticate.ts'
import { END_PERSON_SESSION } from './end-person-session.ts'
import { PERSON_SESSION, sessionNotFound, toPersonSession } from './person-session.ts'

export function endPersonSessionRoute(forgetToken: ForgetToken) {
  return changeOperation({
    operationId: 'endPersonSession',
    description:
      'Ends a session of a person: every tab of the browser is signed out, on every replica ' +
      'within a second. You must have all permissions that the person has. Ending a session ' +
      'again changes nothing.',
    method: 'DELETE',
    path: '/v1/people/{id}/sessions/{sessionId}',
    permission: 'people:manage',
    orOwnPerson: 'path id',
    parameters: Type.Object({
      id: recordId('Identifier of the person.', EXAMPLE_IDS.person),
      sessionId: PERSON_SESSION.properties.id,
    }),
    notFound: sessionNotFound,
    success: recordResponse('The session, ended.', PERSON_SESSION),
    refusals: ['permission_not_held'],
    change: END_PERSON_SESSION,
    input: ({ parameters: { id: personId, sessionId } }) => ({ personId, sessionId }),
    respond: ({ session }) => ({ body: { data: toPersonSession(session) } }),
    committed: (_, { session }) => forgetToken(session.accessTokenId),
  })
}
