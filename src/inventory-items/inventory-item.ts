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

/** What a decision about an item needs to know of it. */
export interface ItemState {
  readonly id: string
  readonly fboAccountId: string
  readonly status: ItemStatus
  /** The transfer batch that holds the item; null unless `transfer_pending`. */
  readonly activeTransferId: string | null
  /** The outbound shipment that holds the item; null unless `shipment_pending`. */
  readonly activeShipmentId: string | null
}
