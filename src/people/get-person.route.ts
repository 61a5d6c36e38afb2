import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
import { findPerson } from './find-person.store.ts'
import { PERSON, PERSON_BY_ID, toPerson } from './person.ts'

export function getPersonRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getPerson',
      description: 'Reads one person.',
      method: 'GET',
      path: '/v1/people/{id}',
      permission: 'people:manage',
      ...PERSON_BY_ID,
      success: recordResponse('The person.', PERSON),
      versioned: true,
    },
    { handle: readRecord(findPerson, toPerson) },
  )
}
