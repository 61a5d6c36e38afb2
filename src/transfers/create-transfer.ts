import type { Caller, SettleClaims } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { refusalOf } from '../errors.ts'
import { newId } from '../ids.ts'
import { isHeldByWhatIsOver } from '../inventory-items/item-claim.ts'
import { accountFaults, itemFaults, type TransferRequest } from './create-transfer.rules.ts'
import { claimItems } from './create-transfer.store.ts'
import type { TransferBatchRow } from './transfer-batch.ts'

/** A transfer, and the key under which it was asked for, where it was under any. */
export interface KeyedTransferRequest extends TransferRequest {
  readonly idempotencyKey: string | null
}

/**
 * Creates the batch and claims its items, all of them or none, in one round trip.
 *
 * The statement decides by itself and returns what it saw while it held the locks; the rules then
 * put a refusal into words from just that, so the answer cannot disagree with the decision. Only
 * where a transfer stood in the way that is over is that ended, and decided once more.
 * @throws {Refusal} `fbo_account_not_found`; `item_not_in_source_account`, `item_not_in_vault`
 */
export async function createTransfer(
  caller: Caller,
  database: RequestDatabase,
  settle: SettleClaims,
  { idempotencyKey, ...request }: KeyedTransferRequest,
): Promise<TransferBatchRow> {
  const claim = () => claimItems(caller, database, { id: newId('xfer'), idempotencyKey }, request)
  let decision = await claim()
  if (decision.kind === 'refused' && isHeldByWhatIsOver(decision.facts.itemsById.values())) {
    await database.beside(() => settle(caller))
    decision = await claim()
  }
  if (decision.kind === 'created') {
    if (decision.systemReview === 'due') {
      await database.afterwards(() => reviewIfPossible(caller, settle))
    }
    return decision.batch
  }
  const accounts = accountFaults(decision.facts)
  if (accounts.length > 0) throw refusalOf(accounts, 'state')
  throw refusalOf(itemFaults(request, decision.facts), 'state')
}

/**
 * The batch stands and is acknowledged, whatever becomes of its review: where the database went
 * away meanwhile, the next one who looks at the organization's transfers finds it due and reviews it.
 */
async function reviewIfPossible(caller: Caller, settle: SettleClaims): Promise<void> {
  await settle(caller).catch(() => undefined)
}
