import {
  SHIPMENT_STATUSES,
  SHIPPED_STATUSES,
  type ShipmentStatus,
} from '../src/domain/state-transitions.ts'
import { DAY_MS } from '../test/support/vault/random.ts'
import { csvPieces, type Numbers } from './copy-rows.ts'

// Record n of each kind, with an id that follows from n: a load can name what a table holds.

const EPOCH_MS = Date.UTC(2024, 0, 1)

export function accountId(n: number): string {
  return `fbo_${String(n).padStart(26, '0')}`
}

/** As long as the service's own ids, and spread like ids of another system. */
export function recordId(prefix: 'item' | 'ship', n: number): string {
  const spread = (n * 2_654_435_761) % 4_294_967_296
  return `${prefix}_${spread.toString(16).padStart(8, '0')}${String(n).padStart(18, '0')}`
}

export function numberedAccount(n: number) {
  return {
    id: accountId(n),
    firstName: `Ada ${n % 97}`,
    lastName: `Andersson ${n % 1_009}`,
    email: `ada.${n}@example.com`,
    phone: `+1 206 555 01${10 + (n % 90)}`,
    businessName: n % 5 === 0 ? `Brandt Numismatics ${n} GmbH` : null,
    maxInsuredValueCents: (n % 1_000) * 2_500_000,
    isPrimary: n === 0,
    createdAt: createdAt(n),
  }
}

export function numberedItem(n: number, fboAccountId: string) {
  return {
    id: recordId('item', n),
    fboAccountId,
    status: 'in_vault',
    description: `Pokémon Base Set Charizard #4, holo, 1999, PSA 9, certificate ${10_000_000 + n}`,
    declaredValueCents: 5_000 + ((n * 7_919) % 300_000),
    createdAt: createdAt(n),
  }
}

export function numberedShipment(
  n: number,
  fboAccountId: string,
  { status, createdAt }: { status: ShipmentStatus; createdAt: Date },
) {
  const hasLeft = SHIPPED_STATUSES.includes(status)
  const shippedAt = hasLeft ? new Date(createdAt.getTime() + DAY_MS) : null
  return { id: recordId('ship', n), fboAccountId, status, shippedAt, createdAt }
}

/** Every status in turn. */
export function statusOf(n: number): ShipmentStatus {
  return SHIPMENT_STATUSES[n % SHIPMENT_STATUSES.length] as ShipmentStatus
}

export function createdAt(n: number): Date {
  return new Date(EPOCH_MS + n * 61_007)
}

const FILES = {
  'fbo-accounts': numberedAccount,
  'inventory-items': (n: number, accounts: number) => numberedItem(n, anAccount(n, accounts)),
  'outbound-shipments': (n: number, accounts: number) => {
    const options = { status: statusOf(n), createdAt: createdAt(n) }
    const shipment = numberedShipment(n, anAccount(n, accounts), options)
    // A file has milliseconds, as List Outbound Shipments.
    return { ...shipment, shippedAt: shipment.shippedAt?.getTime() ?? null }
  },
}

export const FILE_KINDS = Object.keys(FILES) as FileKind[]
export type FileKind = keyof typeof FILES

/** A CSV file for `vault-inventory import`, its items and shipments spread over accounts. */
export function syntheticCsv(kind: FileKind, accounts: number, numbers: Numbers): Iterable<string> {
  return csvPieces((n) => FILES[kind](n, accounts), numbers)
}

function anAccount(n: number, accounts: number): string {
  return accountId((n * 7_919) % accounts)
}
