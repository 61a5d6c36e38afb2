import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'

/**
 * Revokes the tokens of the caller's organization that live exactly that long: those that earlier
 * runs of the demo issued. A token carries no label, and one that its user made at the command line
 * (90 days unless told otherwise) should survive the next start.
 */
export async function revokeDemoTokens(
  caller: Caller,
  database: Database,
  lifetimeSeconds: number,
): Promise<void> {
  await database.decide(
    (sql) => sql`
      update access_tokens
      set revoked_at = now()
      where organization_id = ${caller.organizationId}
        and revoked_at is null
        and expires_at - created_at = ${lifetimeSeconds} * interval '1 second'`,
  )
}
