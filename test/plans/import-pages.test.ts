import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { api, connection, records, sql } = await openOwnVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

/** Rows of neighbouring lines lie on one page: those of an account are pages apart. */
const ACCOUNTS = 100
const accounts = Array.from({ length: ACCOUNTS }, (_, n) => `account-${n}`)
const MADE_BY_IMPORT = ['fbo_accounts', 'outbound_shipments', 'inventory_items'] as const

test('an import writes each row once, and a claim leaves it on its page', async () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => [`item-${n + 1_000}`, n % ACCOUNTS])
  const files = {
    'fbo-accounts': `id\n${accounts.join('\n')}\n`,
    'outbound-shipments': `fboAccountId\n${accounts.join('\n')}\n`,
    'inventory-items': `id,fboAccountId\n${lines.map(([id, n]) => `${id},account-${n}\n`).join('')}`,
  }
  for (const [kind, file] of Object.entries(files)) {
    assert.equal((await importer.json(kind, file, organizationId)).code, 0)
  }
  for (const table of MADE_BY_IMPORT) assert.equal(await countGaps(sql, table), 0, table)

  const before = await pagesOfItems(sql)
  // Some 25 rows apart: no page gets more of them than it has room for.
  for (const account of [0, 25, 50, 75]) {
    const items = [0, 1, 2, 3, 4].map((n) => {
      const inventoryItemId = `item-${1_000 + account + n * ACCOUNTS}`
      return { inventoryItemId, reason: 'trade' }
    })
    const [fromFboAccountId, toFboAccountId] = [`account-${account}`, 'account-1']
    const body = { fromFboAccountId, toFboAccountId, items }
    const response = await api.post('/v1/transfers', { token, body })
    assert.equal(response.status, 201, response.text)
  }
  assert.equal(before.size, 3_000)
  assert.equal(await countGaps(sql, 'inventory_items'), 20)
  assert.deepEqual(await pagesOfItems(sql), before)
})

/** Places on the pages of a table that have no row: each was that of an earlier version. */
async function countGaps(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ gaps: number }[]>`
    select sum(places - rows)::integer as gaps
    from (
      select max((ctid::text::point)[1]) as places, count(*) as rows
      from ${sql(table)} group by (ctid::text::point)[0]
    ) as page`
  return row?.gaps ?? 0
}

async function pagesOfItems(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; page: number }[]>`
    select id, (ctid::text::point)[0]::integer as page from inventory_items`
  return new Map(rows.map(({ id, page }) => [id, page]))
}
