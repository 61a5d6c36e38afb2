import { correctionsOperation } from '../corrections/list-corrections.ts'
import { FBO_ACCOUNT_BY_ID } from './fbo-account.ts'

export const listFboAccountCorrectionsRoute = correctionsOperation({
  operationId: 'listFboAccountCorrections',
  path: '/v1/fbo-accounts/{id}/corrections',
  permission: 'fbo_accounts:read',
  ...FBO_ACCOUNT_BY_ID,
  subjectType: 'fbo_account',
  record: 'one account',
})
