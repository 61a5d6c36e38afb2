// Synthetic records: their ids follow from numbers, so that a load can name what a table holds.

export const SHIPMENT_STATUSES = [
  ...(['packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered'] as const),
]
const SHIPPED: readonly string[] = ['shipped', 'delivered']
const EPOCH_MS = Date.UTC(2024, 0, 1)
const PIECE_CHARACTERS = 1_000_000
const MAKERS = { 'fbo-accounts': account, 'inventory-items': item, 'outbound-shipments': shipment }
const HEADERS = {
  'fbo-accounts':
    'id,firstName,lastName,email,phone,businessName,maxInsuredValueCents,isPrimary,createdAt',
  'inventory-items': 'id,fboAccountId,status,description,declaredValueCents,createdAt',
  'outbound-shipments': 'id,fboAccountId,status,shippedAt,createdAt',
}

export type SyntheticKind = keyof typeof MAKERS

export interface SyntheticFile {
  readonly kind: SyntheticKind
  readonly count: number
  /** Accounts that items and shipments are spread over. */
  readonly accounts: number
  /** Number of the first record: a later file can go on where an earlier one ended. */
  readonly first?: number
}

/** A CSV file in pieces; the same records for the same numbers. */
export function* syntheticCsv({
  kind,
  count,
  accounts,
  first = 0,
}: SyntheticFile): Generator<string> {
  let piece = `${HEADERS[kind]}\n`
  for (let n = first; n < first + count; n += 1) {
    piece += `${MAKERS[kind](n, accounts).join(',')}\n`
    if (piece.length > PIECE_CHARACTERS) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

export function isSyntheticKind(name: string): name is SyntheticKind {
  return Object.hasOwn(MAKERS, name)
}

/** As long as the service's own, spread like ids that another system made. */
export function recordId(prefix: 'item' | 'ship', n: number): string {
  const spread = (n * 2_654_435_761) % 4_294_967_296
  return `${prefix}_${spread.toString(16).padStart(8, '0')}${String(n).padStart(18, '0')}`
}

/** {@link recordId} as an SQL expression over a `bigint`. */
export function recordIdSql(prefix: 'item' | 'ship', n: string): string {
  const spread = `lpad(to_hex((${n} * 2654435761) % 4294967296), 8, '0')`
  return `'${prefix}_' || ${spread} || lpad((${n})::text, 18, '0')`
}

export function accountId(n: number): string {
  return `fbo_${String(n).padStart(26, '0')}`
}

/** {@link accountId} as an SQL expression over a `bigint`. */
export function accountIdSql(n: string): string {
  return `'fbo_' || lpad((${n})::text, 26, '0')`
}

function accountOf(n: number, accounts: number): string {
  return accountId((n * 7_919) % accounts)
}

function account(n: number): string[] {
  const cents = String((n % 1_000) * 2_500_000)
  const business = n % 5 === 0 ? `"Lindqvist, Watches & Sons ${n}"` : ''
  return [
    ...[accountId(n), `Holder ${n}`, 'Lindqvist', `holder.${n}@example.com`, '+46 8 555 012 34'],
    ...[business, cents, String(n === 0), createdAt(n)],
  ]
}

function item(n: number, accounts: number): string[] {
  const description = `"Wrist watch, steel, no. ${n}"`
  const cents = String(1_000_00 + (n % 9_973) * 137)
  const id = recordId('item', n)
  return [id, accountOf(n, accounts), 'in_vault', description, cents, createdAt(n)]
}

function shipment(n: number, accounts: number): string[] {
  const status = SHIPMENT_STATUSES[n % SHIPMENT_STATUSES.length] ?? 'packing'
  const shippedAt = SHIPPED.includes(status) ? String(createdMs(n) + 86_400_000) : ''
  return [recordId('ship', n), accountOf(n, accounts), status, shippedAt, createdAt(n)]
}

function createdMs(n: number): number {
  return EPOCH_MS + n * 61_007
}

function createdAt(n: number): string {
  return new Date(createdMs(n)).toISOString()
}
