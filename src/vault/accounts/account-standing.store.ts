import type { Accepted } from '../../database/changes/change.ts'
import { writeCorrections } from '../../database/changes/corrections.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { type StandingChange, standingCorrections } from './account-standing.ts'

const WRITE = `
  update fbo_accounts
  set version = version + 1, max_insured_value_cents = $3, is_primary = $4::text::boolean,
    changed_by_token_id = $5, changed_by_request_id = $6
  where organization_id = $1 and id = $2`

/** Writes changes of accounts that this transaction has locked, in this order, and why. */
export function writeStandings(
  tx: OrganizationTransaction,
  changes: readonly StandingChange[],
  {
    caller,
    requestId,
    input,
  }: Pick<Accepted<{ readonly reason: string }, unknown>, 'caller' | 'requestId' | 'input'>,
): void {
  const { tokenId } = caller
  for (const { account } of changes) {
    const { id, maxInsuredValueCents, isPrimary } = account
    void tx.run(WRITE, [id, maxInsuredValueCents, String(isPrimary), tokenId, requestId])
  }
  const why = { reason: input.reason, tokenId }
  writeCorrections(
    tx,
    changes.map((change) => standingCorrections(change, why)),
  )
}
