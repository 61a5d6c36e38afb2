import type { Import } from '../api/schema.ts'
import type { Permission } from '../session/caller.tsx'

export interface ImportKind {
  readonly name: Import['kind']
  /** The nouns for one and for several. */
  readonly singular: string
  readonly plural: string
  /** Required in addition to `imports:create`. */
  readonly permission: Permission
  readonly columns: readonly string[]
  readonly example: string
  /** A header that no other kind has. */
  readonly header: RegExp
  /** The column of amounts in cents, and the name of their sum. */
  readonly amount?: { readonly column: string; readonly words: string }
  /** The page that lists them. */
  readonly page: '/accounts' | '/items' | '/shipments'
}

const ACCOUNTS: ImportKind = {
  name: 'fbo-accounts',
  singular: 'account',
  plural: 'accounts',
  permission: 'fbo_accounts:create',
  columns: [
    'firstName',
    'lastName',
    'email',
    'phone',
    'businessName',
    'maxInsuredValueCents',
    'isPrimary',
  ],
  example: 'firstName,lastName,email,maxInsuredValueCents\nAda,Lindqvist,ada@example.com,25000000',
  header: /first.?name|last.?name|e.?mail|insured/i,
  amount: { column: 'maxInsuredValueCents', words: 'Total insured maximum' },
  page: '/accounts',
}

const SHIPMENTS: ImportKind = {
  name: 'outbound-shipments',
  singular: 'shipment',
  plural: 'shipments',
  permission: 'outbound_shipments:create',
  columns: ['fboAccountId (required)', 'status', 'shippedAt'],
  example: 'id,fboAccountId,status\nship_1042,fbo_…,packing',
  header: /shipped.?at/i,
  page: '/shipments',
}

export const ITEMS: ImportKind = {
  name: 'inventory-items',
  singular: 'item',
  plural: 'items',
  permission: 'inventory_items:create',
  columns: [
    'fboAccountId (required)',
    'description',
    'declaredValueCents',
    'status',
    'activeShipmentId',
    'holdReason',
    'identifiers',
    'metadata',
  ],
  example: 'fboAccountId,description,declaredValueCents\nfbo_…,"Graded card, mint 9",125000',
  header: /description|declared|hold.?reason|active.?shipment/i,
  amount: { column: 'declaredValueCents', words: 'Total declared value' },
  page: '/items',
}

export const KINDS = [ACCOUNTS, SHIPMENTS, ITEMS] as const

/** The kind whose columns the first line of a file names; undefined if none or several match. */
export async function kindOf(file: Blob): Promise<ImportKind | undefined> {
  const [header = ''] = (await file.slice(0, 16_384).text()).split(/[\r\n]/)
  const [kind, ...others] = KINDS.filter((each) => each.header.test(header))
  return others.length === 0 ? kind : undefined
}

/** "2 items". */
export function counted({ singular, plural }: ImportKind, rows: number): string {
  return rows === 1 ? `1 ${singular}` : `${rows.toLocaleString()} ${plural}`
}
