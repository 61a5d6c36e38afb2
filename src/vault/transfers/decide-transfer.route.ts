import { reasonBody } from '../../domain/fields.ts'
import { recordReply } from '../../http/change-operation.ts'
import { type DecisionContract, decisionOperation } from '../approvals/decision-operation.ts'
import { DECIDE_TRANSFER } from './decide-transfer.ts'
import { APPROVED_TRANSFER, TRANSFER_BY_ID, toApprovedTransfer } from './transfer-batch.ts'

const ITEMS_RELEASED = ': its items stay in the source account and are `in_vault` again.'

export const approveTransferRoute = decision({
  verb: 'approve',
  operationId: 'approveTransfer',
  description:
    'Completes a pending batch: every item moves to the destination and is `in_vault` again. The ' +
    'creator of the batch cannot approve it, unless the policy turns `fourEyes` off. Where the ' +
    'policy (`approvalRules`) asks for several approvals, each of another person, the batch stays ' +
    '`pending` until the last one. That is final; to undo it, transfer the items back.',
  permission: 'transfer_batches:approve',
  outcome: 'The batch: `completed`, or `pending` if it needs further approvals.',
})

export const rejectTransferRoute = decision({
  verb: 'reject',
  operationId: 'rejectTransfer',
  description: `Rejects a pending batch${ITEMS_RELEASED}`,
  permission: 'transfer_batches:approve',
  body: reasonBody('Why the transfer is rejected.', 'The buyer could not be verified'),
  outcome: 'The batch, `rejected`.',
})

export const cancelTransferRoute = decision({
  verb: 'cancel',
  operationId: 'cancelTransfer',
  description: `Cancels a pending batch${ITEMS_RELEASED}`,
  permission: 'transfer_batches:cancel',
  body: reasonBody('Why the transfer is cancelled.', 'Entered twice'),
  outcome: 'The batch, `cancelled`.',
})

export const decideTransferRoutes = [approveTransferRoute, rejectTransferRoute, cancelTransferRoute]

function decision(contract: DecisionContract) {
  return decisionOperation(
    {
      path: '/v1/transfers',
      ...TRANSFER_BY_ID,
      // Expired batches must not count in the destination's exposure.
      expiresTransfersFirst: true,
      shown: APPROVED_TRANSFER,
      ownRefusal: 'insured_value_exceeded',
      change: DECIDE_TRANSFER,
      respond: ({ batch, approvals: approvalState }) =>
        recordReply(toApprovedTransfer({ ...batch, approvalState }), batch),
    },
    contract,
  )
}
