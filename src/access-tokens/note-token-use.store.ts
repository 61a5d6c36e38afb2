import type { Caller } from '../caller.ts'
import type { GatheredStatement } from '../database/gathered-statement.ts'
import type { RequestDatabase } from '../database/request-database.ts'

/** Writes down that the caller's token is used now, unless that was just written. */
export async function noteTokenUse(caller: Caller, database: RequestDatabase): Promise<void> {
  const { organizationId, tokenId } = caller
  if (tokenId !== null) await database.gather(USES, { organizationId, tokenId })
}

interface TokenUse {
  readonly organizationId: string
  readonly tokenId: string
}

/** A token that somebody else holds locked is passed over: it is being noted, or it ends. */
const USES: GatheredStatement<TokenUse, undefined> = {
  name: 'note_token_use',
  lineOf: ({ organizationId }) => organizationId,
  ask: async (sql, uses) => {
    await sql`
      with due as materialized (
        select token.organization_id, token.id
        from unnest(${uses.map(({ organizationId }) => organizationId)}::text[],
          ${uses.map(({ tokenId }) => tokenId)}::text[]) as asked (organization_id, id)
        join access_tokens as token on token.organization_id = asked.organization_id
          and token.id = asked.id
        where last_used_at is null or last_used_at < now() - interval '30 seconds'
        order by token.organization_id, token.id
        for no key update of token skip locked
      )
      update access_tokens as token
      set last_used_at = now()
      from due
      where token.organization_id = due.organization_id and token.id = due.id`
    return uses.map(() => undefined)
  },
}
