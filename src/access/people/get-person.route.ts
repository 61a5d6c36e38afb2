import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { findPerson } from './find-person.store.ts'
import { PERSON, PERSON_BY_ID, toPerson } from './person.ts'

export const getPersonRoute = operation({
  operationId: 'getPerson',
  description: 'Reads one person.',
  path: '/v1/people/{id}',
  permission: 'people:manage',
  ...PERSON_BY_ID,
  success: versionedResponse('The person.', PERSON),
  handle: readRecord(findPerson, toPerson),
})
