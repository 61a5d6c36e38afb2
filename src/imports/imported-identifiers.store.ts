import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../database/changes/organization-transaction.ts'
import { HELD_STATUS_LIST } from '../inventory-items/inventory-item.ts'
import { invalidRows } from './file-checks.store.ts'
import type { FileCheck, ImportedLines } from './import-spec.ts'

/** SQL for the identifiers of a staged row, as an item has them. */
export const STAGED_IDENTIFIERS = `coalesce((
      select jsonb_agg(pair - 'valueFolded' order by place)
      from jsonb_array_elements((import_rows.fields ->> 'identifiers')::jsonb)
        with ordinality as listed (pair, place)
    ), '[]')`

/** SQL for metadata of a staged row. */
export const STAGED_METADATA = `coalesce((import_rows.fields ->> 'metadata')::jsonb, '{}')`

/** Each identifier of the staged rows; those of items in the vault are held by them. */
const STAGED = `
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
    from (${STAGED}) as staged
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

const TAKEN = `
  select line, staged.scheme, value, item.id as holder
  from (${STAGED}) as staged
  join inventory_item_identifiers as held on held.organization_id = $1
    and held.scheme = staged.scheme and held.value_folded = staged.value_folded
    and held.is_present
  join inventory_items as item on item.organization_id = $1 and item.id = held.inventory_item_id
  where staged.is_present and item.status in (${HELD_STATUS_LIST})`

/** Identifiers that an item in the vault has already. */
export const takenIdentifiers: FileCheck = (tx, { attemptId }) =>
  invalidRows<Named & { holder: string }>(tx, attemptId, {
    column: 'identifiers',
    rows: TAKEN,
    violation: ({ scheme, value, holder }) => ({
      code: 'identifier_taken',
      detail: `The item ${holder}, which is in the vault, has the identifier ${scheme} ${value}: check the number.`,
    }),
  })

const RELEASE = `
  update inventory_item_identifiers as held
  set is_present = false
  from (${STAGED} and line between $3 and $4) as staged
  cross join inventory_items as item
  where held.organization_id = $1 and held.scheme = staged.scheme
    and held.value_folded = staged.value_folded and held.is_present and staged.is_present
    and item.organization_id = $1 and item.id = held.inventory_item_id
    and item.status not in (${HELD_STATUS_LIST})`

const INSERT = `
  insert into inventory_item_identifiers (organization_id, scheme, value_folded, inventory_item_id,
    is_present)
  select organization_id, scheme, value_folded, staged.id, is_present
  from ${ORGANIZATION}
  cross join (${STAGED} and line between $3 and $4) as staged
  order by scheme, value_folded`

/** Writes the identifiers that find the items of these lines. */
export async function writeImportedIdentifiers(
  tx: OrganizationTransaction,
  { attemptId, from, to }: ImportedLines,
): Promise<void> {
  await tx.run(RELEASE, [attemptId, from, to])
  await tx.run(INSERT, [attemptId, from, to])
}
