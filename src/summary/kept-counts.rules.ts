import type { EventType } from '../domain/events.ts'
import type { ShipmentStatus } from '../domain/shipment-statuses.ts'
import type { ItemStatus } from '../inventory-items/inventory-item.ts'
import { TRANSFER_OUTCOMES, type TransferOutcome } from './summary.ts'

/** A day of transfers: how many were created, and how many ended how. */
export type DayCounts = Readonly<Record<'created' | TransferOutcome, number>>

/** What is kept of an organization. A name that is missing counts nothing. */
export interface KeptCounts {
  readonly items: Readonly<Partial<Record<ItemStatus, number>>>
  /** Without cancelled ones. */
  readonly shipments: Readonly<Partial<Record<ShipmentStatus, number>>>
  /** By UTC day, as in `2026-11-23`. */
  readonly days: Readonly<Record<string, DayCounts>>
  /** Pending transfers by the id of the token that created them; '' where none did. */
  readonly pending: Readonly<Record<string, number>>
}

/** Events that count alike, and how many there are. */
export interface EventGroup {
  readonly type: EventType
  /** UTC day on which they occurred. */
  readonly day: string
  readonly statusBefore: string | null
  readonly statusAfter: string | null
  /** Of the events of transfers: the token that created the transfer; '' where none did. */
  readonly createdByTokenId: string
  readonly events: number
  /** The items of all of them. */
  readonly items: number
}

/**
 * Counts by other rules are counted again: raise it with each change of what is kept, or of what an
 * event changes in it.
 */
export const RULES = 2

/** The status of the items before and after; null where they were not in the books before. */
type ItemMove = readonly [ItemStatus | null, ItemStatus]

/**
 * What an event does to items; null for nothing. Steps of shipments name their statuses themselves.
 * `unknown` is an event that does not say what it changes: after it, everything is counted again.
 * What an event changes in the value that accounts hold is in `account-exposures.store.ts`.
 */
const ITEM_MOVES = {
  'fbo_account.created': null,
  'fbo_account.updated': null,
  'fbo_account.erased': null,
  'fbo_account.imported': null,
  'inventory_item.taken_in': [null, 'in_vault'],
  'inventory_item.imported': 'unknown',
  'inventory_item.held': ['in_vault', 'on_hold'],
  'inventory_item.released': ['on_hold', 'in_vault'],
  'inventory_item.withdrawn': ['in_vault', 'withdrawn'],
  'transfer.created': ['in_vault', 'transfer_pending'],
  'transfer.completed': ['transfer_pending', 'in_vault'],
  'transfer.rejected': ['transfer_pending', 'in_vault'],
  'transfer.cancelled': ['transfer_pending', 'in_vault'],
  'transfer.expired': ['transfer_pending', 'in_vault'],
  'transfer.system_approval_declined': null,
  'outbound_shipment.created': ['in_vault', 'shipment_pending'],
  'outbound_shipment.imported': 'unknown',
  'outbound_shipment.inspecting': null,
  'outbound_shipment.submitted': null,
  'outbound_shipment.approved': null,
  'outbound_shipment.returned_to_packing': null,
  'outbound_shipment.held': null,
  'outbound_shipment.released': null,
  'outbound_shipment.shipped': ['shipment_pending', 'shipped'],
  'outbound_shipment.delivered': ['shipped', 'delivered'],
  'outbound_shipment.cancelled': ['shipment_pending', 'in_vault'],
  'access_token.issued': null,
  'access_token.rotated': null,
  'access_token.revoked': null,
  'organization_policy.updated': null,
  'webhook_endpoint.created': null,
  'webhook_endpoint.updated': null,
  'webhook_endpoint.deleted': null,
  'webhook_endpoint.secret_rotated': null,
  'webhook_endpoint.tested': null,
  'webhook_endpoint.disabled': null,
  'webhook_endpoint.enabled': null,
  'event_checkpoint.created': null,
} as const satisfies Record<EventType, ItemMove | 'unknown' | null>

const NO_TRANSFERS: DayCounts = { created: 0, completed: 0, rejected: 0, cancelled: 0, expired: 0 }

/** The counts after these events; undefined where the events do not tell. */
export function countsAfter(
  before: KeptCounts,
  groups: readonly EventGroup[],
): KeptCounts | undefined {
  const { items, shipments, days, pending } = structuredClone(before) as {
    -readonly [Member in keyof KeptCounts]: Record<string, unknown>
  } as {
    items: Record<string, number>
    shipments: Record<string, number>
    days: Record<string, Record<keyof DayCounts, number>>
    pending: Record<string, number>
  }
  for (const group of groups) {
    // A type without a line is one of a newer version of the service.
    const move: ItemMove | 'unknown' | null =
      group.type in ITEM_MOVES ? ITEM_MOVES[group.type] : 'unknown'
    if (move === 'unknown') return undefined
    if (move !== null) {
      const [from, to] = move
      if (from !== null) add(items, from, -group.items)
      add(items, to, group.items)
    }
    if (group.type.startsWith('outbound_shipment.')) countShipments(shipments, group)
    const what = group.type.replace('transfer.', '')
    if (what === 'created' || isOutcome(what)) {
      days[group.day] ??= { ...NO_TRANSFERS }
      add(days[group.day] as Record<string, number>, what, group.events)
      add(pending, group.createdByTokenId, what === 'created' ? group.events : -group.events)
      if (pending[group.createdByTokenId] === 0) delete pending[group.createdByTokenId]
    }
  }
  return { items, shipments, days, pending }
}

/** Hold and release name the same status twice, and a cancellation, too: it stays in its status. */
function countShipments(
  shipments: Record<string, number>,
  { type, statusBefore, statusAfter, events }: EventGroup,
): void {
  if (statusBefore !== null) add(shipments, statusBefore, -events)
  if (statusAfter !== null && type !== 'outbound_shipment.cancelled') {
    add(shipments, statusAfter, events)
  }
}

function add(counts: Record<string, number>, name: string, number: number): void {
  counts[name] = (counts[name] ?? 0) + number
}

function isOutcome(text: string): text is TransferOutcome {
  return (TRANSFER_OUTCOMES as readonly string[]).includes(text)
}

/** The UTC day that begins so many days before this moment. */
export function dayBefore(at: Date, days: number): string {
  return new Date(at.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Without the days before this one. */
export function withoutDaysBefore(counts: KeptCounts, first: string): KeptCounts {
  const days = Object.entries(counts.days).filter(([day]) => day >= first)
  return { ...counts, days: Object.fromEntries(days) }
}

/** These days, oldest first, also those without transfers. */
export function daysUntil(
  { days }: Pick<KeptCounts, 'days'>,
  today: Date,
  count: number,
): (DayCounts & { readonly date: string })[] {
  return Array.from({ length: count }, (_, index) => {
    const date = dayBefore(today, count - 1 - index)
    return { date, ...NO_TRANSFERS, ...days[date] }
  })
}

/** What differs, in words; '' where nothing does. A count of zero may be missing. */
export function differencesOf(kept: KeptCounts, expected: KeptCounts): string {
  const [found, wanted] = [flat(kept), flat(expected)]
  const names = [...new Set([...found.keys(), ...wanted.keys()])].sort()
  return names
    .filter((name) => (found.get(name) ?? 0) !== (wanted.get(name) ?? 0))
    .map((name) => `counts ${found.get(name) ?? 0} ${name}, but there are ${wanted.get(name) ?? 0}`)
    .join('; ')
}

/** Each count with its path as its name. */
function flat(counts: object, path = ''): Map<string, number> {
  const entries = Object.entries(counts).flatMap(([name, value]): [string, number][] => {
    const inside = path === '' ? name : `${path} ${name}`
    return typeof value === 'number' ? [[inside, value]] : [...flat(value, inside)]
  })
  return new Map(entries)
}
