import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/shipment-statuses.ts'
import { TRANSFER_REASONS } from '../../domain/transfer-reasons.ts'
import { HELD_STATUSES } from '../../inventory-items/inventory-item.ts'
import type { Organization } from '../../organizations/organization.ts'
import { TRANSFER_STATUSES, type TransferStatus } from '../../transfers/transfer-batch.ts'
import {
  accountOlderThan,
  generateAccounts,
  type Scene,
  type SyntheticAccount,
} from './accounts.ts'
import { generateAppraisal } from './appraisals.ts'
import { type LogStep, logOf, type SyntheticMovement, stateAfter } from './item-log.ts'
import { DAY_MS, Random } from './random.ts'
import { generateShipment } from './shipments.ts'
import { generateTransfer } from './transfers.ts'

/** What to generate for an organization. */
export interface VaultPlan {
  readonly id: string
  readonly name: string
  readonly seed: number
  /** With the primary one. */
  readonly accounts: number
  /** In every status together. */
  readonly items: number
  readonly itemsOnHold: number
  readonly itemsWithdrawn: number
  readonly shipments: Readonly<Record<ShipmentStatus, number>>
  readonly transfers: Readonly<Record<TransferStatus, number>>
}

type SyntheticShipment = ReturnType<typeof generateShipment>['shipment']
type SyntheticItem = ReturnType<typeof generateItem>['item']
type SyntheticBatch = ReturnType<typeof generateTransfer>['batch'] & {
  readonly itemIds: readonly string[]
  /** One for each item. */
  readonly reasons: readonly string[]
}

/** The rows of an organization, by table; members are named after the columns. */
export interface SyntheticVault {
  readonly accounts: SyntheticAccount[]
  readonly batches: SyntheticBatch[]
  readonly shipments: SyntheticShipment[]
  /** With the status that the service shows. */
  readonly items: SyntheticItem[]
  readonly movements: SyntheticMovement[]
  readonly shipmentItems: {
    outboundShipmentId: string
    position: number
    inventoryItemId: string
  }[]
}

/** The organization itself; it joined three years ago. */
export function generateOrganization({ id, name }: VaultPlan, now: Date): Organization {
  return { id, name, createdAt: new Date(now.getTime() - 1_095 * DAY_MS) }
}

/**
 * Generates shipments and transfers with the items that they claim or moved, then items at rest
 * until there are as many as planned. The state of each item follows from its log. The same `now`
 * gives the same records.
 */
export function generateVault(plan: VaultPlan, now: Date): SyntheticVault {
  const random = new Random(plan.seed)
  const accounts = generateAccounts(generateOrganization(plan, now), plan.accounts, { random, now })
  const scene = { accounts, random, now }
  const vault: SyntheticVault = {
    accounts,
    batches: [],
    shipments: [],
    items: [],
    movements: [],
    shipmentItems: [],
  }
  const addItem = (source: Source, stepsSince: StepsSince): string => {
    const { item, log } = generateItem(scene, source, stepsSince)
    vault.items.push(item)
    vault.movements.push(...log)
    return item.id
  }
  const addItems = (count: number, source: Source, steps: readonly LogStep[]) =>
    Array.from({ length: count }, () => addItem(source, () => steps))
  for (const status of everyOne(SHIPMENT_STATUSES, plan.shipments)) {
    const { shipment, steps } = generateShipment(scene, status)
    const source = { fboAccountId: shipment.fboAccountId, until: shipment.createdAt }
    const ids = addItems(shipment.totalItems, source, steps)
    vault.shipments.push(shipment)
    for (const [index, inventoryItemId] of ids.entries()) {
      const outboundShipmentId = shipment.id
      vault.shipmentItems.push({ outboundShipmentId, position: index + 1, inventoryItemId })
    }
  }
  for (const status of everyOne(TRANSFER_STATUSES, plan.transfers)) {
    const { batch, steps } = generateTransfer(scene, status)
    const source = { fboAccountId: batch.fromFboAccountId, until: batch.createdAt }
    const itemIds = addItems(batch.totalItems, source, steps)
    const reasons = itemIds.map(() => random.pick(TRANSFER_REASONS))
    vault.batches.push({ ...batch, itemIds, reasons })
  }
  for (let left = plan.items - vault.items.length; left > 0; left -= 1) {
    const source = { fboAccountId: accountOlderThan(now, scene).id, until: now }
    addItem(source, (createdAt) => stepsAtRest(scene, { plan, left, createdAt }))
  }
  return { ...vault, accounts: insure(vault, random) }
}

/** Each status as often as it is counted. */
function everyOne<Status extends string>(
  statuses: readonly Status[],
  counts: Readonly<Record<Status, number>>,
): Status[] {
  return statuses.flatMap((status) => Array<Status>(counts[status]).fill(status))
}

/** The last items of the plan are on hold or withdrawn; all others are in the vault. */
function stepsAtRest(
  { random, now }: Scene,
  { plan, left, createdAt }: { plan: VaultPlan; left: number; createdAt: Date },
): LogStep[] {
  const at = random.moment({ from: createdAt, until: now })
  const held = { kind: 'held', at, reason: random.pick(HOLD_REASONS) } as const
  if (left <= plan.itemsOnHold) return [held]
  if (left <= plan.itemsOnHold + plan.itemsWithdrawn) {
    return [{ kind: 'withdrawn', at, reason: random.pick(WITHDRAWAL_REASONS) }]
  }
  if (!random.chance(0.03)) return []
  const released = random.moment({ from: at, until: now })
  return [held, { kind: 'released', at: released, reason: 'Resolved' }]
}

interface Source {
  /** The account that the item was taken in for, after it was opened. */
  readonly fboAccountId: string
  readonly until: Date
}

type StepsSince = (createdAt: Date) => readonly LogStep[]

function generateItem(
  { accounts, random }: Scene,
  { fboAccountId, until }: Source,
  stepsSince: StepsSince,
) {
  const account = accounts.find(({ id }) => id === fboAccountId) as SyntheticAccount
  const createdAt = random.moment({ from: account.createdAt, until })
  const id = random.id('item', createdAt)
  const log = logOf({ id, fboAccountId, createdAt }, stepsSince(createdAt))
  return { item: { id, ...stateAfter(log), ...generateAppraisal(random), createdAt }, log }
}

const HOLD_REASONS = [
  'Ownership disputed',
  'Certificate to be checked by the grader',
  'Pledged as collateral',
  'Owner does not respond',
]

const WITHDRAWAL_REASONS = [
  'Collected by the owner in person',
  'Sold at auction, collected by the buyer',
  'Returned to the consignor',
]

const INSURED_DOLLARS = [25_000, 100_000, 500_000, 1_000_000, 2_500_000, 10_000_000]

/** Most accounts are insured for more than they hold; one in twenty is not. */
function insure({ accounts, items }: SyntheticVault, random: Random): SyntheticAccount[] {
  const heldCents = new Map<string, number>()
  for (const { fboAccountId, status, declaredValueCents } of items) {
    if (!HELD_STATUSES.includes(status)) continue
    heldCents.set(fboAccountId, (heldCents.get(fboAccountId) ?? 0) + declaredValueCents)
  }
  return accounts.map((account) => {
    const held = (heldCents.get(account.id) ?? 0) / 100
    const needed = held * (random.chance(0.05) ? 0.5 : 1.1)
    const dollars = INSURED_DOLLARS.find((step) => step >= needed) ?? 50_000_000
    return { ...account, maxInsuredValueCents: String(dollars * 100) }
  })
}
