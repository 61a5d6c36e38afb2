import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { Refusal } from '../../domain/errors.ts'
import { reasonBody } from '../../domain/fields.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import type { Decision, Found } from '../approvals/decision.rules.ts'
import { type DecisionContract, decision } from '../approvals/decision.ts'
import {
  type BatchFacts,
  batchFacts,
  type Destination,
  destinationsOf,
  endEvent,
  endedBatch,
  isOverMaximum,
  type LockedBatch,
  type LockedBatches,
  lockBatches,
  writeBatch,
} from './end-transfer.ts'
import {
  APPROVED_TRANSFER,
  TRANSFER_BY_ID,
  toApprovedTransfer,
  transferContent,
  transferEvent,
} from './transfer-batch.ts'

const STATUSES = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const

interface TransferDecision extends Decision {
  readonly verb: keyof typeof STATUSES
  readonly reason?: string
}

interface FoundBatch extends BatchFacts, Found<LockedBatch> {
  readonly row: LockedBatch
  readonly atMs: number
  /** Undefined where it is not approved. */
  readonly destination: Destination | undefined
}

/** Why the batch does not take the verb: only a pending batch takes any. */
export function stateRefusal(
  verb: string,
  { row: { status }, isExpired }: Pick<BatchFacts, 'isExpired'> & { row: { status: string } },
): Refusal | undefined {
  if (status === 'pending' && !isExpired) return undefined
  const currentStatus = status === 'pending' ? 'expired' : status
  return illegalTransition({ recordType: 'transfer', verb, currentStatus, allowed: [] })
}

/** Why the policy forbids that much in one account; undefined if it does not. */
export function insuranceRefusal(
  { insuredExposure }: Pick<OrganizationPolicyRow, 'insuredExposure'>,
  destination: Destination | undefined,
): Refusal | undefined {
  if (destination === undefined) return undefined
  if (insuredExposure !== 'block' || !isOverMaximum(destination)) return undefined
  const { exposureCents, maxInsuredValueCents } = destination
  return new Refusal('insured_value_exceeded', {
    detail:
      `With this transfer, the destination's exposure is ${exposureCents} cents, over its ` +
      `insured maximum of ${maxInsuredValueCents}: reject the transfer, or move items out of ` +
      'the destination first.',
    members: { exposureCents, maxInsuredValueCents },
  })
}

const ITEMS_RELEASED = ': its items stay in the source account and are `in_vault` again.'

export const decideTransferRoutes = {
  approve: transferDecision({
    verb: 'approve',
    operationId: 'approveTransfer',
    description:
      'Completes a pending batch: every item moves to the destination and is `in_vault` again. The ' +
      'creator of the batch cannot approve it, unless the policy turns `fourEyes` off. Where the ' +
      'policy (`approvalRules`) asks for several approvals, each of another person, the batch stays ' +
      '`pending` until the last one. That is final; to undo it, transfer the items back.',
    permission: 'transfer_batches:approve',
    outcome: 'The batch: `completed`, or `pending` if it needs further approvals.',
  }),
  reject: transferDecision({
    verb: 'reject',
    operationId: 'rejectTransfer',
    description: `Rejects a pending batch${ITEMS_RELEASED}`,
    permission: 'transfer_batches:approve',
    body: reasonBody('Why the transfer is rejected.', 'The buyer could not be verified'),
    outcome: 'The batch, `rejected`.',
  }),
  cancel: transferDecision({
    verb: 'cancel',
    operationId: 'cancelTransfer',
    description: `Cancels a pending batch${ITEMS_RELEASED}`,
    permission: 'transfer_batches:cancel',
    body: reasonBody('Why the transfer is cancelled.', 'Entered twice'),
    outcome: 'The batch, `cancelled`.',
  }),
}

/** Approves, rejects or cancels a pending batch with all its items. */
function transferDecision(contract: DecisionContract) {
  const isApproval = contract.verb === 'approve'
  type Facts = LockedBatches & { readonly destinationsById: ReadonlyMap<string, Destination> }
  return decision<TransferDecision, LockedBatch, Facts, FoundBatch>({
    ...contract,
    ...{ type: 'transfer', noun: 'transfer', path: '/v1/transfers' },
    ...TRANSFER_BY_ID,
    isOfCaller: true,
    // Expired batches must not count in the destination's exposure.
    expiresTransfersFirst: true,
    sharing: {
      weightOf: () => 20,
      // A passkey counts its uses: each is judged by the count that the one before left.
      keysOf: ({ id, proof }) => [id, ...(proof ? [proof.assertion.credentialId] : [])],
    },
    shown: APPROVED_TRANSFER,
    refusals: isApproval ? ['insured_value_exceeded'] : [],
    lock: (tx, decisions) => {
      const ids = decisions.map(({ id }) => id)
      const destinationsById = isApproval ? destinationsOf(tx, ids) : NONE
      return { ...lockBatches(tx, ids), destinationsById }
    },
    find: ({ id, verb }, { policy, destinationsById, ...locked }, nowMs) => {
      const found = batchFacts(locked, id, nowMs)
      if (found === undefined) return undefined
      const destination = destinationsById.get(found.row.toFboAccountId)
      return {
        ...found,
        destination,
        illegal: stateRefusal(verb, found),
        ownRefusal: insuranceRefusal(policy, destination),
        content: () => transferContent(found.row, found.declaredValueCents),
      }
    },
    end: (before, { caller: { tokenId }, input: { verb, reason }, approval }) => {
      const ending = { status: STATUSES[verb], by: 'caller', tokenId, reason } as const
      const { destination } = before
      return endedBatch(before, { ...ending, destination, approvalsRequired: approval?.required })
    },
    write: (tx, { result: { row } }) => writeBatch(tx, row),
    events: (one) => [endEvent(one, one.result.row)],
    eventOf: transferEvent,
    view: (batch, approvalState) => toApprovedTransfer({ ...batch, approvalState }),
  })
}

const NONE: ReadonlyMap<string, Destination> = new Map()
