import type { Database } from '../../database/database.ts'
import { liftRequestLimits } from '../../database/postgres/lift-request-limits.ts'
import { isPassing, PostgresError } from '../../database/postgres/postgres-errors.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import { signingKeysIn } from '../../history/sealed-log/signing-key.ts'
import { knownKeys } from '../../history/sealed-log/signing-keys.ts'
import type { Secrets } from '../../runtime/secrets/secrets.ts'
import { ACCOUNT_CHECKS } from './account-checks.store.ts'
import { APPROVAL_CHECKS } from './approval-checks.store.ts'
import { EVENT_CHECKS } from './event-checks.store.ts'
import { ITEM_CHECKS } from './item-checks.store.ts'
import { ITEM_IDENTIFIER_CHECKS } from './item-identifier-checks.store.ts'
import { REFERENCE_CHECKS } from './reference-checks.store.ts'
import { SHIPMENT_CHECKS } from './shipment-checks.store.ts'
import { TRANSFER_CHECKS } from './transfer-checks.store.ts'
import { VALUE_CHECKS } from './value-checks.store.ts'
import {
  type CalculatedCheck,
  type CheckContext,
  countRecords,
  type Finding,
  type FoundViolations,
  findViolations,
  type RecordCounts,
  type VaultCheck,
  type VerificationCheck,
} from './verification-check.store.ts'
import { CHAIN_CHECKS } from './verify-chain.ts'

/** One thing that is wrong with one record. */
interface VerificationViolation extends Finding {
  readonly check: string
  /** Null for what belongs to the vault. */
  readonly organizationId: string | null
}

export interface Verification {
  readonly counts: RecordCounts
  /** By check, then organization, then record; at most `VIOLATIONS_LISTED_MAX` of each check. */
  readonly violations: readonly VerificationViolation[]
  /** The number of violations by check; only checks that found any. */
  readonly totals: ReadonlyMap<string, number>
  readonly total: number
  /** Whether it could tell keys of the vault from others: without secrets, it takes all of them. */
  readonly signingKeys: 'checked' | 'unchecked'
}

/**
 * Runs every check on the records of these organizations. It writes nothing and sees the vault as
 * of one moment, while the service may go on working.
 * @param signal aborting ends it before the next check
 */
export async function verifyVault(
  database: Database,
  organizationIds: readonly string[],
  signal: AbortSignal,
  secrets: Pick<Secrets, 'decrypt'> | null = null,
): Promise<Verification> {
  return await database.sql.begin(async (tx) => {
    await tx.topology?.readAtOnce(tx)
    return await verifyWithin(tx, organizationIds, signal, secrets)
  }, 'isolation level repeatable read read only')
}

/** The same in a transaction that sees one moment, or that has locked the records. */
export async function verifyWithin(
  tx: TransactionSql,
  organizationIds: readonly string[],
  signal: AbortSignal,
  secrets: Pick<Secrets, 'decrypt'> | null = null,
): Promise<Verification> {
  await liftRequestLimits(tx)
  const callers = organizationIds.map((id) => operatorFor(id))
  const counts: RecordCounts = { items: 0, movements: 0, transfers: 0, shipments: 0 }
  for (const caller of callers) await countRecords(caller, tx, counts)
  const keyRows = await signingKeysIn(tx)
  const keys = secrets === null ? { ours: keyRows, foreign: [] } : knownKeys(keyRows, secrets)
  const context = { keys, signal }
  const violations: VerificationViolation[] = []
  const totals = new Map<string, number>()
  for (const one of VERIFICATION_CHECKS) {
    const { name: check } = one
    let listed = 0
    const take = (organizationId: string | null, { first, total }: FoundViolations) => {
      if (total > 0) totals.set(check, (totals.get(check) ?? 0) + total)
      for (const { record, wrong } of first.slice(0, VIOLATIONS_LISTED_MAX - listed)) {
        violations.push({ check, organizationId, record, wrong })
        listed += 1
      }
    }
    if ('findInVault' in one) {
      const first = one.findInVault(context)
      take(null, { first, total: first.length })
      continue
    }
    for (const caller of callers) {
      signal.throwIfAborted()
      take(caller.organizationId, await foundBy(one, caller, tx, context))
    }
  }
  const total = [...totals.values()].reduce((sum, ofCheck) => sum + ofCheck, 0)
  const signingKeys = secrets === null && keys.ours.length > 0 ? 'unchecked' : 'checked'
  return { counts, violations, totals, total, signingKeys }
}

/**
 * A row that cannot be computed is a violation, too: the other checks go on.
 * @throws failures of statements, which fail the transaction whatever follows
 */
async function foundBy(
  check: VerificationCheck | CalculatedCheck,
  caller: Caller,
  tx: TransactionSql,
  context: CheckContext,
): Promise<FoundViolations> {
  try {
    if ('findings' in check) return await findViolations(caller, tx, check)
    const first: Finding[] = []
    let total = 0
    for await (const finding of check.find(caller, tx, context)) {
      total += 1
      if (total <= VIOLATIONS_LISTED_MAX) first.push(finding)
    }
    return { first, total }
  } catch (error) {
    const isOfDatabase = error instanceof PostgresError || isPassing(error)
    if (context.signal.aborted || isOfDatabase || !(error instanceof Error)) throw error
    const wrong = `has records that cannot be checked: ${error.message}`
    return { first: [{ record: caller.organizationId, wrong }], total: 1 }
  }
}

/** Every check of `verify`, in the order of its report. */
export const VERIFICATION_CHECKS: readonly (VerificationCheck | CalculatedCheck | VaultCheck)[] = [
  ...ITEM_CHECKS,
  ...ITEM_IDENTIFIER_CHECKS,
  ...VALUE_CHECKS,
  ...TRANSFER_CHECKS,
  ...SHIPMENT_CHECKS,
  ...APPROVAL_CHECKS,
  ...ACCOUNT_CHECKS,
  ...REFERENCE_CHECKS,
  ...EVENT_CHECKS,
  ...CHAIN_CHECKS,
]
