import { newToken } from '../../../src/access-tokens/token-secret.ts'
import { ACCOUNTS, HOLDINGS, ITEMS, MOVEMENTS, STATEMENT_LINES } from './lists.ts'
import { correctionsOf } from './lists-of-corrections.ts'
import { ACCOUNT, EMPTY_ACCOUNT, INTAKE, item, listOf, ofOne, type Rows } from './row.ts'

const ACCOUNT_PATH = '/v1/fbo-accounts/{id}'
const ITEM_PATH = '/v1/inventory-items/{id}'

let maximumsSet = 0

const ONE_ACCOUNT = 'body /fboAccountId'
const ACCOUNT_OF_MANY = 'body /items/*/fboAccountId'

/** Accounts, and the items in them. */
export const ROWS_OF_ACCOUNTS: Rows = {
  createFboAccount: {
    permission: 'fbo_accounts:create',
    success: 201,
    ids: {},
    request: () => ({ method: 'POST', path: '/v1/fbo-accounts', body: {} }),
  },
  listFboAccounts: listOf('/v1/fbo-accounts', 'fbo_accounts:read', { list: ACCOUNTS }),
  updateFboAccount: {
    ...ofOne(ACCOUNT, ['PATCH', ACCOUNT_PATH], { permission: 'fbo_accounts:update' }),
    request: (id) => ({
      method: 'PATCH',
      path: ACCOUNT_PATH.replace('{id}', id('path id')),
      // Another name each time, so that every change is visible.
      body: { firstName: `Ada ${newToken()}` },
    }),
  },
  getFboAccount: ofOne(ACCOUNT, ['GET', ACCOUNT_PATH], { permission: 'fbo_accounts:read' }),
  getInsuredExposure: ofOne(ACCOUNT, ['GET', `${ACCOUNT_PATH}/insured-exposure`], {
    permission: 'fbo_accounts:read',
  }),
  getFboAccountProfile: ofOne(ACCOUNT, ['GET', `${ACCOUNT_PATH}/profile`], {
    permission: 'fbo_accounts:read',
  }),
  updateFboAccountProfile: {
    ...ofOne(ACCOUNT, ['PATCH', `${ACCOUNT_PATH}/profile`], { permission: 'fbo_accounts:update' }),
    request: (id) => ({
      method: 'PATCH',
      path: `${ACCOUNT_PATH}/profile`.replace('{id}', id('path id')),
      // Another id each time, so that every change is visible.
      body: { externalId: `CUST-${newToken()}` },
    }),
  },
  setInsuredMaximum: {
    ...ofOne(ACCOUNT, ['POST', `${ACCOUNT_PATH}/set-insured-maximum`], {
      permission: 'fbo_accounts:set_insured_maximum',
    }),
    request: (id) => {
      // Another value each time, so that every change is visible.
      maximumsSet += 1
      return {
        method: 'POST',
        path: `${ACCOUNT_PATH}/set-insured-maximum`.replace('{id}', id('path id')),
        body: { maxInsuredValueCents: `${maximumsSet}`, reason: 'Renewal' },
      }
    },
  },
  makePrimary: {
    // An account of its own, so that every change is visible.
    ...ofOne(EMPTY_ACCOUNT, ['POST', `${ACCOUNT_PATH}/make-primary`], {
      permission: 'fbo_accounts:update',
      body: { reason: 'Moved' },
    }),
  },
  listFboAccountCorrections: ofOne(ACCOUNT, ['GET', `${ACCOUNT_PATH}/corrections`], {
    permission: 'fbo_accounts:read',
    list: correctionsOf('fbo_account'),
  }),
  eraseFboAccount: ofOne(EMPTY_ACCOUNT, ['POST', `${ACCOUNT_PATH}/erase`], {
    permission: 'fbo_accounts:erase',
    body: { reason: 'Case 2026-118' },
  }),
  getStatement: ofOne(ACCOUNT, ['GET', `${ACCOUNT_PATH}/statement`], {
    permission: 'inventory_items:read',
  }),
  listStatementLines: ofOne(ACCOUNT, ['GET', `${ACCOUNT_PATH}/statement/lines`], {
    permission: 'inventory_items:read',
    list: STATEMENT_LINES,
  }),
  listHoldings: ofOne(ACCOUNT, ['GET', `${ACCOUNT_PATH}/holdings`], {
    permission: 'inventory_items:read',
    list: HOLDINGS,
  }),
  takeInInventoryItems: {
    permission: 'inventory_items:create',
    success: 201,
    ids: { [ONE_ACCOUNT]: ACCOUNT, [ACCOUNT_OF_MANY]: ACCOUNT },
    request: (id, tested) => {
      const one = { fboAccountId: id(tested) }
      const many = { items: [{ fboAccountId: id(ONE_ACCOUNT) }, one] }
      const body = tested === ACCOUNT_OF_MANY ? many : one
      return { method: 'POST', path: '/v1/inventory-items', body }
    },
  },
  listInventoryItems: listOf('/v1/inventory-items', 'inventory_items:read', {
    list: ITEMS,
    ids: { 'query fboAccountId': ACCOUNT, 'query intakeId': INTAKE },
  }),
  getInventoryItem: ofOne(item(), ['GET', ITEM_PATH], { permission: 'inventory_items:read' }),
  updateInventoryItem: {
    ...ofOne(item(), ['PATCH', ITEM_PATH], { permission: 'inventory_items:update' }),
    request: (id) => ({
      method: 'PATCH',
      path: ITEM_PATH.replace('{id}', id('path id')),
      // Another description each time, so that every change is visible.
      body: { description: `Ring ${newToken()}` },
    }),
  },
  addInventoryItemEvidence: ofOne(item(), ['POST', `${ITEM_PATH}/add-evidence`], {
    permission: 'inventory_items:update',
    body: {
      evidence: [
        { kind: 'photo', sha256: 'ab'.repeat(32), mediaType: 'image/jpeg', sizeBytes: 2_483_112 },
      ],
    },
  }),
  listInventoryMovements: ofOne(item(), ['GET', `${ITEM_PATH}/movements`], {
    permission: 'inventory_items:read',
    list: MOVEMENTS,
  }),
  listInventoryItemCorrections: ofOne(item(), ['GET', `${ITEM_PATH}/corrections`], {
    permission: 'inventory_items:read',
    list: correctionsOf('inventory_item'),
  }),
  holdInventoryItem: ofOne(item(), ['POST', `${ITEM_PATH}/hold`], {
    permission: 'inventory_items:update',
    body: { reason: 'Disputed' },
  }),
  releaseInventoryItem: ofOne(item('on_hold'), ['POST', `${ITEM_PATH}/release`], {
    permission: 'inventory_items:update',
  }),
  withdrawInventoryItem: ofOne(item(), ['POST', `${ITEM_PATH}/withdraw`], {
    permission: 'inventory_items:update',
    body: { reason: 'Sold' },
  }),
}
