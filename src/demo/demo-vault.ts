import { TRANSFER_REASONS } from '../domain/transfer-reasons.ts'
import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import type { Organization } from '../organizations/organization.ts'
import type { TransferDetailsRow } from '../transfers/transfer-batch.ts'
import { generateAccounts } from './demo-accounts.ts'
import { generateItem, type ItemWorth } from './demo-items.ts'
import {
  type DemoMovement,
  type LoggedState,
  type LogStep,
  logOf,
  stateAfter,
} from './demo-movements.ts'
import type { DemoOrganization } from './demo-organizations.ts'
import { accountOlderThan, type Scene } from './demo-scene.ts'
import { type DemoShipment, generateShipments } from './demo-shipments.ts'
import { generateTransfers } from './demo-transfers.ts'
import { DAY_MS, Random } from './random.ts'

export interface DemoItem extends LoggedState, ItemWorth {
  readonly id: string
  readonly createdAt: Date
}

/** A batch with its items, in the order of the request, and the reason of each. */
export interface DemoTransfer extends TransferDetailsRow {
  readonly itemIds: readonly string[]
  readonly reasons: readonly string[]
}

export interface DemoShipmentItem {
  readonly outboundShipmentId: string
  /** 1-indexed. */
  readonly position: number
  readonly inventoryItemId: string
}

/** Everything that the vault keeps for one organization. */
export interface DemoVault {
  readonly accounts: readonly FboAccountRow[]
  readonly batches: readonly DemoTransfer[]
  readonly shipments: readonly DemoShipment[]
  readonly items: readonly DemoItem[]
  readonly movements: readonly DemoMovement[]
  readonly shipmentItems: readonly DemoShipmentItem[]
}

/** The organization itself; the vault was opened to it three years ago. */
export function generateOrganization({ id, name }: DemoOrganization, now: Date): Organization {
  return { id, name, createdAt: new Date(now.getTime() - 1_095 * DAY_MS) }
}

/**
 * Makes up an organization's records: shipments and transfers first, then the items that they hold
 * or have moved, then items that lie in the vault until there are as many as planned. What became
 * of an item follows from its log. The same for the same `now`.
 */
export function generateVault(plan: DemoOrganization, now: Date): DemoVault {
  const random = new Random(plan.seed)
  const accounts = generateAccounts(generateOrganization(plan, now), plan.accounts, { random, now })
  const scene = { accounts, random, now }
  const shipments = generateShipments(scene, plan.shipments)
  const transfers = generateTransfers(scene, plan.transfers)
  const items: DemoItem[] = []
  const movements: DemoMovement[] = []
  const add = (made: readonly ItemAndLog[]): string[] => {
    for (const { item, log } of made) {
      items.push(item)
      movements.push(...log)
    }
    return made.map(({ item }) => item.id)
  }
  const shipmentItems = shipments.flatMap((shipment) =>
    add(itemsOfShipment(scene, shipment)).map((inventoryItemId, index) => {
      return { outboundShipmentId: shipment.id, position: index + 1, inventoryItemId }
    }),
  )
  const batches = transfers.map((batch) => {
    const itemIds = add(itemsOfTransfer(scene, batch))
    return { ...batch, itemIds, reasons: itemIds.map(() => random.pick(TRANSFER_REASONS)) }
  })
  while (items.length < plan.items) add([itemAtRest(scene, plan, items.length)])
  return {
    accounts: insure(accounts, items, random),
    batches,
    shipments,
    items,
    movements,
    shipmentItems,
  }
}

/** The items of a shipment came in before it and went through all of its steps. */
function itemsOfShipment(scene: Scene, shipment: DemoShipment): ItemAndLog[] {
  const outboundShipmentId = shipment.id
  const steps = shipment.steps.map((step) => ({ ...step, outboundShipmentId }))
  return Array.from({ length: shipment.totalItems }, () =>
    makeItem(scene, { ...shipment, until: shipment.createdAt }, () => steps),
  )
}

/** A pending batch claims its items; a completed one has moved them; any other one let them go. */
function itemsOfTransfer(scene: Scene, batch: TransferDetailsRow): ItemAndLog[] {
  const { id: transferBatchId, status, decidedAt, toFboAccountId } = batch
  const steps: LogStep[] = [{ kind: 'transfer_created', at: batch.createdAt, transferBatchId }]
  if (status !== 'pending' && decidedAt !== null) {
    steps.push({
      kind: `transfer_${status}`,
      at: decidedAt,
      transferBatchId,
      reason: batch.decisionReason,
      ...(status === 'completed' && { toFboAccountId }),
    })
  }
  const source = { fboAccountId: batch.fromFboAccountId, until: batch.createdAt }
  return Array.from({ length: batch.totalItems }, () => makeItem(scene, source, () => steps))
}

/** The last ones of the plan are on hold or were withdrawn; all others lie in the vault. */
function itemAtRest(scene: Scene, plan: DemoOrganization, index: number): ItemAndLog {
  const left = plan.items - index
  const { random, now } = scene
  const source = { fboAccountId: accountOlderThan(now, scene).id, until: now }
  return makeItem(scene, source, (createdAt) => {
    const at = random.moment({ from: createdAt, until: now })
    if (left <= plan.itemsOnHold) return [{ kind: 'held', at, reason: random.pick(HOLD_REASONS) }]
    if (left <= plan.itemsOnHold + plan.itemsWithdrawn) {
      return [{ kind: 'withdrawn', at, reason: random.pick(WITHDRAWAL_REASONS) }]
    }
    if (!random.chance(0.03)) return []
    return [
      { kind: 'held', at, reason: random.pick(HOLD_REASONS) },
      { kind: 'released', at: random.moment({ from: at, until: now }), reason: 'Settled' },
    ]
  })
}

interface ItemAndLog {
  readonly item: DemoItem
  readonly log: readonly DemoMovement[]
}

interface Source {
  /** The account that the item was taken in for. */
  readonly fboAccountId: string
  /** It came in before this moment, and after its account was opened. */
  readonly until: Date
}

function makeItem(
  { accounts, random }: Scene,
  { fboAccountId, until }: Source,
  stepsSince: (createdAt: Date) => readonly LogStep[],
): ItemAndLog {
  const account = accounts.find(({ id }) => id === fboAccountId) as FboAccountRow
  const createdAt = random.moment({ from: account.createdAt, until })
  const id = random.id('item', createdAt)
  const log = logOf({ id, fboAccountId, createdAt }, stepsSince(createdAt))
  return { item: { id, ...stateAfter(log), ...generateItem(random), createdAt }, log }
}

const HOLD_REASONS = [
  'Ownership disputed',
  'Certificate to be checked by the grader',
  'Pledged as collateral',
  'Owner cannot be reached',
]

const WITHDRAWAL_REASONS = [
  'Collected by the owner in person',
  'Sold at auction, collected by the buyer',
  'Returned to the consignor',
]

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
