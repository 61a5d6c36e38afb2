import type { FastifyInstance } from 'fastify'
import { addCorrections } from '../corrections/list-corrections.ts'
import { TRANSFER_BY_ID } from './transfer-batch.ts'

export function listTransferCorrectionsRoute(app: FastifyInstance): void {
  addCorrections(app, {
    operationId: 'listTransferCorrections',
    path: '/v1/transfers/{id}/corrections',
    permission: 'transfer_batches:read',
    ...TRANSFER_BY_ID,
    subjectType: 'transfer_batch',
    record: 'one transfer batch',
  })
}
