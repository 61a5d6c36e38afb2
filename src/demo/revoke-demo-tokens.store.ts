import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'

/**
 * Revokes the tokens of the caller's organization that were given to one of these owners: those
 * that earlier runs of the demo issued. One that its user made at the command line survives. The
 * first version of the demo named no owners; its tokens live for exactly seven days.
 */
export async function revokeDemoTokens(
  caller: Caller,
  database: Database,
  owners: readonly string[],
): Promise<void> {
  await database.run(
    caller,
    (sql) => sql`
      update access_tokens
      set revoked_at = now()
      where organization_id = ${caller.organizationId}
        and revoked_at is null
        and (owner = any(${[...owners]}::text[])
          or owner is null and expires_at - created_at = interval '7 days')`,
  )
}
