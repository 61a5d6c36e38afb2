import { randomBytes } from 'node:crypto'
import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { HELD_STATUS_LIST } from '../items/inventory-item.ts'
import { invalidRows } from './file-checks.store.ts'
import type { FileCheck, ImportedLines } from './import-spec.ts'

// Rows of other tables that come with the records of a file.

/** SQL for the identifiers of a staged row, as an item has them. */
export const STAGED_IDENTIFIERS = `coalesce((
      select jsonb_agg(pair - 'valueFolded' order by place)
      from jsonb_array_elements((import_rows.fields ->> 'identifiers')::jsonb)
        with ordinality as listed (pair, place)
    ), '[]')`

/** SQL for metadata of a staged row. */
export const STAGED_METADATA = `coalesce((import_rows.fields ->> 'metadata')::jsonb, '{}')`

/** Each identifier of the staged rows; those of items in the vault are held by them. */
const IDENTIFIED = `
    select line, id, pair ->> 'scheme' as scheme, pair ->> 'value' as value,
      pair ->> 'valueFolded' as value_folded,
      coalesce(fields ->> 'status', 'in_vault') in (${HELD_STATUS_LIST}) as is_present
    from import_rows
    cross join lateral jsonb_array_elements((fields ->> 'identifiers')::jsonb) as pair
    where organization_id = $1 and attempt_id = $2 and fields ->> 'identifiers' is not null`

const DOUBLED = `
  select line, scheme, value, lines
  from (
    select line, scheme, value, count(*) over (partition by scheme, value_folded) as lines
    from (${IDENTIFIED}) as staged
    where is_present
  ) as counted
  where lines > 1`

interface Named {
  readonly scheme: string
  readonly value: string
}

/** Identifiers of several items of the file that are in the vault: every line. */
export const doubledIdentifiers: FileCheck = (tx, { attemptId }) =>
  invalidRows<Named & { lines: string }>(tx, attemptId, {
    column: 'identifiers',
    rows: DOUBLED,
    violation: ({ scheme, value, lines }) => ({
      code: 'duplicate_identifier',
      detail: `The file has the identifier ${scheme} ${value} ${lines} times: of the items in the vault, one at most has it.`,
    }),
  })

const TAKEN_IDENTIFIERS = `
  select line, staged.scheme, value, item.id as holder
  from (${IDENTIFIED}) as staged
  join inventory_item_identifiers as held on held.organization_id = $1
    and held.scheme = staged.scheme and held.value_folded = staged.value_folded
    and held.is_present
  join inventory_items as item on item.organization_id = $1 and item.id = held.inventory_item_id
  where staged.is_present and item.status in (${HELD_STATUS_LIST})`

/** Identifiers that an item in the vault has already. */
export const takenIdentifiers: FileCheck = (tx, { attemptId }) =>
  invalidRows<Named & { holder: string }>(tx, attemptId, {
    column: 'identifiers',
    rows: TAKEN_IDENTIFIERS,
    violation: ({ scheme, value, holder }) => ({
      code: 'identifier_taken',
      detail: `The item ${holder}, which is in the vault, has the identifier ${scheme} ${value}: check the number.`,
    }),
  })

const RELEASE = `
  update inventory_item_identifiers as held
  set is_present = false
  from (${IDENTIFIED} and line between $3 and $4) as staged
  cross join inventory_items as item
  where held.organization_id = $1 and held.scheme = staged.scheme
    and held.value_folded = staged.value_folded and held.is_present and staged.is_present
    and item.organization_id = $1 and item.id = held.inventory_item_id
    and item.status not in (${HELD_STATUS_LIST})`

const FIND_BY_IDENTIFIERS = `
  insert into inventory_item_identifiers (organization_id, scheme, value_folded, inventory_item_id,
    is_present)
  select organization_id, scheme, value_folded, staged.id, is_present
  from ${ORGANIZATION}
  cross join (${IDENTIFIED} and line between $3 and $4) as staged
  order by scheme, value_folded`

// The first row of each item's log, with the time of the import, as the item has it.
const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    to_fbo_account_id, to_status, outbound_shipment_id, token_id, reason)
  select organization_id, id, 1, $5::text::timestamptz, 'imported', fields ->> 'fbo_account_id',
    case when fields ->> 'active_shipment_id' is null then fields ->> 'status'
      else 'shipment_pending' end,
    fields ->> 'active_shipment_id', $6, fields ->> 'hold_reason'
  from import_rows
  where organization_id = $1 and attempt_id = $2 and line between $3 and $4
  order by id`

/** The items of these lines that shipments claim. */
const CLAIMED = `
    from import_rows
    where organization_id = $1 and attempt_id = $2 and line between $3 and $4
      and fields ->> 'active_shipment_id' is not null`

// Behind those that a shipment lists already, in the order of the file.
const LIST = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select shipment.organization_id, shipment.id, total_items + place, item_id
  from (
    select fields ->> 'active_shipment_id' as shipment_id, id as item_id,
      row_number() over (partition by fields ->> 'active_shipment_id' order by line) as place
    ${CLAIMED}
  ) as added
  join outbound_shipments as shipment on shipment.organization_id = $1
    and shipment.id = added.shipment_id`

const RAISE_TOTALS = `
  update outbound_shipments
  set total_items = total_items + added.items
  from (
    select fields ->> 'active_shipment_id' as shipment_id, count(*)::integer as items
    ${CLAIMED}
    group by fields ->> 'active_shipment_id'
  ) as added
  where organization_id = $1 and outbound_shipments.id = shipment_id`

/** Writes the log of imported items, what finds them, and the lists of shipments with them. */
export async function writeImportedItems(
  tx: OrganizationTransaction,
  { attemptId, from, to, at, tokenId }: ImportedLines,
): Promise<void> {
  await tx.run(LOG, [attemptId, from, to, at, tokenId])
  for (const text of [LIST, RAISE_TOTALS, RELEASE, FIND_BY_IDENTIFIERS]) {
    await tx.run(text, [attemptId, from, to])
  }
}

// Two joins: by one condition for both forms, no hash finds the rows of a long file.
const TAKEN_EXTERNAL_IDS = `
  select line, staged.external_id, rows,
    coalesce(holder.fbo_account_id, spelled.fbo_account_id) as holder
  from (
    select line, fields ->> 'external_id' as external_id, fields ->> 'external_id_folded' as folded,
      count(*) over (partition by fields ->> 'external_id_folded') as rows
    from import_rows
    where organization_id = $1 and attempt_id = $2 and fields ->> 'external_id' is not null
  ) as staged
  left join fbo_account_profiles as holder on holder.organization_id = $1
    and holder.external_id_folded = folded
  left join fbo_account_profiles as spelled on spelled.organization_id = $1
    and spelled.external_id_folded = staged.external_id
  where rows > 1 or num_nonnulls(holder.fbo_account_id, spelled.fbo_account_id) > 0`

/** External ids that the file has more than once, or that an account has. */
export const takenExternalIds: FileCheck = (tx, { attemptId }) =>
  invalidRows<{ externalId: string; rows: string; holder: string | null }>(tx, attemptId, {
    column: 'externalId',
    rows: TAKEN_EXTERNAL_IDS,
    violation: ({ externalId, rows, holder }) => ({
      code: 'external_id_taken',
      detail:
        holder === null
          ? `The file has the externalId ${externalId} ${rows} times, but for case and blanks: give each account its own.`
          : `The account ${holder} has the externalId ${externalId}: remove the row or change it.`,
    }),
  })

const WRITE_PROFILES = `
  insert into fbo_account_profiles (organization_id, fbo_account_id, external_id,
    external_id_folded, metadata, changed_at)
  select organization_id, id, fields ->> 'external_id', fields ->> 'external_id_folded',
    coalesce((fields ->> 'metadata')::jsonb, '{}'::jsonb), $5::text::timestamptz
  from import_rows
  where organization_id = $1 and attempt_id = $2 and line between $3 and $4
    and (fields ->> 'external_id' is not null or fields ->> 'metadata' is not null)
  order by id`

/** Writes the profiles of imported accounts; none for one that has nothing in it. */
export async function writeImportedProfiles(
  tx: OrganizationTransaction,
  { attemptId, from, to, at }: ImportedLines,
): Promise<void> {
  await tx.run(WRITE_PROFILES, [attemptId, from, to, at])
}

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

const WRITE_DIRECTIONS = `
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

export async function writeImportedDirections(
  tx: OrganizationTransaction,
  { attemptId, from, to }: ImportedLines,
): Promise<void> {
  await tx.run(LOCK_ACCOUNTS, [attemptId, from, to])
  await tx.run(WRITE_DIRECTIONS, [attemptId, from, to, randomBytes(16).toString('hex')])
}
