import { accountId, recordId } from '../numbered-records.ts'

// The records of both databases, and the items that a transfer may name. All follows from numbers:
// record n belongs to organization n % 10, so that rows of all organizations are mixed.

export const ORGANIZATIONS = 10
/** The items of one holder: the first is for refusals, the others for transfers. */
export const SLOTS = 101
export type TransferSize = 5 | 100

/** Records of an organization, by type. */
export interface DatasetSize {
  readonly accounts: number
  /** Accounts that hold items, `SLOTS` of them each. */
  readonly holders: number
  /** Holders of an item that is claimed before a load asks for it again. */
  readonly refusing: number
  readonly shipments: number
}

export interface TransferRequest {
  readonly fromFboAccountId: string
  readonly toFboAccountId: string
  readonly items: readonly { readonly inventoryItemId: string; readonly reason: 'rebalance' }[]
}

/** @param scale of a million items, a million shipments and a hundred thousand accounts */
export function datasetSize(scale: number): DatasetSize {
  const holders = Math.max(20, Math.round(1_000 * scale))
  return {
    accounts: Math.max(100, Math.round(10_000 * scale)),
    holders,
    refusing: Math.min(10, Math.round(holders / 5)),
    shipments: Math.max(400, Math.round(100_000 * scale)),
  }
}

export function organizationId(organization: number): string {
  return `org_bench_${organization}`
}

/** Account `index` of an organization. */
export function accountOf(organization: number, index: number): string {
  return accountId(index * ORGANIZATIONS + organization)
}

/** For how many transfers of a size each organization has items. */
export function transfersInStock(size: DatasetSize, items: TransferSize): number {
  return holdersFor(size) * ((SLOTS - 1) / items)
}

/** Transfer `n` of an organization: never the same item for two numbers, or for two sizes. */
export function freshTransfer(
  size: DatasetSize,
  organization: number,
  { items, n }: { items: TransferSize; n: number },
): TransferRequest {
  const holders = holdersFor(size)
  // From one account to the next: neighbours in time are not neighbours in the table.
  const holder = size.refusing + 2 * (n % holders) + (items === 5 ? 0 : 1)
  const first = 1 + Math.floor(n / holders) * items
  return transferOf(size, organization, holder, slots(first, items))
}

/** A transfer whose first item another one holds; its other items are never claimed. */
export function refusedTransfer(
  size: DatasetSize,
  organization: number,
  { items, n }: { items: TransferSize; n: number },
): TransferRequest {
  const first = 1 + (n % ((SLOTS - 1) / items)) * items
  return transferOf(size, organization, n % size.refusing, [0, ...slots(first, items - 1)])
}

/** The transfer that makes the refused ones of that holder refused. */
export function claimingTransfer(
  size: DatasetSize,
  organization: number,
  holder: number,
): TransferRequest {
  return transferOf(size, organization, holder, [0])
}

/** Holders that give items to transfers of one size. */
function holdersFor(size: DatasetSize): number {
  return Math.floor((size.holders - size.refusing) / 2)
}

function transferOf(
  size: DatasetSize,
  organization: number,
  holder: number,
  itemSlots: readonly number[],
): TransferRequest {
  const items = itemSlots.map((slot) => {
    const number = (holder + slot * size.holders) * ORGANIZATIONS + organization
    return { inventoryItemId: recordId('item', number), reason: 'rebalance' as const }
  })
  const to = (holder + 1 + (itemSlots[0] ?? 0) * 7_919) % size.accounts
  return {
    fromFboAccountId: accountOf(organization, holder),
    toFboAccountId: accountOf(organization, to === holder ? (to + 1) % size.accounts : to),
    items,
  }
}

function slots(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
