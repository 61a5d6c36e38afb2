import { ACCOUNT_CHECKS } from './account-checks.store.ts'
import { APPROVAL_CHECKS } from './approval-checks.store.ts'
import { EVENT_CHECKS } from './event-checks.store.ts'
import { ITEM_CHECKS } from './item-checks.store.ts'
import { ITEM_IDENTIFIER_CHECKS } from './item-identifier-checks.store.ts'
import { REFERENCE_CHECKS } from './reference-checks.store.ts'
import { SHIPMENT_CHECKS } from './shipment-checks.store.ts'
import { TRANSFER_CHECKS } from './transfer-checks.store.ts'
import { VALUE_CHECKS } from './value-checks.store.ts'
import type { CalculatedCheck, VaultCheck, VerificationCheck } from './verification-check.store.ts'
import { CHAIN_CHECKS } from './verify-chain.ts'

/** Every check of `verify`, in the order of its report. */
export const VERIFICATION_CHECKS: readonly (VerificationCheck | CalculatedCheck | VaultCheck)[] = [
  ...ITEM_CHECKS,
  ...ITEM_IDENTIFIER_CHECKS,
  ...VALUE_CHECKS,
  ...TRANSFER_CHECKS,
  ...SHIPMENT_CHECKS,
  ...APPROVAL_CHECKS,
  ...ACCOUNT_CHECKS,
  ...REFERENCE_CHECKS,
  ...EVENT_CHECKS,
  ...CHAIN_CHECKS,
]
