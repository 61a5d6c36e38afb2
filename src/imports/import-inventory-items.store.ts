import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { SHIPPED_STATUSES } from '../domain/shipment-statuses.ts'
import type { CellViolation, FileCheck, ImportedLines } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

const LOCK = `
  select id
  from outbound_shipments
  where organization_id = $1 and id in (
    select fields ->> 'active_shipment_id'
    from import_rows
    where organization_id = $1 and attempt_id = $2)
  order by id for no key update`

const UNUSABLE = `
  select line, id, problem, count(*) over () as total
  from (
    select line, fields ->> 'active_shipment_id' as id,
      case when shipment.id is null then 'unknown'
        when fields ->> 'fbo_account_id' <> shipment.fbo_account_id then 'other_account'
        when cancelled_at is not null then 'cancelled'
        when status = any($3::text[]) then 'shipped'
        when $4::text is not null
          and (created_by_token_id is distinct from $4 or status <> 'packing') then 'not_own'
      end as problem
    from import_rows as staged
    left join outbound_shipments as shipment
      on shipment.organization_id = $1 and shipment.id = fields ->> 'active_shipment_id'
    where staged.organization_id = $1 and attempt_id = $2
      and fields ->> 'active_shipment_id' is not null
  ) as named
  where problem is not null
  order by line limit ${VIOLATIONS_LISTED_MAX}`

interface UnusableShipment extends InvalidRow {
  readonly id: string
  readonly problem: keyof typeof PROBLEMS
}

/**
 * Shipments that cannot claim the item: unknown, of another account, cancelled, or shipped. A token
 * adds items only to what it created and is being packed: the approver has seen all of them.
 *
 * Locks the shipments that the file names, in id order, until the import ends. So no shipment
 * leaves the vault without items that are being imported for it. The lock is as strong as
 * `addToShipments` needs it: raising its strength later could deadlock with other transactions.
 */
export const unusableShipments: FileCheck = async (caller, tx, { attemptId }) => {
  await runStatement(caller, tx, LOCK, [attemptId])
  const parameters = [attemptId, [...SHIPPED_STATUSES], caller.tokenId]
  const rows = await runStatement<UnusableShipment>(caller, tx, UNUSABLE, parameters)
  return violationsOf('activeShipmentId', rows, ({ id, problem }) => PROBLEMS[problem](id))
}

const PROBLEMS = {
  unknown: (id: string) => ({
    code: 'outbound_shipment_not_found',
    detail: `The organization has no outbound shipment with the id ${id}: import the shipments first or correct the id.`,
  }),
  other_account: (id: string) => ({
    code: 'invalid_value',
    detail: `The shipment ${id} belongs to another FBO account than the item.`,
  }),
  cancelled: (id: string) => ({
    code: 'invalid_value',
    detail: `The shipment ${id} is cancelled: it cannot claim items.`,
  }),
  shipped: (id: string) => ({
    code: 'invalid_value',
    detail: `The shipment ${id} has left the vault: it cannot claim items.`,
  }),
  not_own: (id: string) => ({
    code: 'self_approval_forbidden',
    detail: `The shipment ${id} is not in packing, or the token did not create it: create another one.`,
  }),
} as const satisfies Record<string, (id: string) => CellViolation>

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

/** Writes the first row of each item's log, with the time of the import, as the item has it. */
export async function logImportedItems(
  caller: Caller,
  tx: TransactionSql,
  { attemptId, from, to, at }: ImportedLines,
): Promise<void> {
  await runStatement(caller, tx, LOG, [attemptId, from, to, at, caller.tokenId])
}

const ADDED = `
  select shipment_id, count::text, (
      select coalesce(max(position), 0)
      from outbound_shipment_items
      where organization_id = $1 and outbound_shipment_id = shipment_id
    )::text as last
  from (
    select fields ->> 'active_shipment_id' as shipment_id, count(*) as count
    from import_rows
    where organization_id = $1 and attempt_id = $2 and line between $3 and $4
      and fields ->> 'active_shipment_id' is not null
    group by fields ->> 'active_shipment_id'
  ) as waiting`

interface AddedItems {
  readonly shipmentId: string
  readonly count: string
  /** The position of the last item that the shipment has. */
  readonly last: string
}

const LIST = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select organization_id, waiting.shipment_id, last::integer + place, id
  from (
    select organization_id, fields ->> 'active_shipment_id' as shipment_id, id,
      row_number() over (partition by fields ->> 'active_shipment_id' order by line) as place
    from import_rows
    where organization_id = $1 and attempt_id = $2 and line between $3 and $4
      and fields ->> 'active_shipment_id' is not null
  ) as waiting
  join unnest($5::text[], $6::text[]) as added (shipment_id, last)
    on added.shipment_id = waiting.shipment_id`

const RAISE_TOTALS = `
  update outbound_shipments
  set total_items = total_items + added.count::integer
  from unnest($2::text[], $3::text[]) as added (shipment_id, count)
  where organization_id = $1 and outbound_shipments.id = shipment_id`

/** Lists the items that shipments claim, behind those listed already, in the order of the file. */
export async function addToShipments(
  caller: Caller,
  tx: TransactionSql,
  { attemptId, from, to }: ImportedLines,
): Promise<void> {
  const added = await runStatement<AddedItems>(caller, tx, ADDED, [attemptId, from, to])
  if (added.length === 0) return
  const ids = added.map(({ shipmentId }) => shipmentId)
  const last = added.map((shipment) => shipment.last)
  await runStatement(caller, tx, LIST, [attemptId, from, to, ids, last])
  await runStatement(caller, tx, RAISE_TOTALS, [ids, added.map(({ count }) => count)])
}
