import { runStatement } from '../../database/changes/organization-transaction.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import type { Caller } from '../../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import type { KnownKeys } from '../../history/sealed-log/signing-keys.ts'

interface NamedCheck {
  /** The name in the output of `verify`. It never changes, because scripts look for it. */
  readonly name: string
  /** The rule, which holds in a vault without violations. */
  readonly explanation: string
}

/** One thing that must hold for every record of an organization. */
export interface VerificationCheck extends NamedCheck {
  /**
   * SQL of what is compared in an organization (`organization_id = $1`): `record`; `wrong`, which
   * is empty where nothing is; and what `order` names.
   */
  readonly findings: string
  /** Columns; `record` by default. */
  readonly order?: string
}

/** A check that no such statement can make. */
export interface CalculatedCheck extends NamedCheck {
  readonly find: (
    caller: Caller,
    tx: TransactionSql,
    context: CheckContext,
  ) => AsyncIterable<Finding>
}

/** A check of records that belong to the vault, and to no organization. */
export interface VaultCheck extends NamedCheck {
  readonly findInVault: (context: CheckContext) => readonly Finding[]
}

export interface CheckContext {
  readonly keys: KnownKeys
  /** Aborting it ends the check. */
  readonly signal: AbortSignal
}

export interface Finding {
  /** Id of the item, the transfer batch, the shipment, the event or the signing key. */
  readonly record: string
  /** The violation, in words. */
  readonly wrong: string
}

/** The first `VIOLATIONS_LISTED_MAX` violations of a check, and the number of all. */
export interface FoundViolations {
  readonly first: readonly Finding[]
  readonly total: number
}

export async function findViolations(
  caller: Pick<Caller, 'organizationId'>,
  tx: Pick<TransactionSql, 'query'>,
  { findings, order = 'record' }: VerificationCheck,
): Promise<FoundViolations> {
  const text = `
    select record, wrong, count(*) over ()::integer as total
    from (${findings}) as finding
    where wrong <> ''
    order by ${order} limit ${VIOLATIONS_LISTED_MAX}`
  const first = await runStatement<Finding & { total: number }>(caller, tx, text)
  return { first, total: first[0]?.total ?? 0 }
}

export interface RecordCounts {
  items: number
  movements: number
  transfers: number
  shipments: number
}

const COUNTS = `
  select
    (select count(*)::integer from inventory_items where organization_id = $1) as items,
    (select count(*)::integer from inventory_movements where organization_id = $1) as movements,
    (select count(*)::integer from transfer_batches where organization_id = $1) as transfers,
    (select count(*)::integer from outbound_shipments where organization_id = $1) as shipments`

/** Adds the records of the caller's organization to the counts. */
export async function countRecords(
  caller: Caller,
  tx: TransactionSql,
  counts: RecordCounts,
): Promise<void> {
  const [row] = await runStatement<RecordCounts>(caller, tx, COUNTS)
  for (const [name, count] of Object.entries(row ?? {})) counts[name as keyof RecordCounts] += count
}
