import type { Import } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import type { Permission } from '../session/caller.tsx'

export interface ImportKind {
  readonly noun: 'account' | 'item' | 'shipment'
  /** The name of the record type in a request. */
  readonly type: 'inventory_items' | 'fbo_accounts' | 'outbound_shipments'
  /** Required in addition to `imports:create`. */
  readonly permission: Permission
  readonly columns: string
  readonly example: string
  /** A header that no other kind has. */
  readonly header: RegExp
  /** The column of amounts in cents, and the name of their sum. */
  readonly amount?: { readonly column: string; readonly sum: string }
}

export type KindName = Import['kind']

export const KINDS: Readonly<Record<KindName, ImportKind>> = {
  'inventory-items': {
    noun: 'item',
    type: 'inventory_items',
    permission: 'inventory_items:create',
    columns:
      'fboAccountId (required), description, declaredValueCents, status, activeShipmentId, ' +
      'holdReason, identifiers, metadata',
    example: 'fboAccountId,description,declaredValueCents\nfbo_…,"Graded card, mint 9",125000',
    header: /description|declared|hold.?reason|active.?shipment/i,
    amount: { column: 'declaredValueCents', sum: 'Total declared value' },
  },
  'fbo-accounts': {
    noun: 'account',
    type: 'fbo_accounts',
    permission: 'fbo_accounts:create',
    columns: 'firstName, lastName, email, phone, businessName, maxInsuredValueCents, isPrimary',
    example:
      'firstName,lastName,email,maxInsuredValueCents\nAda,Lindqvist,ada@example.com,25000000',
    header: /first.?name|last.?name|e.?mail|insured/i,
    amount: { column: 'maxInsuredValueCents', sum: 'Total insured maximum' },
  },
  'outbound-shipments': {
    noun: 'shipment',
    type: 'outbound_shipments',
    permission: 'outbound_shipments:create',
    columns: 'fboAccountId (required), status, shippedAt',
    example: 'id,fboAccountId,status\nship_1042,fbo_…,packing',
    header: /shipped.?at/i,
  },
}

export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[]

/** The kind whose columns the first line of a file names; undefined if none or several match. */
export async function kindOf(file: Blob): Promise<KindName | undefined> {
  const [header = ''] = (await file.slice(0, 16_384).text()).split(/[\r\n]/)
  const [name, ...others] = KIND_NAMES.filter((each) => KINDS[each].header.test(header))
  return others.length === 0 ? name : undefined
}

/** The sum of the amounts: it reveals a file in another unit than cents. */
export function sumOf({ amount }: ImportKind, cents: string | null): string | undefined {
  return amount && cents !== null ? `${amount.sum}: ${money(cents)}` : undefined
}
