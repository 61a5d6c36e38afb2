import { ACCOUNT_CHECKS } from './account-checks.store.ts'
import { ITEM_CHECKS } from './item-checks.store.ts'
import { REFERENCE_CHECKS } from './reference-checks.store.ts'
import { SHIPMENT_BLOCK_CHECKS } from './shipment-block-checks.store.ts'
import { SHIPMENT_CHECKS } from './shipment-checks.store.ts'
import { TRANSFER_CHECKS } from './transfer-checks.store.ts'
import type { VerificationCheck } from './verification-check.store.ts'

/** Every check of `verify`, in the order of its report. */
export const VERIFICATION_CHECKS: readonly VerificationCheck[] = [
  ...ITEM_CHECKS,
  ...TRANSFER_CHECKS,
  ...SHIPMENT_CHECKS,
  ...SHIPMENT_BLOCK_CHECKS,
  ...ACCOUNT_CHECKS,
  ...REFERENCE_CHECKS,
]
