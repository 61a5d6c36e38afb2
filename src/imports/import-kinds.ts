import { FBO_ACCOUNTS_IMPORT } from './import-fbo-accounts.ts'
import { INVENTORY_ITEMS_IMPORT } from './import-inventory-items.ts'
import { OUTBOUND_SHIPMENTS_IMPORT } from './import-outbound-shipments.ts'

/** In the order of a move: accounts, their shipments, the items of both. */
export const IMPORT_KINDS = [
  FBO_ACCOUNTS_IMPORT,
  OUTBOUND_SHIPMENTS_IMPORT,
  INVENTORY_ITEMS_IMPORT,
] as const
