import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import { addOperation } from '../http/operation.ts'
import { reasonBody } from '../members.ts'
import { etagOf } from '../versions.ts'
import { decideTransfer } from './decide-transfer.ts'
import { TRANSFER_DETAILS, toTransferDetails, transferBatchNotFound } from './transfer-batch.ts'

export function rejectTransfer(app: FastifyInstance, settle: SettleClaims): void {
  addOperation(
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
      refusals: ['transfer_batch_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: transferBatchNotFound,
      handle: async ({ caller, database, parameters, body, ifMatch }, head) => {
        const decision = { ...parameters, ifMatch, verb: 'reject', ...body } as const
        const row = await decideTransfer(caller, database, settle, decision)
        head.header('ETag', etagOf(row.version))
        return { data: toTransferDetails(row) }
      },
    },
  )
}
