import { Type } from 'typebox'
import { CREATED_CONDITIONS, KeysetPages } from '../../database/keyset-page.ts'
import { findById } from '../../database/record.ts'
import { searchedPages } from '../../database/searched-pages.ts'
import { namedObject, recordId, TRANSFER_REASONS } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'
import {
  accountParameter,
  CREATED_PARAMETERS,
  type FiltersOf,
  NEWEST_FIRST,
  oneOrMoreOf,
  SORTS_BY_CREATION,
  sortParameter,
} from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-words.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import {
  APPROVED_TRANSFER,
  TRANSFER_BY_ID,
  TRANSFER_DETAILS,
  TRANSFER_DETAILS_COLUMNS,
  TRANSFER_STATUSES,
  type TransferDetailsRow,
  toApprovedTransfer,
  toTransferDetails,
} from './transfer-batch.ts'

export const getTransfer = findById<
  TransferDetailsRow & { readonly approvalState: ApprovalState }
>(`
  select ${TRANSFER_DETAILS_COLUMNS}, ${APPROVAL_STATE.transfer} as approval_state
  from transfer_batches as record
  where organization_id = $1 and id = $2`)

export const getTransferRoute = operation({
  operationId: 'getTransfer',
  description:
    'Reads one transfer batch: its status, who created it, who approved it, and how it ended.',
  path: '/v1/transfers/{id}',
  permission: 'transfer_batches:read',
  ...TRANSFER_BY_ID,
  success: versionedResponse('The batch.', APPROVED_TRANSFER),
  expiresTransfersFirst: true,
  handle: readRecord(getTransfer, toApprovedTransfer),
})

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

export const TRANSFER_PAGES = searchedPages<TransferDetailsRow, FiltersOf<typeof FILTERS>>(
  'transfer_batch',
  'transfer_batches',
  {
    order: NEWEST_FIRST,
    sorts: SORTS_BY_CREATION,
    several: 'status',
    conditions: {
      status: 'and status = ?',
      fromFboAccountId: 'and from_fbo_account_id = ?',
      toFboAccountId: 'and to_fbo_account_id = ?',
      idempotencyKey: 'and idempotency_key = ?',
      ...CREATED_CONDITIONS,
    },
    select: ({ where, rows }) => `
    select ${TRANSFER_DETAILS_COLUMNS}
    from transfer_batches
    where organization_id = $1 ${where}
    ${rows}`,
  },
)

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

interface TransferItemRow {
  readonly position: number
  readonly inventoryItemId: string
  readonly reason: (typeof TRANSFER_REASONS)[number]
}

export const TRANSFER_ITEM_PAGES = new KeysetPages<TransferItemRow>({
  order: { direction: 'ascending', key: [{ name: 'position', type: 'number' }] },
  conditions: {},
  select: ({ where, rows }) => `
    select position::integer, inventory_item_id, reason
    from unnest(record.item_ids, record.reasons)
      with ordinality as line (inventory_item_id, reason, position)
    where true ${where}
    ${rows}`,
  // The statement names its row `record`.
  recordTable: 'transfer_batches',
})

const LISTED_ITEM = namedObject(
  'ListedTransferItem',
  'An item of a transfer batch, as requested.',
  {
    position: Type.Integer({
      description: 'Position of the item in the request; the first is 1.',
      examples: [1],
    }),
    inventoryItemId: recordId('Identifier of the item.', EXAMPLE_IDS.inventoryItem),
    reason: Type.Enum([...TRANSFER_REASONS], {
      description: 'Reason for moving the item.',
      examples: ['rebalance'],
    }),
  },
)

export const listTransferItemsRoute = listOperation({
  operationId: 'listTransferItems',
  description: 'Lists the items of one batch in the order of the request, page by page.',
  path: '/v1/transfers/{id}/items',
  permission: 'transfer_batches:read',
  ...TRANSFER_BY_ID,
  entry: LISTED_ITEM,
  entries: 'items',
  pages: TRANSFER_ITEM_PAGES,
  toView: (item) => item,
})
