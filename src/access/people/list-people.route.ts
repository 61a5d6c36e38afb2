import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { PEOPLE_BY_ADDRESS } from './list-people.store.ts'
import { PERSON, toPerson } from './person.ts'

const { status, email } = PERSON.properties

export const listPeopleRoute = listOperation({
  operationId: 'listPeople',
  description: 'Lists the people of the organization, newest first, page by page.',
  path: '/v1/people',
  permission: 'people:manage',
  filters: { status: Type.Optional(status), email: Type.Optional(email) },
  entry: PERSON,
  entries: 'people',
  pages: PEOPLE_BY_ADDRESS,
  toView: toPerson,
})
