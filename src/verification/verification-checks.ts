import {
  brokenChains,
  changedHolders,
  incompleteLogs,
  itemsUnlikeTheirLog,
  itemsWithoutLog,
  momentsThatGoBack,
  staysUnlikeTheLog,
} from './item-checks.store.ts'
import { REFERENCE_CHECKS } from './reference-checks.store.ts'
import { lostBlockChanges, unlikeShipmentBlocks } from './shipment-block-checks.store.ts'
import {
  shipmentsUnlikeTheirLog,
  unclaimedOpenShipments,
  unfoundedShipmentClaims,
  unlikeShipmentMovements,
  unlistedShipmentMovements,
  unloggedShipmentEnds,
  wrongShipmentTotals,
} from './shipment-checks.store.ts'
import {
  unclaimedPendingTransfers,
  unfoundedTransferClaims,
  unlikeTransferMovements,
  unlistedTransferMovements,
  unloggedTransferEnds,
  wrongTransferTotals,
} from './transfer-checks.store.ts'
import type { VerificationCheck } from './verification-check.ts'

/** Everything that `verify` looks at, in the order that it tells of it. */
export const VERIFICATION_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'item_without_log',
    explanation: 'Every item has a movement.',
    find: itemsWithoutLog,
  },
  {
    name: 'item_log_incomplete',
    explanation: "An item's movements are numbered from 1 to its count, without gaps.",
    find: incompleteLogs,
  },
  {
    name: 'item_differs_from_log',
    explanation:
      "An item's status, account, holder, hold reason and moment are those of its last movement.",
    find: itemsUnlikeTheirLog,
  },
  {
    name: 'movement_breaks_chain',
    explanation: 'A movement comes from the account and the status that the one before led to.',
    find: brokenChains,
  },
  {
    name: 'movement_goes_back',
    explanation: 'A movement is not of an earlier moment than the one before.',
    find: momentsThatGoBack,
  },
  {
    name: 'movement_changes_holder',
    explanation: 'What moves an item that waits is the transfer or the shipment it waits for.',
    find: changedHolders,
  },
  {
    name: 'stay_differs_from_log',
    explanation:
      'What items of an account left it, and when they had come, is kept as the log has it.',
    find: staysUnlikeTheLog,
  },
  {
    name: 'transfer_claim_unfounded',
    explanation: 'An item waits only for a pending transfer of its account that lists it.',
    find: unfoundedTransferClaims,
  },
  {
    name: 'pending_transfer_unclaimed',
    explanation: 'A pending transfer holds every item that it lists.',
    find: unclaimedPendingTransfers,
  },
  {
    name: 'transfer_total_differs',
    explanation: "A transfer's total is the number of items that it lists.",
    find: wrongTransferTotals,
  },
  {
    name: 'ended_transfer_unlogged',
    explanation: 'The log of each item of a transfer that ended says so.',
    find: unloggedTransferEnds,
  },
  {
    name: 'transfer_movement_differs',
    explanation: "A transfer's movements are between its accounts, and of the moment it ended.",
    find: unlikeTransferMovements,
  },
  {
    name: 'transfer_movement_unlisted',
    explanation: 'A movement names only a transfer that lists its item.',
    find: unlistedTransferMovements,
  },
  {
    name: 'shipment_claim_unfounded',
    explanation: 'An item waits only for an open shipment of its account that lists it.',
    find: unfoundedShipmentClaims,
  },
  {
    name: 'open_shipment_unclaimed',
    explanation: 'A shipment that is neither shipped nor cancelled holds every item that it lists.',
    find: unclaimedOpenShipments,
  },
  {
    name: 'shipment_total_differs',
    explanation: "A shipment's total is the number of items that it lists.",
    find: wrongShipmentTotals,
  },
  {
    name: 'ended_shipment_unlogged',
    explanation: 'The log of each item of a shipment that left or was cancelled says so.',
    find: unloggedShipmentEnds,
  },
  {
    name: 'shipment_differs_from_log',
    explanation: 'An open shipment stands, held or not, where the log of each of its items has it.',
    find: shipmentsUnlikeTheirLog,
  },
  {
    name: 'shipment_movement_differs',
    explanation: "A shipment's movements leave its items in its account.",
    find: unlikeShipmentMovements,
  },
  {
    name: 'shipment_movement_unlisted',
    explanation: 'A movement names only a shipment that lists its item.',
    find: unlistedShipmentMovements,
  },
  {
    name: 'shipment_block_differs',
    explanation: 'What pages of shipments are found by counts the shipments that there are.',
    find: unlikeShipmentBlocks,
  },
  {
    name: 'shipment_block_change_lost',
    explanation: 'A change to such a count is of a block that is there.',
    find: lostBlockChanges,
  },
  ...REFERENCE_CHECKS,
]
