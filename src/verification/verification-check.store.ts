import type { TransactionSql } from 'postgres'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { KnownKeys } from '../sealed-log/known-keys.ts'

interface NamedCheck {
  /** The name in the output of `verify`. It never changes, because scripts look for it. */
  readonly name: string
  /** The rule, which holds in a vault without violations. */
  readonly explanation: string
}

/** One thing that must hold for every record of an organization. */
export interface VerificationCheck extends NamedCheck {
  /** SQL of the `FoundViolation`s of the organization (`organization_id = $1`), by record. */
  readonly violations: string
}

/** A check that no statement can make. */
export interface CalculatedCheck extends NamedCheck {
  /** Returns the first `VIOLATIONS_LISTED_MAX`. */
  readonly find: (
    caller: Caller,
    tx: TransactionSql,
    context: CheckContext,
  ) => Promise<FoundViolation[]>
}

/** A check of records that belong to the vault, and to no organization. */
export interface VaultCheck extends NamedCheck {
  readonly findInVault: (context: CheckContext) => readonly FoundViolation[]
}

export interface CheckContext {
  readonly keys: KnownKeys
  /** Aborting it ends the check. */
  readonly signal: AbortSignal
}

export interface FoundViolation {
  /** Id of the item, the transfer batch, the shipment, the event or the signing key. */
  readonly record: string
  /** The violation, in words. */
  readonly wrong: string
  /** The number of violations that the check found, listed or not. */
  readonly total: number
}

/**
 * The first `VIOLATIONS_LISTED_MAX` findings, in this order.
 * @param findings SQL with the columns `record`, `wrong`, and those that `order` names
 */
export function firstOf(findings: string, order = 'record'): string {
  return `
    select record, wrong, count(*) over ()::integer as total
    from (${findings}) as finding
    order by ${order} limit ${VIOLATIONS_LISTED_MAX}`
}

/** The first findings of a comparison, in which `wrong` is empty if nothing differs. */
export function firstDifferences(comparison: string, order = 'record'): string {
  return firstOf(`select * from (${comparison}) as compared where wrong <> ''`, order)
}
