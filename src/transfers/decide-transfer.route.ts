import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { NO_MEMBERS, reasonBody } from '../domain/fields.ts'
import type { Permission } from '../domain/permissions.ts'
import { etagOf } from '../domain/versions.ts'
import { addChange } from '../http/change-operation.ts'
import { DECIDE_TRANSFER } from './decide-transfer.ts'
import type { EndedTransfer } from './end-transfer.store.ts'
import { TRANSFER_DETAILS, toTransferDetails, transferBatchNotFound } from './transfer-batch.ts'

const DECISION = {
  notFound: transferBatchNotFound,
  change: DECIDE_TRANSFER,
  respond: ({ batch }: EndedTransfer) => ({
    body: { data: toTransferDetails(batch) },
    headers: { ETag: etagOf(batch.version) },
  }),
}

export function approveTransferRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'approveTransfer',
      tag: 'Transfers',
      summary: 'Approve Transfer',
      description:
        'Completes a pending batch: every item moves to the destination and is `in_vault` again. ' +
        'Who created the batch cannot approve it, unless the organization turned that off. There is ' +
        'no way back; undo it with a transfer the other way.',
      method: 'POST',
      path: '/v1/transfers/{id}/approve',
      permission: 'transfer_batches:approve',
      parameters: Type.Object({ id: TRANSFER_DETAILS.properties.id }),
      body: NO_MEMBERS,
      bodyIsOptional: true,
      success: {
        status: 200,
        description: 'The batch, `completed`.',
        body: Type.Object({ data: TRANSFER_DETAILS }),
      },
      versioned: true,
      // What expired inbound must not count for the destination's exposure.
      processesDueFirst: true,
      refusals: [
        'transfer_batch_not_found',
        'version_conflict',
        'self_approval_forbidden',
        'invalid_state_transition',
        'insured_value_exceeded',
      ],
    },
    {
      ...DECISION,
      input: ({ caller, parameters, ifMatch }) => ({
        ...parameters,
        ifMatch,
        verb: 'approve' as const,
        tokenId: caller.tokenId,
      }),
    },
  )
}

export function rejectTransferRoute(app: FastifyInstance): void {
  giveBack(app, 'reject', {
    operationId: 'rejectTransfer',
    summary: 'Reject Transfer',
    description: 'Says no to a pending batch',
    permission: 'transfer_batches:approve',
    body: reasonBody('Why the transfer is rejected.', 'The buyer could not be verified'),
    outcome: 'The batch, `rejected`.',
  })
}

export function cancelTransferRoute(app: FastifyInstance): void {
  giveBack(app, 'cancel', {
    operationId: 'cancelTransfer',
    summary: 'Cancel Transfer',
    description: 'Takes a pending batch back',
    permission: 'transfer_batches:cancel',
    body: reasonBody('Why the transfer is cancelled.', 'Entered twice'),
    outcome: 'The batch, `cancelled`.',
  })
}

interface GivingBack {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly permission: Permission
  readonly body: ReturnType<typeof reasonBody>
  /** What the response holds. */
  readonly outcome: string
}

/** An end of a batch after which its items are where they were, for a reason. */
function giveBack(
  app: FastifyInstance,
  verb: 'reject' | 'cancel',
  { description, outcome, ...contract }: GivingBack,
): void {
  addChange(
    app,
    {
      ...contract,
      tag: 'Transfers',
      description: `${description}: its items are \`in_vault\` again, in the account that they were in.`,
      method: 'POST',
      path: `/v1/transfers/{id}/${verb}`,
      parameters: Type.Object({ id: TRANSFER_DETAILS.properties.id }),
      success: {
        status: 200,
        description: outcome,
        body: Type.Object({ data: TRANSFER_DETAILS }),
      },
      versioned: true,
      processesDueFirst: true,
      refusals: ['transfer_batch_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      ...DECISION,
      input: ({ caller, parameters, body, ifMatch }) => ({
        ...parameters,
        ifMatch,
        verb,
        tokenId: caller.tokenId,
        reason: body.reason,
      }),
    },
  )
}
