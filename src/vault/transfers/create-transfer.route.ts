import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { freeText, namedObject } from '../../domain/fields.ts'
import { newId } from '../../domain/ids.ts'
import {
  ITEMS_PER_TRANSFER_MAX,
  LIST_BODY_BYTES_MAX,
  NOTES_LENGTH_MAX,
} from '../../domain/limits.ts'
import { TRANSFER_REASONS } from '../../domain/transfer-reasons.ts'
import { changeOperation, newRecordReply } from '../../http/change-operation.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { CLAIM_REFUSALS, CLAIMED_ITEM_ID, claimedItems } from '../items/item-claim.ts'
import { requestViolations } from './create-transfer.rules.ts'
import { CREATE_TRANSFER } from './create-transfer.ts'
import { TRANSFER_BATCH } from './transfer-batch.ts'

const { fromFboAccountId, toFboAccountId } = TRANSFER_BATCH.properties

const TRANSFER_ITEM = namedObject(
  'TransferItem',
  'An item to move, and the reason.',
  {
    inventoryItemId: CLAIMED_ITEM_ID,
    reason: Type.Enum([...TRANSFER_REASONS], {
      description: 'Reason for moving the item.',
      examples: ['rebalance'],
    }),
  },
  { 'x-violation-code': 'invalid_item' },
)

/** The body of Create Transfer. */
export const NEW_TRANSFER = namedObject(
  'NewTransfer',
  'A transfer of items from one FBO account to another.',
  {
    fromFboAccountId,
    toFboAccountId: Type.String({
      ...toFboAccountId,
      description: 'Destination FBO account; must differ from the source.',
    }),
    notes: Type.Optional(
      Type.String({
        ...freeText('Free-text note.', NOTES_LENGTH_MAX, 'Spring rebalancing'),
        minLength: 0,
        // Spec choice N14.
        'x-violation-hint': 'Leave notes out if there is no note.',
      }),
    ),
    items: claimedItems(TRANSFER_ITEM, {
      description: 'The items to move. The transfer claims all of them or none.',
      maxItems: ITEMS_PER_TRANSFER_MAX,
    }),
  },
  {
    examples: [
      {
        fromFboAccountId: EXAMPLE_IDS.fboAccount,
        toFboAccountId: EXAMPLE_IDS.otherFboAccount,
        notes: 'Spring rebalancing',
        items: [{ inventoryItemId: EXAMPLE_IDS.inventoryItem, reason: 'rebalance' }],
      },
    ],
  },
)

export const createTransferRoute = changeOperation({
  operationId: 'createTransfer',
  description:
    'Creates a transfer batch and claims its items. Each becomes `transfer_pending` and ' +
    'stays in its account until the batch is decided. One response reports all invalid ' +
    'items.',
  path: '/v1/transfers',
  permission: 'transfer_batches:create',
  body: NEW_TRANSFER,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: newRecordResponse('The batch, `pending`.', TRANSFER_BATCH, 'Path of the batch.'),
  refusals: ['same_account', ...CLAIM_REFUSALS],
  bodyViolations: requestViolations,
  change: CREATE_TRANSFER,
  input: ({ body, idempotencyKey }) => ({ ...body, id: newId('xfer'), idempotencyKey }),
  respond: ({ batch }) => newRecordReply('/v1/transfers', batch, { id: batch.id, version: 1 }),
  // A review that fails does not fail the request: the next request of the organization that
  // expires transfers reviews the batch.
  committed: async (caller, { systemReview }, app) => {
    if (systemReview === 'due') await app.expireTransfers(caller).catch(() => undefined)
  },
})
