import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addChange } from '../http/change-operation.ts'
import { NO_MEMBERS, reasonBody } from '../members.ts'
import { etagOf } from '../versions.ts'
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

export function approveTransfer(app: FastifyInstance): void {
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

export function rejectTransfer(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'rejectTransfer',
      tag: 'Transfers',
      summary: 'Reject Transfer',
      description:
        'Says no to a pending batch: its items are `in_vault` again, in the account that they were in.',
      method: 'POST',
      path: '/v1/transfers/{id}/reject',
      permission: 'transfer_batches:approve',
      parameters: Type.Object({ id: TRANSFER_DETAILS.properties.id }),
      body: reasonBody('Why the transfer is rejected.', 'The buyer could not be verified'),
      success: {
        status: 200,
        description: 'The batch, `rejected`.',
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
        verb: 'reject' as const,
        tokenId: caller.tokenId,
        reason: body.reason,
      }),
    },
  )
}

export function cancelTransfer(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'cancelTransfer',
      tag: 'Transfers',
      summary: 'Cancel Transfer',
      description:
        'Takes a pending batch back: its items are `in_vault` again, in the account that they were in.',
      method: 'POST',
      path: '/v1/transfers/{id}/cancel',
      permission: 'transfer_batches:cancel',
      parameters: Type.Object({ id: TRANSFER_DETAILS.properties.id }),
      body: reasonBody('Why the transfer is cancelled.', 'Entered twice'),
      success: {
        status: 200,
        description: 'The batch, `cancelled`.',
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
        verb: 'cancel' as const,
        tokenId: caller.tokenId,
        reason: body.reason,
      }),
    },
  )
}
