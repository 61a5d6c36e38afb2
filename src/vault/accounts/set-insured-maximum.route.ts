import { cents, namedObject, reasonMember } from '../../domain/fields.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { ACCOUNT_STANDING, toAccountStanding } from './account-standing.ts'
import { FBO_ACCOUNT_BY_ID } from './fbo-account.ts'
import { SET_INSURED_MAXIMUM } from './set-insured-maximum.ts'

const REASON = 'Policy raised on renewal'

const BODY = namedObject(
  'InsuredMaximum',
  'The new maximum insured value of an account, and why.',
  {
    maxInsuredValueCents: cents('Maximum insured value.', '40000000'),
    reason: reasonMember(
      'Why it is changed. It stays on record: name a case, not a person.',
      REASON,
    ),
  },
  { examples: [{ maxInsuredValueCents: '40000000', reason: REASON }] },
)

export const setInsuredMaximumRoute = changeOperation({
  operationId: 'setInsuredMaximum',
  description:
    'Sets the maximum insured value of one account. The change, its reason and its author ' +
    'stay in the corrections of the account. It may be less than the insured exposure: items ' +
    'stay, and the policy judges the next transfer. The value that the account has already ' +
    'changes nothing.',
  path: '/v1/fbo-accounts/{id}/set-insured-maximum',
  permission: 'fbo_accounts:set_insured_maximum',
  ...FBO_ACCOUNT_BY_ID,
  body: BODY,
  success: versionedResponse('The account after the change.', ACCOUNT_STANDING),
  refusals: ['version_conflict', 'fbo_account_erased'],
  change: SET_INSURED_MAXIMUM,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ...body, ifMatch }),
  respond: ({ account }) => recordReply(toAccountStanding(account), account),
})
