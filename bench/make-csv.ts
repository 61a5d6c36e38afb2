/**
 * Writes a CSV file of made-up records, for `vault-inventory import`:
 *
 *   npx node bench/make-csv.ts fbo-accounts 10000 > accounts.csv
 *   npx node bench/make-csv.ts outbound-shipments 1000000 > shipments.csv
 *   npx node bench/make-csv.ts inventory-items 1000000 > items.csv
 *
 * The same arguments give the same records, so the three files fit each other: items and shipments
 * are spread over 10,000 accounts, or as many as a third argument says. A fourth is the number of
 * the first record, so that a later file can go on where an earlier one ended.
 */
import { once } from 'node:events'
import { SHIPMENT_STATUSES, SHIPPED_STATUSES } from '../src/outbound-shipments/outbound-shipment.ts'
import { accountId, accountNumberOf, recordId } from './made-up-ids.ts'

const EPOCH_MS = Date.UTC(2024, 0, 1)
const PIECE_CHARACTERS = 1_000_000
const MAKERS = { 'fbo-accounts': account, 'inventory-items': item, 'outbound-shipments': shipment }
const HEADERS = {
  'fbo-accounts':
    'id,firstName,lastName,email,phone,businessName,maxInsuredValueCents,isPrimary,createdAt',
  'inventory-items': 'id,fboAccountId,status,description,declaredValueCents,createdAt',
  'outbound-shipments': 'id,fboAccountId,status,shippedAt,createdAt',
}

const [kind = '', count = '', accounts = '10000', first = '0'] = process.argv.slice(2)
const numbersFit = /^\d+$/.test(count) && /^[1-9]\d*$/.test(accounts) && /^\d+$/.test(first)
if (!isKind(kind) || !numbersFit) {
  process.stderr.write(
    `usage: npx node bench/make-csv.ts ${Object.keys(MAKERS).join('|')} COUNT [ACCOUNTS [FIRST]]\n`,
  )
  process.exit(1)
}

let piece = `${HEADERS[kind]}\n`
for (let n = Number(first); n < Number(first) + Number(count); n += 1) {
  piece += `${MAKERS[kind](n).join(',')}\n`
  if (piece.length > PIECE_CHARACTERS) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
    piece = ''
  }
}
process.stdout.write(piece)

function account(n: number): string[] {
  const name = `Holder ${n}`
  const cents = String((n % 1_000) * 2_500_000)
  const email = `holder.${n}@example.com`
  const business = n % 5 === 0 ? `"Lindqvist, Watches & Sons ${n}"` : ''
  return [
    accountId(n),
    name,
    'Lindqvist',
    email,
    '+46 8 555 012 34',
    business,
    cents,
    String(n === 0),
    createdAt(n),
  ]
}

function item(n: number): string[] {
  const description = `"Wrist watch, steel, no. ${n}"`
  const cents = String(1_000_00 + (n % 9_973) * 137)
  return [recordId('item', n), accountOf(n), 'in_vault', description, cents, createdAt(n)]
}

function shipment(n: number): string[] {
  const status = SHIPMENT_STATUSES[n % SHIPMENT_STATUSES.length] ?? 'packing'
  const shippedAt = SHIPPED_STATUSES.includes(status) ? String(createdMs(n) + 86_400_000) : ''
  return [recordId('ship', n), accountOf(n), status, shippedAt, createdAt(n)]
}

function accountOf(n: number): string {
  return accountId(accountNumberOf(n, Number(accounts)))
}

function createdMs(n: number): number {
  return EPOCH_MS + n * 61_007
}

function createdAt(n: number): string {
  return new Date(createdMs(n)).toISOString()
}

function isKind(name: string): name is keyof typeof MAKERS {
  return Object.hasOwn(MAKERS, name)
}
