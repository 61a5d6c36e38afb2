import { Type } from 'typebox'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'
import {
  accountParameter,
  CREATED_PARAMETERS,
  oneOrMoreOf,
  SORTS_BY_CREATION,
  sortParameter,
} from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-text.ts'
import { listOperation } from '../../http/list-operation.ts'
import { TRANSFER_PAGES } from './list-transfers.store.ts'
import { TRANSFER_DETAILS, TRANSFER_STATUSES, toTransferDetails } from './transfer-batch.ts'

const FILTERS = {
  status: oneOrMoreOf(TRANSFER_STATUSES, 'Only batches with this status.'),
  fromFboAccountId: accountParameter(
    'Only batches from this FBO account; none if the account is unknown.',
  ),
  toFboAccountId: accountParameter(
    'Only batches into this FBO account; none if the account is unknown.',
  ),
  idempotencyKey: Type.Optional(
    Type.String({
      description:
        'Only batches created with this `Idempotency-Key`, however long ago. Several batches ' +
        'can match if the key was used again after the service had forgotten it.',
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      // The visible characters that a key may have; PostgreSQL refuses a parameter with U+0000.
      pattern: '^[\\x21-\\x7e]*$',
      examples: ['2026-11-22-0001'],
    }),
  ),
  ...CREATED_PARAMETERS,
  q: Type.Optional(
    searchText('Only batches whose notes have this text, as Search Records notes them.'),
  ),
  sort: sortParameter(SORTS_BY_CREATION),
}

export const listTransfersRoute = listOperation({
  operationId: 'listTransfers',
  description: 'Lists transfer batches of the organization, newest first, page by page.',
  path: '/v1/transfers',
  permission: 'transfer_batches:read',
  filters: FILTERS,
  whatMayChange:
    'With `status`, a batch that is decided in the meantime may or may not be returned.',
  entry: TRANSFER_DETAILS,
  entries: 'batches',
  expiresTransfersFirst: true,
  pages: TRANSFER_PAGES,
  toView: toTransferDetails,
})
