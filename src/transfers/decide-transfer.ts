import type { Caller, SettleClaims } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type IfMatch, versionRefusal } from '../versions.ts'
import { approvalRefusal, stateRefusal } from './approve-transfer.rules.ts'
import { type EndingFacts, endTransfer } from './end-transfer.store.ts'
import { type TransferDetailsRow, transferBatchNotFound } from './transfer-batch.ts'

/** A decision that somebody asks for, about the batch of that id. */
export type Decision = { readonly id: string; readonly ifMatch: IfMatch } & (
  | { readonly verb: 'approve' }
  | { readonly verb: 'reject' | 'cancel'; readonly reason: string }
)

const OUTCOMES = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const

/**
 * Approves, rejects or cancels a pending batch, all of its items at once.
 *
 * The statement decides; the rules put a refusal into words from what it saw under its locks.
 * @throws {Refusal} `transfer_batch_not_found`; `version_conflict`; `self_approval_forbidden`,
 *   `invalid_state_transition`, `insured_value_exceeded`
 */
export async function decideTransfer(
  caller: Caller,
  database: RequestDatabase,
  settle: SettleClaims,
  decision: Decision,
): Promise<TransferDetailsRow> {
  // What expired inbound must not count for the destination's exposure.
  await database.beside(() => settle(caller))
  const result = await endTransfer(caller, database, {
    transferBatchId: decision.id,
    outcome: OUTCOMES[decision.verb],
    by: 'token',
    ifMatch: decision.ifMatch,
    reason: decision.verb === 'approve' ? null : decision.reason,
  })
  if (result === undefined) throw transferBatchNotFound()
  if (result.batch !== null) return result.batch
  throw refusalOf(decision, result.facts) ?? new Error(`${decision.id} lost items of its claim`)
}

function refusalOf({ verb, ifMatch }: Decision, facts: EndingFacts): Error | undefined {
  const stale = versionRefusal('transfer', { version: facts.version, ifMatch })
  if (stale !== undefined) return stale
  return verb === 'approve' ? approvalRefusal(facts) : stateRefusal(verb, facts)
}
