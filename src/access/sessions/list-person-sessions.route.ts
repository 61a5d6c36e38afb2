import { listOperation } from '../../http/list-operation.ts'
import { PERSON_BY_ID } from '../people/person.ts'
import { PERSON_SESSION_PAGES } from './list-person-sessions.store.ts'
import { PERSON_SESSION, toPersonSession } from './person-session.ts'

export const listPersonSessionsRoute = listOperation({
  operationId: 'listPersonSessions',
  description:
    'Lists the sessions of a person: when they signed in, from where and with which browser. ' +
    'Newest first, page by page, until a month after their end. End Person Session ends one, ' +
    'Suspend Person all of them.',
  path: '/v1/people/{id}/sessions',
  permission: 'people:manage',
  orOwnPerson: 'path id',
  ...PERSON_BY_ID,
  entry: PERSON_SESSION,
  entries: 'sessions',
  pages: PERSON_SESSION_PAGES,
  toView: toPersonSession,
})
