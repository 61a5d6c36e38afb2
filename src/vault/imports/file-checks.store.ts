import { currentPolicy } from '../../access/organizations/organization-policy.ts'
import { lockOrganization } from '../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { Parameter } from '../../database/postgres/values.ts'
import type { Caller } from '../../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import type { Permission } from '../../domain/permissions.ts'
import { SHIPPED_STATUSES } from '../../domain/state-transitions.ts'
import type { CellViolation, FoundViolations } from '../../runtime/csv/file-violations.ts'
import type { FileCheck } from './import-spec.ts'

interface RowQuery<Row> {
  /** The column that the violations name. */
  readonly column: string
  /** SQL of the invalid rows: their `line`, and what `violation` reads. `$2` is the attempt. */
  readonly rows: string
  /** From `$3` on. */
  readonly parameters?: readonly Parameter[]
  readonly violation: (row: Row) => CellViolation
}

export async function invalidRows<Row = { id: string }>(
  tx: OrganizationTransaction,
  attemptId: string,
  { column, rows, parameters = [], violation }: RowQuery<Row>,
): Promise<FoundViolations> {
  const text = `
    select invalid.*, count(*) over () as total
    from (${rows}) as invalid
    order by line limit ${VIOLATIONS_LISTED_MAX}`
  const found = await tx.run<Row & { line: number; total: string }>(text, [
    attemptId,
    ...parameters,
  ])
  const violations = found.map((row) => ({ line: row.line, column, ...violation(row) }))
  return { violations, total: Number(found[0]?.total ?? 0) }
}

const NONE: FoundViolations = { violations: [], total: 0 }

// One pass: the planner takes the staged rows for few, and a join with themselves would be a loop.
const DUPLICATES = `
  select line, id, lines
  from (
    select line, id, count(*) over (partition by id) as lines
    from import_rows
    where organization_id = $1 and attempt_id = $2 and id is not null
  ) as counted
  where lines > 1`

/** Ids that the file has more than once: every line. */
const duplicateIds: FileCheck = (tx, { attemptId }) =>
  invalidRows<{ id: string; lines: string }>(tx, attemptId, {
    column: 'id',
    rows: DUPLICATES,
    violation: ({ id, lines }) => ({
      code: 'duplicate_id',
      detail: `The file has the id ${id} ${lines} times: give each row its own id.`,
    }),
  })

const existing = (table: string) => `
  select line, staged.id
  from import_rows as staged
  join ${table} as existing on existing.organization_id = $1 and existing.id = staged.id
  where staged.organization_id = $1 and staged.attempt_id = $2`

/** Ids that a record of the organization has already. */
const existingIds: FileCheck = (tx, { spec, attemptId }) =>
  invalidRows(tx, attemptId, {
    column: 'id',
    rows: existing(spec.table),
    violation: ({ id }) => ({
      code: 'id_exists',
      detail: `The organization already has the ${spec.singular} ${id}: remove the row or change its id.`,
    }),
  })

const OF_STATUS = `
  select line, status
  from (
    select line, case when fields ->> 'active_shipment_id' is null then fields ->> 'status'
      else 'shipment_pending' end as status
    from import_rows
    where organization_id = $1 and attempt_id = $2
  ) as staged
  where status = any($3::text[])`

/**
 * Rows of a status that the token could not bring about by other operations: it lacks a permission,
 * or somebody else must approve. The operator may state every status.
 */
export const forbiddenStatuses: FileCheck = async (tx, { spec, attemptId }, caller) => {
  const { fourEyes, approvalRules: rules } = await currentPolicy(tx)
  const forbidden = new Map<string, CellViolation>()
  for (const [status, permissions] of Object.entries(spec.statusPermissions ?? {})) {
    const violation = statusViolation(caller, permissions, fourEyes || rules.length > 0)
    if (violation === undefined) continue
    const detail = `status ${status} ${violation.detail}`
    forbidden.set(status, { code: violation.code, detail })
  }
  if (forbidden.size === 0) return NONE
  return await invalidRows<{ status: string }>(tx, attemptId, {
    column: 'status',
    rows: OF_STATUS,
    parameters: [[...forbidden.keys()]],
    violation: ({ status }) => forbidden.get(status) as CellViolation,
  })
}

function statusViolation(
  { tokenId, permissions }: Caller,
  needed: readonly Permission[],
  othersApprove: boolean,
): CellViolation | undefined {
  if (tokenId === null) return undefined
  const lacking = needed.find((permission) => !permissions.has(permission))
  if (lacking !== undefined) {
    const detail = `requires an access token with the permission ${lacking}.`
    return { code: 'insufficient_permission', detail }
  }
  if (!othersApprove || !needed.includes('outbound_shipments:approve')) return undefined
  const detail = 'follows an approval, which somebody else than the importer must give.'
  return { code: 'self_approval_forbidden', detail }
}

/** The checks of every kind, in addition to those of the spec. */
export const CHECKS_OF_ALL = [duplicateIds, existingIds, forbiddenStatuses]

const UNKNOWN_ACCOUNTS = `
  select line, fields ->> 'fbo_account_id' as id
  from import_rows as staged
  where organization_id = $1 and attempt_id = $2 and fields ->> 'fbo_account_id' is not null
    and not exists (
      select from fbo_accounts
      where organization_id = $1 and id = staged.fields ->> 'fbo_account_id'
        and erased_at is null)`

/** FBO accounts that the organization does not have, or has erased. */
export const unknownAccounts: FileCheck = (tx, { attemptId }) =>
  invalidRows(tx, attemptId, {
    column: 'fboAccountId',
    rows: UNKNOWN_ACCOUNTS,
    violation: ({ id }) => ({
      code: 'fbo_account_not_found',
      detail: `The organization has no FBO account with the id ${id}: import the accounts first or correct the id.`,
    }),
  })

const PRIMARIES = `
  select line, primaries, existing.id as existing
  from (
    select line, count(*) over () as primaries
    from import_rows
    where organization_id = $1 and attempt_id = $2 and fields ->> 'is_primary' = 'true'
  ) as staged
  left join fbo_accounts as existing on existing.organization_id = $1 and existing.is_primary
  where primaries > 1 or existing.id is not null`

const STAGED_PRIMARIES = `
  select line
  from import_rows
  where organization_id = $1 and attempt_id = $2 and fields ->> 'is_primary' = 'true'
  limit 1`

/** Surplus primary accounts: all in the file if it has several, or if the organization has one. */
export const secondPrimaries: FileCheck = async (tx, { attemptId }) => {
  const staged = await tx.run(STAGED_PRIMARIES, [attemptId])
  if (staged.length === 0) return NONE
  // Make Primary waits for this import, and sees its account.
  await lockOrganization(tx)
  return await invalidRows<{ primaries: string; existing: string | null }>(tx, attemptId, {
    column: 'isPrimary',
    rows: PRIMARIES,
    violation: ({ primaries, existing }) => ({
      code: 'primary_account_exists',
      detail:
        existing === null
          ? `The file has ${primaries} primary accounts: an organization has at most one.`
          : `The organization already has the primary account ${existing}: it has at most one.`,
    }),
  })
}

const LOCK = `
  select id
  from outbound_shipments
  where organization_id = $1 and id in (
    select fields ->> 'active_shipment_id'
    from import_rows
    where organization_id = $1 and attempt_id = $2)
  order by id for no key update`

const UNUSABLE = `
  select line, id, problem
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
  where problem is not null`

/** By the `problem` of a row: the code, and the end of the sentence. */
const PROBLEMS = {
  unknown: [
    'outbound_shipment_not_found',
    'the organization has none with this id: import the shipments first or correct the id',
  ],
  other_account: ['invalid_value', 'it belongs to another FBO account than the item'],
  cancelled: ['invalid_value', 'it is cancelled'],
  shipped: ['invalid_value', 'it has left the vault'],
  not_own: [
    'self_approval_forbidden',
    'it is not in packing, or the token did not create it: create another one',
  ],
} as const

/**
 * Shipments that cannot claim the item: unknown, of another account, cancelled, or shipped. A token
 * adds items only to what it created and is being packed: the approver has seen all of them.
 *
 * Locks the shipments that the file names, in id order, until the import ends. So no shipment
 * leaves the vault without items that are being imported for it. The lock is as strong as
 * `addToShipments` needs it: raising its strength later could deadlock with other transactions.
 */
export const unusableShipments: FileCheck = async (tx, { attemptId }, { tokenId }) => {
  await tx.run(LOCK, [attemptId])
  return await invalidRows<{ id: string; problem: keyof typeof PROBLEMS }>(tx, attemptId, {
    column: 'activeShipmentId',
    rows: UNUSABLE,
    parameters: [[...SHIPPED_STATUSES], tokenId],
    violation: ({ id, problem }) => {
      const [code, why] = PROBLEMS[problem]
      return { code, detail: `The shipment ${id} cannot claim the item, because ${why}.` }
    },
  })
}
