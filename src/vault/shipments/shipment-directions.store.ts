import { randomBytes } from 'node:crypto'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { columnsOf } from '../../domain/fields.ts'
import { SHIPMENT_DETAILS } from './outbound-shipment.ts'
import { type Directions, NO_DIRECTIONS } from './shipment-directions.ts'

/** Shipments with their directions; `$1` is the organization. */
export const DIRECTED_SHIPMENTS = `outbound_shipments as record
    left join lateral (
      select recipient, service as asked_service, signature_required, insured_value_cents, metadata
      from outbound_shipment_directions
      where organization_id = $1 and outbound_shipment_id = record.id
      limit 1
    ) as directions on true`

/** Members of a whole shipment that are no column of their own name there. */
const COMPUTED: Readonly<Record<string, string>> = {
  service: 'coalesce(service, asked_service) as service',
  signature_required: 'coalesce(signature_required, false) as signature_required',
  metadata: "coalesce(metadata, '{}') as metadata",
}

/** The columns of a whole shipment there, with its version. */
export const DIRECTED_COLUMNS = `${columnsOf(SHIPMENT_DETAILS)}, version`
  .split(', ')
  .map((column) => COMPUTED[column] ?? column)
  .join(', ')

const READ = `
  select recipient, service, signature_required, insured_value_cents, metadata, salt
  from outbound_shipment_directions
  where organization_id = $1 and outbound_shipment_id = $2`

/** The directions of a shipment, and the salt of those that have one. */
export async function readDirections(tx: OrganizationTransaction, id: string) {
  const [found] = await tx.run<Directions & { readonly salt: string | null }>(READ, [id])
  const { salt, ...directions } = found ?? { salt: null, ...NO_DIRECTIONS }
  return { salt, directions }
}

// Approvals sign a hash of the directions. Without the salt, which is erased with them, somebody
// could guess a recipient, and see by the hash that the guess is right.
const WRITE = `
  insert into outbound_shipment_directions (organization_id, outbound_shipment_id, recipient,
    service, signature_required, insured_value_cents, metadata, salt)
  values ($1, $2, $3::text::jsonb, $4, $5::text::boolean, $6, $7::text::jsonb, $8)
  on conflict (organization_id, outbound_shipment_id) do update
  set recipient = excluded.recipient, service = excluded.service,
    signature_required = excluded.signature_required,
    insured_value_cents = excluded.insured_value_cents, metadata = excluded.metadata,
    salt = excluded.salt`

/** Writes the directions of a shipment that this transaction has inserted or locked. */
export function writeDirections(
  tx: OrganizationTransaction,
  id: string,
  { recipient, service, signatureRequired, insuredValueCents, metadata }: Directions,
): void {
  void tx.run(WRITE, [
    id,
    recipient && JSON.stringify(recipient),
    service,
    String(signatureRequired),
    insuredValueCents,
    JSON.stringify(metadata),
    randomBytes(16).toString('base64url'),
  ])
}

const IS_OWNER_ERASED = `
  select erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = (
    select fbo_account_id from outbound_shipments where organization_id = $1 and id = $2)
  for share`

/**
 * Whether the account of a shipment was erased. FOR SHARE: an erasure waits, and then finds the
 * personal data that this transaction writes. Call it before the shipment is locked, as an erasure
 * locks the account first.
 */
export async function isOwnerErased(tx: OrganizationTransaction, id: string): Promise<boolean> {
  const [account] = await tx.run<{ isErased: boolean }>(IS_OWNER_ERASED, [id])
  return account?.isErased === true
}
