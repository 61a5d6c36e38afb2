import { type Static, Type } from 'typebox'
import { recordType } from '../../database/record.ts'
import { unknownRecord } from '../../domain/errors.ts'
import {
  byId,
  cents,
  columnsOf,
  exampleOf,
  instant,
  NOT_BLANK,
  namedObject,
  nullableId,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDENTIFIER, IDENTIFIERS } from '../../domain/identifiers.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { ITEM_DESCRIPTION_LENGTH_MAX } from '../../domain/limits.ts'
import { METADATA } from '../../domain/metadata.ts'
import { EVIDENCE } from './evidence-entry.ts'

/** The statuses of an inventory item. Only an `in_vault` item can be claimed. */
export const ITEM_STATUSES = [
  'in_vault',
  'transfer_pending',
  'shipment_pending',
  'on_hold',
  'shipped',
  'delivered',
  'withdrawn',
] as const

export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** The statuses of an item that is in the vault: its account holds it. */
const HELD_STATUSES: readonly ItemStatus[] = [
  'in_vault',
  'transfer_pending',
  'shipment_pending',
  'on_hold',
]

/** SQL for the list of them. */
export const HELD_STATUS_LIST = HELD_STATUSES.map((status) => `'${status}'`).join(', ')

/** Whether an item of this status has left the vault; it never comes back. */
export function hasLeft(status: ItemStatus): boolean {
  return !HELD_STATUSES.includes(status)
}

const STATE = {
  id: recordId('Identifier of the item.', EXAMPLE_IDS.inventoryItem),
  fboAccountId: recordId('The FBO account that the item belongs to.', EXAMPLE_IDS.fboAccount),
  organizationId: recordId('Identifier of the owning organization.', EXAMPLE_IDS.organization),
  status: Type.Enum([...ITEM_STATUSES], {
    description: 'The status of the item; only an `in_vault` item can be claimed.',
    examples: ['in_vault'],
  }),
  description: nullableText({
    title: 'ItemDescription',
    description: 'Description of the item; null if none was given.',
    ...NOT_BLANK,
    maxLength: ITEM_DESCRIPTION_LENGTH_MAX,
    examples: ['1952 Topps #311, PSA 8'],
  }),
  declaredValueCents: cents('The declared value of the item.', '1250000'),
  activeTransferId: nullableId(
    'The transfer batch that holds the item; null unless `transfer_pending`.',
    EXAMPLE_IDS.transferBatch,
  ),
  activeShipmentId: nullableId(
    'The outbound shipment that holds the item; null unless `shipment_pending`.',
    EXAMPLE_IDS.outboundShipment,
  ),
  holdReason: nullableText({
    description: 'Why the item is `on_hold`; null otherwise, or if an import gave no reason.',
    examples: ['Ownership disputed'],
  }),
  identifiers: IDENTIFIERS,
  metadata: METADATA,
}

const MOMENTS = {
  changedAt: instant('the item last moved or changed its status', '2026-11-21T09:15:00.000Z'),
  createdAt: instant('the item was entered in the books', '2026-11-20T14:05:00.000Z'),
}

const LISTED = { ...STATE, ...MOMENTS }
const WHOLE = { ...STATE, evidence: EVIDENCE, ...MOMENTS }

const EXAMPLE = {
  activeTransferId: null,
  activeShipmentId: null,
  holdReason: null,
  identifiers: [EXAMPLE_IDENTIFIER],
  metadata: { grade: 'PSA 8' },
}

export const INVENTORY_ITEM = namedObject(
  'InventoryItem',
  'A unique item that the vault keeps.',
  WHOLE,
  { examples: [exampleOf(WHOLE, EXAMPLE)] },
)

/** Evidence can be long, and a page has a hundred items. */
export const LISTED_INVENTORY_ITEM = namedObject(
  'ListedInventoryItem',
  'An item as a list shows it: without its evidence.',
  LISTED,
  { examples: [exampleOf(LISTED, EXAMPLE)] },
)

/** A row of `inventory_items`; cents as decimal text. */
export interface InventoryItemRow extends RowOf<Static<typeof INVENTORY_ITEM>> {
  /** Counts the changes of the record: movements, and corrections. */
  readonly version: number
}

export type ListedInventoryItemRow = RowOf<Static<typeof LISTED_INVENTORY_ITEM>>

/**
 * SQL for the status of an item, of a row that the statement calls `item`. A claim is stored in its
 * own column alone, which is in no index, so that claiming writes no index; the stored status is
 * `in_vault` then.
 */
export const ITEM_STATUS = `case when item.active_transfer_id is not null then 'transfer_pending'
  when item.active_shipment_id is not null then 'shipment_pending' else item.status end`

/** The stored status of an item with this status. */
export function storedStatus(status: ItemStatus): ItemStatus {
  return status === 'transfer_pending' || status === 'shipment_pending' ? 'in_vault' : status
}

function shownColumns(record: Parameters<typeof columnsOf>[0]): string {
  return columnsOf(record).replace('status', `${ITEM_STATUS} as status`)
}

/** The columns of a row, as SQL; the statement calls the table `item`. */
export const SHOWN_ITEM_COLUMNS = `${shownColumns(INVENTORY_ITEM)},
  movement_count + correction_count as version`

/** The same for a list. */
export const LISTED_ITEM_COLUMNS = shownColumns(LISTED_INVENTORY_ITEM)

export const toInventoryItem = responseMaker(INVENTORY_ITEM)
export const toListedInventoryItem = responseMaker(LISTED_INVENTORY_ITEM)

export const inventoryItemNotFound = unknownRecord('inventory_item_not_found', 'inventory item')
export const INVENTORY_ITEM_BY_ID = byId(INVENTORY_ITEM, inventoryItemNotFound)

/** A second change or claim waits for the lock, and sees the item as the first left it. */
export const ITEM = recordType<InventoryItemRow>(
  {
    table: 'inventory_items as item',
    noun: 'item',
    subject: 'inventory_item',
    correctedAs: 'inventory_item',
    ...INVENTORY_ITEM_BY_ID,
  },
  SHOWN_ITEM_COLUMNS,
  'correction_count = correction_count + 1',
)
