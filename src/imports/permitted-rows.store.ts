import {
  type OrganizationTransaction,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { Permission } from '../domain/permissions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { CellViolation, FileCheck } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

const OF_STATUS = `
  select line, status, count(*) over () as total
  from (
    select line, case when fields ->> 'active_shipment_id' is null then fields ->> 'status'
      else 'shipment_pending' end as status
    from import_rows
    where organization_id = $1 and attempt_id = $2
  ) as staged
  where status = any($3::text[])
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/**
 * Rows of a status that the token could not bring about by other operations: it lacks a permission,
 * or somebody else must approve. The operator may state every status.
 */
export const forbiddenStatuses: FileCheck = async (caller, tx, { spec, attemptId }) => {
  if (caller.tokenId === null) return { violations: [], total: 0 }
  const { fourEyes } = await currentPolicy({
    organizationId: caller.organizationId,
    run: (text, parameters) => runStatement(caller, tx, text, parameters),
  } as OrganizationTransaction)
  const forbidden = new Map<string, CellViolation>()
  for (const [status, permissions] of Object.entries(spec.statusPermissions ?? {})) {
    const violation = statusViolation(caller, permissions, fourEyes)
    if (violation !== undefined) forbidden.set(status, violation)
  }
  if (forbidden.size === 0) return { violations: [], total: 0 }
  const rows = await runStatement<InvalidRow & { status: string }>(caller, tx, OF_STATUS, [
    attemptId,
    [...forbidden.keys()],
  ])
  return violationsOf('status', rows, ({ status }) => {
    const { code, detail } = forbidden.get(status) as CellViolation
    return { code, detail: `status ${status} ${detail}` }
  })
}

function statusViolation(
  { permissions }: Caller,
  needed: readonly Permission[],
  fourEyes: boolean,
): CellViolation | undefined {
  const lacking = needed.find((permission) => !permissions.has(permission))
  if (lacking !== undefined) {
    const detail = `requires an access token with the permission ${lacking}.`
    return { code: 'insufficient_permission', detail }
  }
  if (!fourEyes || !needed.includes('outbound_shipments:approve')) return undefined
  const detail = 'follows an approval, which somebody else than the importer must give.'
  return { code: 'self_approval_forbidden', detail }
}
