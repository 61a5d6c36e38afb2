import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import type { ItemState } from '../inventory-items/item-claim.ts'
import type { Organization } from '../organizations/organization.ts'
import type {
  OutboundShipmentRow,
  ShipmentStatus,
} from '../outbound-shipments/outbound-shipment.ts'
import { TRANSFER_REASONS, type TransferBatchRow } from '../transfers/transfer-batch.ts'
import type { DemoOrganization } from './demo-organizations.ts'
import { makeUpAccounts } from './made-up-accounts.ts'
import { type ItemWorth, makeUpItem } from './made-up-items.ts'
import {
  accountOlderThan,
  makeUpShipments,
  makeUpTransfers,
  type Scene,
} from './made-up-movements.ts'
import { DAY_MS, Random } from './random.ts'

export interface DemoItem extends ItemState, ItemWorth {
  readonly createdAt: Date
}

export interface DemoTransferItem {
  readonly transferBatchId: string
  /** 1-indexed. */
  readonly position: number
  readonly inventoryItemId: string
  readonly reason: string
}

/** Everything that the vault keeps for one organization. */
export interface DemoVault {
  readonly accounts: readonly FboAccountRow[]
  readonly batches: readonly TransferBatchRow[]
  readonly shipments: readonly OutboundShipmentRow[]
  readonly items: readonly DemoItem[]
  readonly transferItems: readonly DemoTransferItem[]
}

/** The organization itself; the vault was opened to it three years ago. */
export function makeUpOrganization({ id, name }: DemoOrganization, now: Date): Organization {
  return { id, name, createdAt: new Date(now.getTime() - 1_095 * DAY_MS) }
}

/**
 * Makes up an organization's records: movements first, then the items that they hold or have moved,
 * then items that lie in the vault until there are as many as planned. The same for the same `now`.
 */
export function makeUpVault(plan: DemoOrganization, now: Date): DemoVault {
  const random = new Random(plan.seed)
  const accounts = makeUpAccounts(makeUpOrganization(plan, now), plan.accounts, { random, now })
  const scene = { accounts, random, now }
  const shipments = makeUpShipments(scene, plan.shipments)
  const batches = makeUpTransfers(scene, plan.transfers)
  const items = shipments.flatMap((shipment) => itemsOfShipment(scene, shipment))
  const transferItems: DemoTransferItem[] = []
  for (const batch of batches) {
    const moved = itemsOfTransfer(scene, batch)
    items.push(...moved)
    transferItems.push(
      ...moved.map((item, index) => ({
        transferBatchId: batch.id,
        position: index + 1,
        inventoryItemId: item.id,
        reason: random.pick(TRANSFER_REASONS),
      })),
    )
  }
  while (items.length < plan.items) items.push(itemAtRest(scene, plan, items.length))
  return {
    accounts: insure(accounts, items, random),
    batches,
    shipments,
    items,
    transferItems,
  }
}

const ITEM_STATUS_OF_SHIPMENT = {
  packing: 'shipment_pending',
  inspecting: 'shipment_pending',
  pending_approval: 'shipment_pending',
  approved: 'shipment_pending',
  shipped: 'shipped',
  delivered: 'delivered',
} as const satisfies Record<ShipmentStatus, string>

function itemsOfShipment(scene: Scene, shipment: OutboundShipmentRow): DemoItem[] {
  const status = ITEM_STATUS_OF_SHIPMENT[shipment.status]
  return Array.from({ length: scene.random.whole(1, 4) }, () =>
    makeItem(scene, {
      fboAccountId: shipment.fboAccountId,
      until: shipment.createdAt,
      status,
      activeShipmentId: status === 'shipment_pending' ? shipment.id : null,
    }),
  )
}

/** A pending batch claims its items; a completed one has moved them; any other one let them go. */
function itemsOfTransfer(scene: Scene, batch: TransferBatchRow): DemoItem[] {
  const isPending = batch.status === 'pending'
  return Array.from({ length: batch.totalItems }, () =>
    makeItem(scene, {
      fboAccountId: batch.status === 'completed' ? batch.toFboAccountId : batch.fromFboAccountId,
      until: batch.createdAt,
      status: isPending ? 'transfer_pending' : 'in_vault',
      activeTransferId: isPending ? batch.id : null,
    }),
  )
}

/** The last ones of the plan are on hold or were withdrawn; all others lie in the vault. */
function itemAtRest(scene: Scene, plan: DemoOrganization, index: number): DemoItem {
  const left = plan.items - index
  const status =
    left <= plan.itemsOnHold
      ? 'on_hold'
      : left <= plan.itemsOnHold + plan.itemsWithdrawn
        ? 'withdrawn'
        : 'in_vault'
  return makeItem(scene, {
    fboAccountId: accountOlderThan(scene.now, scene).id,
    until: scene.now,
    status,
  })
}

interface ItemFacts extends Pick<ItemState, 'fboAccountId' | 'status'> {
  /** The item came in before this moment, and after its account was opened. */
  readonly until: Date
  readonly activeTransferId?: string | null
  readonly activeShipmentId?: string | null
}

function makeItem({ accounts, random }: Scene, facts: ItemFacts): DemoItem {
  const { fboAccountId, status, until, activeTransferId = null, activeShipmentId = null } = facts
  const account = accounts.find(({ id }) => id === fboAccountId) as FboAccountRow
  const createdAt = random.moment({ from: account.createdAt, until })
  const id = random.id('item', createdAt)
  const state = { id, fboAccountId, status, activeTransferId, activeShipmentId }
  return { ...state, ...makeUpItem(random), createdAt }
}

const INSURED_DOLLARS = [
  25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
]

/** Most accounts are insured for more than they hold; one in twenty is not. */
function insure(
  accounts: readonly FboAccountRow[],
  items: readonly DemoItem[],
  random: Random,
): FboAccountRow[] {
  const held = new Map<string, number>()
  for (const { fboAccountId, status, declaredValueCents } of items) {
    if (status === 'shipped' || status === 'delivered' || status === 'withdrawn') continue
    held.set(fboAccountId, (held.get(fboAccountId) ?? 0) + declaredValueCents)
  }
  return accounts.map((account) => {
    const needed = ((held.get(account.id) ?? 0) / 100) * (random.chance(0.05) ? 0.5 : 1.1)
    const dollars = INSURED_DOLLARS.find((step) => step >= needed) ?? 50_000_000
    return { ...account, maxInsuredValueCents: String(dollars * 100) }
  })
}
