import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { FboAccountRow } from './fbo-account.ts'

const WRITE = `
  update fbo_accounts
  set version = version + 1, max_insured_value_cents = $3, changed_by_token_id = $4,
    changed_by_request_id = $5
  where organization_id = $1 and id = $2`

/** Writes the maximum of an account that this transaction has locked, as its next version. */
export function writeInsuredMaximum(
  tx: OrganizationTransaction,
  { id, maxInsuredValueCents }: FboAccountRow,
  by: { readonly tokenId: string | null; readonly requestId: string | null },
): void {
  void tx.run(WRITE, [id, maxInsuredValueCents, by.tokenId, by.requestId])
}
