import { listOperation } from '../../http/list-operation.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import { HOLDING, toHolding } from './holding.ts'
import { HOLDING_PAGES } from './list-holdings.store.ts'

export const listHoldingsRoute = listOperation({
  operationId: 'listHoldings',
  description:
    'Lists the items that an account holds now, or held at a past moment, by item id, page ' +
    'by page. An account holds an item from its intake, or from the completion of the ' +
    'transfer that brought it. The holding ends when a transfer takes the item away, or ' +
    'when the item leaves the vault.',
  path: '/v1/fbo-accounts/{id}/holdings',
  permission: 'inventory_items:read',
  ...FBO_ACCOUNT_BY_ID,
  asOf:
    'Show what the account held at this moment (RFC 3339). It cannot be in the future. ' +
    'Default: now.',
  whatMayChange:
    'All pages show the same moment: `asOf`, or the time at which the first page was read. ' +
    'A change that was being committed at that moment may count only from a later page on.',
  entry: HOLDING,
  entries: 'holdings',
  expiresTransfersFirst: true,
  pages: HOLDING_PAGES,
  toView: toHolding,
})
