import type { FastifyInstance } from 'fastify'
import { addCorrections } from '../corrections/list-corrections.ts'
import { FBO_ACCOUNT_BY_ID } from './fbo-account.ts'

export function listFboAccountCorrectionsRoute(app: FastifyInstance): void {
  addCorrections(app, {
    operationId: 'listFboAccountCorrections',
    path: '/v1/fbo-accounts/{id}/corrections',
    permission: 'fbo_accounts:read',
    ...FBO_ACCOUNT_BY_ID,
    subjectType: 'fbo_account',
    record: 'one account',
  })
}
