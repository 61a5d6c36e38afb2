import type { InventoryItem } from '../api/schema.ts'

export const ITEM_STATUSES = [
  'in_vault',
  'transfer_pending',
  'shipment_pending',
  'on_hold',
  'shipped',
  'delivered',
  'withdrawn',
] as readonly InventoryItem['status'][]
