import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'

/**
 * Writes down that the caller's token is used now, unless that was just written. A token that
 * somebody else holds locked is passed over: it is being noted, or it ends.
 */
export async function noteTokenUse(caller: Caller, database: RequestDatabase): Promise<void> {
  const { organizationId, tokenId } = caller
  await database.run(caller, (sql) =>
    sql.unsafe(NOTE_USE, [organizationId, tokenId], { prepare: true }),
  )
}

const NOTE_USE = `
  update access_tokens
  set last_used_at = now()
  where organization_id = $1 and id in (
    select id from access_tokens
    where organization_id = $1 and id = $2
      and (last_used_at is null or last_used_at < now() - interval '30 seconds')
    for no key update skip locked)`
