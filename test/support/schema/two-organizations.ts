import type { Records } from '../vault/records.ts'
import type { Sql } from '../vault/sql.ts'
import { rowOf } from './schema-rows.ts'

/** Two organizations with a record of each kind, named after them: `home_item`, `away_xfer`. */
export async function twoOrganizations(sql: Sql, records: Records): Promise<void> {
  for (const organizationId of ['home', 'away']) {
    const of = (name: string) => `${organizationId}_${name}`
    await records.organization(organizationId)
    await records.fboAccount(organizationId, { id: of('one'), isPrimary: true })
    await records.fboAccount(organizationId, { id: of('two') })
    await records.inventoryItem(organizationId, of('one'), { id: of('item') })
    await records.outboundShipment(organizationId, of('one'), { id: of('ship') })
    const token = { organizationId, id: of('tok'), tokenSha256: Buffer.alloc(32, organizationId) }
    await sql`insert into access_tokens ${sql(rowOf('access_tokens', token))}`
    await sql`
      insert into people (organization_id, id, email, name, role_ids, created_at)
      values (${organizationId}, ${of('prsn')}, ${`${of('prsn')}@example.com`}, 'Ada', '{}', now())`
    const secretSha256 = Buffer.alloc(32, organizationId)
    const session = { organizationId, id: of('sess'), accessTokenId: of('tok'), secretSha256 }
    await sql`insert into sessions ${sql(rowOf('sessions', session))}`
    const hook = { organizationId, id: of('hook') }
    await sql`insert into webhook_endpoints ${sql(rowOf('webhook_endpoints', hook))}`
    const accounts = { fromFboAccountId: of('one'), toFboAccountId: of('two') }
    const batch = { organizationId, id: of('xfer'), itemIds: [of('item')], ...accounts }
    await sql`insert into transfer_batches ${sql(rowOf('transfer_batches', batch))}`
  }
}

/** Runs the work and rolls it back, so that each rule is tried on the same records. */
export async function undone(sql: Sql, work: (tx: Sql) => Promise<void>): Promise<void> {
  const done = sql.begin(async (tx) => {
    await work(tx as unknown as Sql)
    throw new Error('undone')
  })
  await done.catch((error) => {
    if (error.message !== 'undone') throw error
  })
}
