import { randomBytes } from 'node:crypto'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { ImportedLines } from './import-spec.ts'

const PERSONAL = `
    from import_rows
    where organization_id = $1 and attempt_id = $2 and line between $3 and $4
      and fields ?| array['recipient_name', 'metadata']`

// An erasure waits, and then finds the personal data; one that came first is seen.
const LOCK_ACCOUNTS = `
  select id
  from fbo_accounts
  where organization_id = $1 and id = any(array(select fields ->> 'fbo_account_id' ${PERSONAL}))
  order by id
  for share`

const WRITE = `
  insert into outbound_shipment_directions (organization_id, outbound_shipment_id, recipient,
    service, signature_required, insured_value_cents, metadata, salt)
  select staged.organization_id, staged.id,
    case when fields ->> 'recipient_name' is not null and erased_at is null
      then jsonb_build_object('name', fields ->> 'recipient_name',
        'company', fields ->> 'recipient_company', 'line1', fields ->> 'recipient_line1',
        'line2', fields ->> 'recipient_line2', 'city', fields ->> 'recipient_city',
        'region', fields ->> 'recipient_region', 'postalCode', fields ->> 'recipient_postal_code',
        'countryCode', fields ->> 'recipient_country_code', 'phone', fields ->> 'recipient_phone')
    end,
    fields ->> 'service', coalesce(fields ->> 'signature_required' = 'true', false),
    (fields ->> 'insured_value_cents')::bigint,
    case when erased_at is null then coalesce((fields ->> 'metadata')::jsonb, '{}') else '{}' end,
    md5($5 || staged.id)
  from import_rows as staged
  join fbo_accounts as account on account.organization_id = $1
    and account.id = fields ->> 'fbo_account_id'
  where staged.organization_id = $1 and attempt_id = $2 and line between $3 and $4
    and (fields ?| array['recipient_name', 'service', 'insured_value_cents', 'metadata']
      or fields ->> 'signature_required' = 'true')
  order by staged.id`

/** Writes the directions of imported shipments that have any. */
export async function writeImportedDirections(
  tx: OrganizationTransaction,
  { attemptId, from, to }: ImportedLines,
): Promise<void> {
  await tx.run(LOCK_ACCOUNTS, [attemptId, from, to])
  await tx.run(WRITE, [attemptId, from, to, randomBytes(16).toString('hex')])
}
