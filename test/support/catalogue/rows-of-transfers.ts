import { TRANSFER_ITEMS, TRANSFERS } from './lists.ts'
import { correctionsOf } from './lists-of-corrections.ts'
import { ACCOUNT, type IdPlace, item, listOf, OTHER_ACCOUNT, ofOne, type Rows } from './row.ts'

const TRANSFER: IdPlace = {
  names: 'transfer',
  make: (world, owner) => world.pendingTransfer(owner),
}
const TRANSFER_PATH = '/v1/transfers/{id}'
const FROM = 'body /fromFboAccountId'
const TO = 'body /toFboAccountId'
const CLAIMED = 'body /items/*/inventoryItemId'

export const ROWS_OF_TRANSFERS: Rows = {
  createTransfer: {
    permission: 'transfer_batches:create',
    success: 201,
    ids: { [FROM]: ACCOUNT, [TO]: OTHER_ACCOUNT, [CLAIMED]: item() },
    request: (id) => ({
      method: 'POST',
      path: '/v1/transfers',
      body: {
        fromFboAccountId: id(FROM),
        toFboAccountId: id(TO),
        items: [{ inventoryItemId: id(CLAIMED), reason: 'trade' }],
      },
    }),
  },
  listTransfers: listOf('/v1/transfers', 'transfer_batches:read', {
    list: TRANSFERS,
    ids: { 'query fromFboAccountId': ACCOUNT, 'query toFboAccountId': OTHER_ACCOUNT },
  }),
  getTransfer: ofOne(TRANSFER, ['GET', TRANSFER_PATH], { permission: 'transfer_batches:read' }),
  updateTransfer: ofOne(TRANSFER, ['PATCH', TRANSFER_PATH], {
    permission: 'transfer_batches:create',
    body: { metadata: { deal: 'D-2041' } },
  }),
  listTransferCorrections: ofOne(TRANSFER, ['GET', `${TRANSFER_PATH}/corrections`], {
    permission: 'transfer_batches:read',
    list: correctionsOf('transfer_batch'),
  }),
  listTransferItems: ofOne(TRANSFER, ['GET', `${TRANSFER_PATH}/items`], {
    permission: 'transfer_batches:read',
    list: TRANSFER_ITEMS,
  }),
  getTransferApproval: ofOne(TRANSFER, ['GET', `${TRANSFER_PATH}/approval`], {
    permission: 'transfer_batches:approve',
  }),
  approveTransfer: ofOne(TRANSFER, ['POST', `${TRANSFER_PATH}/approve`], {
    permission: 'transfer_batches:approve',
  }),
  rejectTransfer: ofOne(TRANSFER, ['POST', `${TRANSFER_PATH}/reject`], {
    permission: 'transfer_batches:approve',
    body: { reason: 'No' },
  }),
  cancelTransfer: ofOne(TRANSFER, ['POST', `${TRANSFER_PATH}/cancel`], {
    permission: 'transfer_batches:cancel',
    body: { reason: 'No' },
  }),
}
