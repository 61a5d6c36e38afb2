import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { GatheredStatement } from '../database/gathered-statement.ts'
import { type AccountKey, FBO_ACCOUNT_COLUMNS, type FboAccountRow, keyOf } from './fbo-account.ts'

/** The caller's account of that id; undefined where the organization has none. */
export async function getFboAccount(
  caller: Caller,
  database: Database,
  fboAccountId: string,
): Promise<FboAccountRow | undefined> {
  return await database.gather(ACCOUNTS, {
    organizationId: caller.organizationId,
    id: fboAccountId,
  })
}

const COLUMNS = FBO_ACCOUNT_COLUMNS.map((column) => `account.${column}`)

const ACCOUNTS: GatheredStatement<AccountKey, FboAccountRow | undefined> = {
  name: 'get_fbo_account',
  lineOf: ({ organizationId }) => organizationId,
  ask: async (sql, questions) => {
    // Each account once, however many ask for it.
    const asked = [...new Map(questions.map((question) => [keyOf(question), question])).values()]
    const rows = await sql<FboAccountRow[]>`
      select ${sql(COLUMNS)}
      from unnest(${asked.map(({ organizationId }) => organizationId)}::text[],
        ${asked.map(({ id }) => id)}::text[]) as asked (organization_id, id)
      join fbo_accounts as account on account.organization_id = asked.organization_id
        and account.id = asked.id`
    const found = new Map(rows.map((row) => [keyOf(row), row]))
    return questions.map((question) => found.get(keyOf(question)))
  },
}
