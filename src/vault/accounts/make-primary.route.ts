import { reasonBody } from '../../domain/fields.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { ACCOUNT_STANDING, toAccountStanding } from './account-standing.ts'
import { FBO_ACCOUNT_BY_ID } from './fbo-account.ts'
import { MAKE_PRIMARY } from './make-primary.ts'

export const makePrimaryRoute = changeOperation({
  operationId: 'makePrimary',
  description:
    "Makes one account the organization's primary account. The former one stays as an " +
    'ordinary account; both get a version, a correction with the reason, and an event. The ' +
    'primary account itself is left as it is.',
  path: '/v1/fbo-accounts/{id}/make-primary',
  permission: 'fbo_accounts:update',
  ...FBO_ACCOUNT_BY_ID,
  body: reasonBody(
    'Why it becomes the primary one. It stays on record: name a case, not a person.',
    'House account moved to the new entity',
  ),
  success: versionedResponse('The account after the change.', ACCOUNT_STANDING),
  refusals: ['version_conflict', 'fbo_account_erased'],
  change: MAKE_PRIMARY,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ...body, ifMatch }),
  respond: ({ account }) => recordReply(toAccountStanding(account), account),
})
