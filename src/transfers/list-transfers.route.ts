import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ID_PATTERN } from '../domain/ids.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../domain/limits.ts'
import { CREATED_PARAMETERS, NEWEST_FIRST } from '../domain/pagination.ts'
import { addList } from '../http/list-operation.ts'
import { listTransfers } from './list-transfers.store.ts'
import { TRANSFER_DETAILS, TRANSFER_STATUSES, toTransferDetails } from './transfer-batch.ts'

const FILTERS = {
  status: Type.Optional(
    Type.Enum([...TRANSFER_STATUSES], { description: 'Only batches that stand here.' }),
  ),
  fromFboAccountId: Type.Optional(
    Type.String({
      description: 'Only batches out of this FBO account; an unknown one has none.',
      pattern: ID_PATTERN,
    }),
  ),
  toFboAccountId: Type.Optional(
    Type.String({
      description: 'Only batches into this FBO account; an unknown one has none.',
      pattern: ID_PATTERN,
    }),
  ),
  idempotencyKey: Type.Optional(
    Type.String({
      description:
        'Only the batch that was created under this `Idempotency-Key`, however long ago; there are ' +
        'several where the key was used again after it was forgotten.',
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      // Visible characters, as a key has them: PostgreSQL cannot even be asked for U+0000.
      pattern: '^[\\x21-\\x7e]*$',
    }),
  ),
  ...CREATED_PARAMETERS,
}

export function listTransfersRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listTransfers',
      tag: 'Transfers',
      summary: 'List Transfers',
      description: 'Lists transfer batches of the organization, newest first, page by page.',
      path: '/v1/transfers',
      permission: 'transfer_batches:read',
      filters: FILTERS,
      order: NEWEST_FIRST,
      whatMayChange:
        'With `status`, a batch that is decided meanwhile may be missed or still be met.',
      entry: TRANSFER_DETAILS,
      entries: 'batches',
      processesDueFirst: true,
      refusals: [],
    },
    {
      find: async ({ caller, database, request }) => {
        return await listTransfers(caller, database, request)
      },
      toView: toTransferDetails,
    },
  )
}
