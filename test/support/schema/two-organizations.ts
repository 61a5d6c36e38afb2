import type { Sql } from 'postgres'
import type { Records } from '../vault/records.ts'
import { rowOf } from './schema-rows.ts'

/** Two organizations with a record of each kind, named after them: `home_item`, `away_xfer`. */
export async function twoOrganizations(sql: Sql, records: Records): Promise<void> {
  for (const organizationId of ['home', 'away']) {
    await records.organization(organizationId)
    await records.fboAccount(organizationId, { id: `${organizationId}_one`, isPrimary: true })
    await records.fboAccount(organizationId, { id: `${organizationId}_two` })
    await records.inventoryItem(organizationId, `${organizationId}_one`, {
      id: `${organizationId}_item`,
    })
    await records.outboundShipment(organizationId, `${organizationId}_one`, {
      id: `${organizationId}_ship`,
    })
    await sql`
      insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
      values (${organizationId}, ${`${organizationId}_tok`}, sha256(${organizationId}::bytea), '{}', now())`
    await insertSessionOf(sql, organizationId)
    await sql`
      insert into webhook_endpoints (organization_id, id, url, encrypted_secret, created_at)
      values (${organizationId}, ${`${organizationId}_hook`}, 'https://example.com', 'x', now())`
    const xfer = rowOf('transfer_batches', {
      organizationId,
      id: `${organizationId}_xfer`,
      fromFboAccountId: `${organizationId}_one`,
      toFboAccountId: `${organizationId}_two`,
      itemIds: [`${organizationId}_item`],
    })
    await sql`insert into transfer_batches ${sql(xfer)}`
  }
}

/** A person and a session of the organization, after its token: `home_prsn`, `home_sess`. */
async function insertSessionOf(sql: Sql, organizationId: string): Promise<void> {
  const id = `${organizationId}_prsn`
  await sql`
    insert into people (organization_id, id, email, name, role_ids, created_at)
    values (${organizationId}, ${id}, ${`${id}@example.com`}, 'Ada', '{}', '2026-01-01')`
  const session = rowOf('sessions', {
    organizationId,
    id: `${organizationId}_sess`,
    accessTokenId: `${organizationId}_tok`,
    secretSha256: Buffer.alloc(32, organizationId),
  })
  await sql`insert into sessions ${sql(session)}`
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
