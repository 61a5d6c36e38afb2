import type { Permission } from '../../src/domain/permissions.ts'

/** A folder of `src` whose record `npm run new:operation` can write an operation for. */
export interface Room {
  /** Names one record in operations; the plural stands where it is not this with an s. */
  readonly noun: string
  readonly plural?: string
  /** Names the record in sentences. */
  readonly word: string
  readonly path: string
  readonly change: Permission
  readonly read: Permission
  /** File of the record: what its path, its row and its refusal are called there. */
  readonly record: string
  readonly byId: string
  readonly notFound: string
  readonly row: string
  readonly columns: string
  readonly table: string
  /** Contract of its response, and what makes one of a row; in the file of the record, or there. */
  readonly schema: string
  readonly view: string
  readonly shown?: string
  /** The record depends on claims of items. */
  readonly expires?: true
  /** The function of the tests' world that makes a record. */
  readonly make: string
  /** Fills a list of it, newest first; undefined where the tests have none. */
  readonly list?: string
}

export const ROOMS: Readonly<Record<string, Room>> = {
  'src/vault/transfers': {
    noun: 'transfer',
    word: 'batch',
    path: '/v1/transfers',
    change: 'transfer_batches:create',
    read: 'transfer_batches:read',
    record: 'transfer-batch.ts',
    byId: 'TRANSFER_BY_ID',
    notFound: 'transferBatchNotFound',
    row: 'TransferDetailsRow',
    columns: 'TRANSFER_DETAILS_COLUMNS',
    table: 'transfer_batches',
    schema: 'TRANSFER_DETAILS',
    view: 'toTransferDetails',
    expires: true,
    make: 'pendingTransfer',
    list: 'TRANSFERS',
  },
  'src/vault/accounts': {
    noun: 'fbo-account',
    word: 'account',
    path: '/v1/fbo-accounts',
    change: 'fbo_accounts:update',
    read: 'fbo_accounts:read',
    record: 'fbo-account.ts',
    byId: 'FBO_ACCOUNT_BY_ID',
    notFound: 'fboAccountNotFound',
    row: 'FboAccountRow',
    columns: 'FBO_ACCOUNT_COLUMNS',
    table: 'fbo_accounts',
    // Without contact details: the response under a key is stored.
    schema: 'ACCOUNT_STANDING',
    view: 'toAccountStanding',
    shown: 'account-standing.ts',
    make: 'account',
    list: 'ACCOUNTS',
  },
  'src/vault/items': {
    noun: 'inventory-item',
    word: 'item',
    path: '/v1/inventory-items',
    change: 'inventory_items:update',
    read: 'inventory_items:read',
    record: 'inventory-item.ts',
    byId: 'INVENTORY_ITEM_BY_ID',
    notFound: 'inventoryItemNotFound',
    row: 'InventoryItemRow',
    columns: 'SHOWN_ITEM_COLUMNS',
    table: 'inventory_items as item',
    schema: 'INVENTORY_ITEM',
    view: 'toInventoryItem',
    expires: true,
    make: 'item',
    list: 'ITEMS',
  },
  'src/vault/revaluations': {
    noun: 'revaluation',
    word: 'revaluation',
    path: '/v1/revaluations',
    change: 'inventory_items:revalue',
    read: 'inventory_items:read',
    record: 'revaluation.ts',
    byId: 'REVALUATION_BY_ID',
    notFound: 'revaluationNotFound',
    row: 'RevaluationDetailsRow',
    columns: 'REVALUATION_DETAILS_COLUMNS',
    table: 'revaluations',
    schema: 'REVALUATION_DETAILS',
    view: 'toRevaluationDetails',
    make: 'revaluation',
    list: 'REVALUATIONS',
  },
  'src/access/people': {
    noun: 'person',
    plural: 'people',
    word: 'person',
    path: '/v1/people',
    change: 'people:manage',
    read: 'people:manage',
    record: 'person.ts',
    byId: 'PERSON_BY_ID',
    notFound: 'personNotFound',
    row: 'PersonRow',
    columns: 'PERSON_COLUMNS',
    table: 'people',
    schema: 'PERSON',
    view: 'toPerson',
    make: 'person',
  },
}
