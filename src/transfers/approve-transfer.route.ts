import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import { addOperation } from '../http/operation.ts'
import { NO_MEMBERS } from '../members.ts'
import { etagOf } from '../versions.ts'
import { decideTransfer } from './decide-transfer.ts'
import { TRANSFER_DETAILS, toTransferDetails, transferBatchNotFound } from './transfer-batch.ts'

export function approveTransfer(app: FastifyInstance, settle: SettleClaims): void {
  addOperation(
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
      refusals: [
        'transfer_batch_not_found',
        'version_conflict',
        'self_approval_forbidden',
        'invalid_state_transition',
        'insured_value_exceeded',
      ],
    },
    {
      notFound: transferBatchNotFound,
      handle: async ({ caller, database, parameters, ifMatch }, head) => {
        const row = await decideTransfer(caller, database, settle, {
          ...parameters,
          ifMatch,
          verb: 'approve',
        })
        head.header('ETag', etagOf(row.version))
        return { data: toTransferDetails(row) }
      },
    },
  )
}
