import type { TransferRequest } from '../../src/transfers/create-transfer.rules.ts'
import { accountId, accountNumberOf, recordId } from '../made-up-records.ts'

// Which records the measured vault holds, and which of its items a transfer may name. Everything
// follows from numbers, so that the process that loads needs no list of ids.

export const ORGANIZATION = 'org_bench'
/** A second, small one: statements must find their organization among several. */
export const SMALL_ORGANIZATION = 'org_bench_small'

export interface VaultSize {
  readonly accounts: number
  /** Accounts that hold items, `SLOTS` of them each. */
  readonly holders: number
  /** Holders of an item that was claimed at the start: refused transfers are out of these. */
  readonly refusing: number
  readonly shipments: number
}

/** The items of one holder: one more than the largest transfer, the first is for the refusals. */
export const SLOTS = 101
const LAYER_SLOTS = SLOTS - 1
export type TransferSize = 5 | 100

export function vaultSize(scale: number): VaultSize {
  const holders = Math.max(250, Math.floor((1_000_000 * scale) / SLOTS))
  return {
    accounts: Math.max(1_000, Math.round(100_000 * scale)),
    holders,
    refusing: Math.min(1_000, Math.round(holders / 10)),
    shipments: Math.max(1_000, Math.round(1_000_000 * scale)),
  }
}

/** How many transfers of a size there are items for, after so many layers of items. */
export function transfersInStock(size: VaultSize, items: TransferSize, layers: number): number {
  return layers * holdersFor(size) * (LAYER_SLOTS / items)
}

/** Transfer `n` of that many items: never the same item for two numbers, or for two sizes. */
export function freshTransfer(size: VaultSize, items: TransferSize, n: number): TransferRequest {
  const holders = holdersFor(size)
  const groups = LAYER_SLOTS / items
  const layer = Math.floor(n / (holders * groups))
  const rest = n % (holders * groups)
  // From one account to the next: neighbours in time are not neighbours in the vault.
  const holder = size.refusing + 2 * (rest % holders) + (items === 5 ? 0 : 1)
  const firstSlot = 1 + layer * LAYER_SLOTS + Math.floor(rest / holders) * items
  return transferOf(size, holder, slots(firstSlot, items), n)
}

/** Transfer `n` of those whose first item another transfer holds; the others are never claimed. */
export function refusedTransfer(size: VaultSize, items: TransferSize, n: number): TransferRequest {
  const groups = LAYER_SLOTS / items
  const firstSlot = 1 + (Math.floor(n / size.refusing) % groups) * items
  return transferOf(size, n % size.refusing, [0, ...slots(firstSlot, items - 1)], n)
}

/** The transfer that claims what makes the refused ones of that holder refused. */
export function claimingTransfer(size: VaultSize, holder: number): TransferRequest {
  return transferOf(size, holder, [0], holder)
}

/** Holders that give items to transfers of one size. */
function holdersFor(size: VaultSize): number {
  return Math.floor((size.holders - size.refusing) / 2)
}

function transferOf(
  size: VaultSize,
  holder: number,
  itemSlots: readonly number[],
  n: number,
): TransferRequest {
  const from = accountNumberOf(holder, size.holders)
  const to = (from + 1 + ((n * 7_919) % (size.accounts - 1))) % size.accounts
  return {
    fromFboAccountId: accountId(from),
    toFboAccountId: accountId(to),
    items: itemSlots.map((slot) => ({
      inventoryItemId: recordId('item', holder + slot * size.holders),
      reason: 'rebalance',
    })),
  }
}

function slots(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
