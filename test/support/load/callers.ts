import type { Records } from '../vault/records.ts'
import type { Sql } from '../vault/sql.ts'

/** A caller that renames its account and transfers the items away, and what was acknowledged. */
export interface LoadCaller {
  readonly accountId: string
  readonly itemIds: string[]
  /** The number in the name that was last requested, and last acknowledged. */
  asked: number
  named: number
  transfers: number
}

/** Callers of one organization, and the account that they transfer to. */
export async function makeCallers(
  records: Records,
  organizationId: string,
  [count, itemsOfEach]: readonly [count: number, itemsOfEach: number],
): Promise<{ callers: readonly LoadCaller[]; destination: string }> {
  const destination = await records.fboAccount(organizationId)
  const callers = await Promise.all(
    Array.from({ length: count }, async (): Promise<LoadCaller> => {
      const accountId = await records.fboAccount(organizationId)
      const itemIds = await records.inventoryItems(organizationId, accountId, itemsOfEach)
      return { accountId, itemIds, asked: 0, named: 0, transfers: 0 }
    }),
  )
  return { callers, destination }
}

/** The next change of a caller: a transfer of one of these items, or a new name. */
export function changeOf({ accountId, asked }: LoadCaller, to: string, inventoryItemId?: string) {
  if (inventoryItemId === undefined) {
    const path = `/v1/fbo-accounts/${accountId}`
    return { method: 'PATCH', path, body: { lastName: `${asked + 1}` } }
  }
  const items = [{ inventoryItemId, reason: 'request' }]
  const body = { fromFboAccountId: accountId, toFboAccountId: to, items }
  return { method: 'POST', path: '/v1/transfers', body }
}

/** The callers whose changes in the database are not those that were acknowledged, in words. */
export async function notAsAcknowledged(
  sql: Sql,
  callers: readonly LoadCaller[],
): Promise<readonly string[]> {
  const rows = await sql<{ id: string; named: number; transfers: number }[]>`
    select id, coalesce(last_name, '0')::integer as named,
      (select count(*)::integer from transfer_batches as batch
        where batch.organization_id = account.organization_id
          and from_fbo_account_id = account.id) as transfers
    from fbo_accounts as account
    where id = any(${callers.map(({ accountId }) => accountId)}::text[])`
  const found = new Map(rows.map((row) => [row.id, row]))
  return callers.flatMap(({ accountId, asked, named, transfers }) => {
    const row = found.get(accountId)
    const isNamed = row !== undefined && row.named >= named && row.named <= asked
    if (isNamed && row.transfers === transfers) return []
    return [`${JSON.stringify(row)}, not ${named} to ${asked} and ${transfers}`]
  })
}
