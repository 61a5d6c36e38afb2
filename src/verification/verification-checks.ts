import {
  BROKEN_CHAINS,
  CHANGED_HOLDERS,
  INCOMPLETE_LOGS,
  ITEMS_UNLIKE_THEIR_LOG,
  ITEMS_WITHOUT_LOG,
  MOMENTS_THAT_GO_BACK,
  STAYS_UNLIKE_THE_LOG,
} from './item-checks.store.ts'
import { REFERENCE_CHECKS } from './reference-checks.store.ts'
import { LOST_BLOCK_CHANGES, UNLIKE_SHIPMENT_BLOCKS } from './shipment-block-checks.store.ts'
import {
  SHIPMENTS_UNLIKE_THEIR_LOG,
  UNCLAIMED_OPEN_SHIPMENTS,
  UNFOUNDED_SHIPMENT_CLAIMS,
  UNLIKE_SHIPMENT_MOVEMENTS,
  UNLISTED_SHIPMENT_MOVEMENTS,
  UNLOGGED_SHIPMENT_ENDS,
  WRONG_SHIPMENT_TOTALS,
} from './shipment-checks.store.ts'
import {
  UNCLAIMED_PENDING_TRANSFERS,
  UNFOUNDED_TRANSFER_CLAIMS,
  UNLIKE_TRANSFER_MOVEMENTS,
  UNLISTED_TRANSFER_MOVEMENTS,
  UNLOGGED_TRANSFER_ENDS,
  WRONG_TRANSFER_TOTALS,
} from './transfer-checks.store.ts'
import type { VerificationCheck } from './verification-check.ts'

/** Everything that `verify` looks at, in the order that it tells of it. */
export const VERIFICATION_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'item_without_log',
    explanation: 'Every item has a movement.',
    violations: ITEMS_WITHOUT_LOG,
  },
  {
    name: 'item_log_incomplete',
    explanation: "An item's movements are numbered from 1 to its count, without gaps.",
    violations: INCOMPLETE_LOGS,
  },
  {
    name: 'item_differs_from_log',
    explanation:
      "An item's status, account, holder, hold reason and moment are those of its last movement.",
    violations: ITEMS_UNLIKE_THEIR_LOG,
  },
  {
    name: 'movement_breaks_chain',
    explanation: 'A movement comes from the account and the status that the one before led to.',
    violations: BROKEN_CHAINS,
  },
  {
    name: 'movement_goes_back',
    explanation: 'A movement is not of an earlier moment than the one before.',
    violations: MOMENTS_THAT_GO_BACK,
  },
  {
    name: 'movement_changes_holder',
    explanation: 'What moves an item that waits is the transfer or the shipment it waits for.',
    violations: CHANGED_HOLDERS,
  },
  {
    name: 'stay_differs_from_log',
    explanation:
      'What items of an account left it, and when they had come, is kept as the log has it.',
    violations: STAYS_UNLIKE_THE_LOG,
  },
  {
    name: 'transfer_claim_unfounded',
    explanation: 'An item waits only for a pending transfer of its account that lists it.',
    violations: UNFOUNDED_TRANSFER_CLAIMS,
  },
  {
    name: 'pending_transfer_unclaimed',
    explanation: 'A pending transfer holds every item that it lists.',
    violations: UNCLAIMED_PENDING_TRANSFERS,
  },
  {
    name: 'transfer_total_differs',
    explanation: "A transfer's total is the number of items that it lists.",
    violations: WRONG_TRANSFER_TOTALS,
  },
  {
    name: 'ended_transfer_unlogged',
    explanation: 'The log of each item of a transfer that ended says so.',
    violations: UNLOGGED_TRANSFER_ENDS,
  },
  {
    name: 'transfer_movement_differs',
    explanation: "A transfer's movements are between its accounts, and of the moment it ended.",
    violations: UNLIKE_TRANSFER_MOVEMENTS,
  },
  {
    name: 'transfer_movement_unlisted',
    explanation: 'A movement names only a transfer that lists its item.',
    violations: UNLISTED_TRANSFER_MOVEMENTS,
  },
  {
    name: 'shipment_claim_unfounded',
    explanation: 'An item waits only for an open shipment of its account that lists it.',
    violations: UNFOUNDED_SHIPMENT_CLAIMS,
  },
  {
    name: 'open_shipment_unclaimed',
    explanation: 'A shipment that is neither shipped nor cancelled holds every item that it lists.',
    violations: UNCLAIMED_OPEN_SHIPMENTS,
  },
  {
    name: 'shipment_total_differs',
    explanation: "A shipment's total is the number of items that it lists.",
    violations: WRONG_SHIPMENT_TOTALS,
  },
  {
    name: 'ended_shipment_unlogged',
    explanation: 'The log of each item of a shipment that left or was cancelled says so.',
    violations: UNLOGGED_SHIPMENT_ENDS,
  },
  {
    name: 'shipment_differs_from_log',
    explanation: 'An open shipment stands, held or not, where the log of each of its items has it.',
    violations: SHIPMENTS_UNLIKE_THEIR_LOG,
  },
  {
    name: 'shipment_movement_differs',
    explanation: "A shipment's movements leave its items in its account.",
    violations: UNLIKE_SHIPMENT_MOVEMENTS,
  },
  {
    name: 'shipment_movement_unlisted',
    explanation: 'A movement names only a shipment that lists its item.',
    violations: UNLISTED_SHIPMENT_MOVEMENTS,
  },
  {
    name: 'shipment_block_differs',
    explanation: 'What pages of shipments are found by counts the shipments that there are.',
    violations: UNLIKE_SHIPMENT_BLOCKS,
  },
  {
    name: 'shipment_block_change_lost',
    explanation: 'A change to such a count is of a block that is there.',
    violations: LOST_BLOCK_CHANGES,
  },
  ...REFERENCE_CHECKS,
]
