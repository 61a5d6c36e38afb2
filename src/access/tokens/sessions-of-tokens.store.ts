import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'

const lockText = (column: 'id' | 'person_id') => `
  select id
  from sessions
  where organization_id = $1 and ended_at is null and access_token_id = any(array(
    select id from access_tokens where organization_id = $1 and ${column} = $2))
  order by id
  for no key update`

const LOCK = { id: lockText('id'), person_id: lockText('person_id') }

/**
 * Locks the sessions that stand on a token, or on all tokens of a person. Who ends tokens does so
 * before it locks them: a sign-out locks its session first, and then the token.
 */
export async function lockSessionsOf(
  tx: OrganizationTransaction,
  column: keyof typeof LOCK,
  id: string,
): Promise<void> {
  await tx.run(LOCK[column], [id])
}

const END = `
  update sessions
  set ended_at = $3, ended_reason = $4
  where organization_id = $1 and ended_at is null and access_token_id = any($2::text[])`

export function endSessionsOf(
  tx: OrganizationTransaction,
  tokenIds: readonly string[],
  { at, reason }: { readonly at: Date; readonly reason: 'suspended' | 'ended' },
): void {
  void tx.run(END, [[...tokenIds], at.toISOString(), reason])
}
