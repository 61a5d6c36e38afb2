import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOCK_SIZES } from '../../src/outbound-shipments/page-counts/shipment-blocks.ts'
import { verifyVault } from '../../src/verification/verify-vault.ts'
import { Importer } from '../support/operations/import-run.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, connection, database, records, sql } = await openVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })
const COUNT = 5 * BLOCK_SIZES.shipments + 7

/** An organization with an account, and a token. */
async function newOrganization() {
  const organizationId = await records.organization()
  const fboAccountId = await records.fboAccount(organizationId)
  const { token } = await records.token(organizationId)
  return { organizationId, fboAccountId, token }
}

async function assertBlocks(organizationId: string, fboAccountId: string): Promise<void> {
  const blocks = await sql`
    select fbo_account_id, count(*)::integer as blocks from outbound_shipment_blocks
    where organization_id = ${organizationId} group by fbo_account_id order by fbo_account_id`
  // The newest shipments and the remainder are in no block yet.
  assert.deepEqual(
    [...blocks],
    [
      { fboAccountId: '', blocks: 4 },
      { fboAccountId, blocks: 4 },
    ],
  )
  const { violations } = await verifyVault(database, [organizationId], new AbortController().signal)
  assert.deepEqual(violations, [])
}

test('A slow deep page makes the next ones use block counts', async () => {
  const { organizationId, fboAccountId, token } = await newOrganization()
  // As after an import killed before its end: these are in no block.
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, created_at)
    select ${organizationId}, 'ship_' || number, ${fboAccountId}, now() - number * interval '1 minute'
    from generate_series(1, ${COUNT}::integer) as number`
  const path = `/v1/outbound-shipments?limit=100&fboAccountId=${fboAccountId}`
  const last = Math.ceil(COUNT / 100)
  const read = async (page: number) => (await api.get(`${path}&page=${page}`, { token })).body
  const before = await read(last)
  assert.equal(before.data.length, COUNT % 100)
  await eventually(async () => {
    const [row] = await sql`
      select count(*)::integer as blocks from outbound_shipment_blocks
      where organization_id = ${organizationId}`
    return row?.blocks === 8
  }, 'the blocks of the organization and of the account')
  await assertBlocks(organizationId, fboAccountId)
  assert.deepEqual(await read(last), before)
  const [page, next] = [await read(last - 1), await read(last + 1)]
  assert.deepEqual([page.data.length, page.pagination.hasMore], [100, true])
  assert.deepEqual([next.data.length, next.pagination.hasMore], [0, false])
})

test('An import of many shipments ends with their blocks counted', async () => {
  const { organizationId, fboAccountId } = await newOrganization()
  const rows = Array.from({ length: COUNT }, (_, number) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) - number * 1_000).toISOString()
    return `old_${number},${fboAccountId},${createdAt}`
  })
  const file = `id,fboAccountId,createdAt\n${rows.join('\n')}\n`
  const { code, document } = await importer.json('outbound-shipments', file, organizationId)
  assert.deepEqual([code, document.imported], [0, COUNT])
  await assertBlocks(organizationId, fboAccountId)
})
