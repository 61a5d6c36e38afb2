import { Type } from 'typebox'
import { instant, namedObject, reasonBody, responseMaker } from '../../domain/fields.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import type { ErasableAccountRow } from './erase-fbo-account.store.ts'
import { ERASE_FBO_ACCOUNT } from './erase-fbo-account.ts'
import { FBO_ACCOUNT, FBO_ACCOUNT_BY_ID } from './fbo-account.ts'

const ERASED_FBO_ACCOUNT = namedObject('ErasedFboAccount', 'An account without contact details.', {
  ...FBO_ACCOUNT.properties,
  erasedAt: instant('the account was erased', '2026-11-22T10:00:00.000Z'),
  erasureReason: Type.String({
    description: 'Why it was erased, as the first request said.',
    examples: ['Request under Art. 17 GDPR, case 2026-118'],
  }),
})

export const eraseFboAccountRoute = changeOperation({
  operationId: 'eraseFboAccount',
  description:
    'Clears `firstName`, `lastName`, `email`, `phone` and `businessName` for good, in the ' +
    'account and in the stored response of its creation, with its profile, and the recipients ' +
    'and metadata of its shipments likewise. From then on the account cannot be updated. It ' +
    'stays readable, with its history. Refused while the account has items in the ' +
    'vault, pending transfers or open shipments. Erasing it again changes nothing.',
  path: '/v1/fbo-accounts/{id}/erase',
  permission: 'fbo_accounts:erase',
  ...FBO_ACCOUNT_BY_ID,
  body: reasonBody(
    'Why the account is erased. It stays on record: name a case, not a person.',
    'Request under Art. 17 GDPR, case 2026-118',
  ),
  success: versionedResponse('The account, erased.', ERASED_FBO_ACCOUNT),
  refusals: ['version_conflict', 'fbo_account_in_use'],
  change: ERASE_FBO_ACCOUNT,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, reason: body.reason }),
  respond: ({ account }) => recordReply(toErasedAccount(account), account),
})

const toErased = responseMaker(ERASED_FBO_ACCOUNT)

function toErasedAccount(row: ErasableAccountRow) {
  const { erasedAt, erasureReason } = row
  if (erasedAt === null || erasureReason === null) throw new Error('the account is not erased')
  return toErased({ ...row, erasedAt, erasureReason })
}
