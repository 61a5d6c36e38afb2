import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOrganizationLoad } from '../support/load/organization-load.ts'
import { clusterNodes, onNode, placeOf } from '../support/processes/cluster.ts'
import { runCommand } from '../support/processes/command.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { testServer } from '../support/vault/server.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, sql, records } = vault

/** Moves all tables of the organization's shard to the other worker. */
async function move(organizationId: string): Promise<void> {
  const { shardId, host, port } = await placeOf(sql, organizationId)
  const [other] = await sql<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node
    where shouldhaveshards and noderole = 'primary' and nodeport <> ${port}`
  assert.ok(other !== undefined, 'the cluster has another node')
  // Citus refuses while it still clears away what the move before has left.
  const isClear = async () => (await sql`select from pg_dist_cleanup`).length === 0
  await eventually(isClear, 'the rest of the last move to be gone', 60_000)
  await sql`
    select citus_move_shard_placement(${shardId}::bigint, ${host}, ${port}, ${other.host},
      ${other.port}, 'force_logical')`
  assert.equal((await placeOf(sql, organizationId)).port, other.port)
}

test('An organization gets a shard of its own under load: no request fails', async (t) => {
  const [organizationId, neighbour] = await togetherOnShard()
  const loads = await Promise.all(
    [organizationId, neighbour].map((id) => startOrganizationLoad(t, vault, id)),
  )
  const done = () => Math.min(...loads.map(({ statuses }) => statuses.get(201) ?? 0))
  await eventually(() => done() > 20, 'both to be served')
  // Later versions of PostgreSQL 15 let Citus split without a lock only where they are told to.
  await sql`
    select isolate_tenant_to_new_shard('organizations', ${organizationId}::text, 'CASCADE',
      'block_writes')`
  const before = done()
  await eventually(() => done() > before + 20, 'both to go on')
  for (const load of loads) {
    await load.stop()
    t.diagnostic(`slowest ${load.takeSlowestMs()} ms, ${JSON.stringify([...load.statuses])}`)
    assert.deepEqual(load.failures, [])
    assert.deepEqual(await load.notAsAcknowledged(sql), [])
  }
})

/** New organizations on one shard. */
async function togetherOnShard(): Promise<readonly [string, string]> {
  const byShard = new Map<string, string>()
  for (;;) {
    const made = await records.organization()
    const { shardId } = await placeOf(sql, made)
    const other = byShard.get(shardId)
    if (other !== undefined) return [other, made]
    byShard.set(shardId, made)
  }
}

test('An organization is moved to another node under load: no request fails', async (t) => {
  const organizationId = await records.organization()
  const load = await startOrganizationLoad(t, vault, organizationId)
  const done = () => load.statuses.get(201) ?? 0
  await eventually(() => done() > 50, 'it to be served')
  load.takeSlowestMs()
  for (let moves = 1; moves <= 2; moves += 1) {
    const begun = performance.now()
    await move(organizationId)
    const took = Math.round(performance.now() - begun)
    t.diagnostic(`moved in ${took} ms; slowest response ${Math.round(load.takeSlowestMs())} ms`)
    const before = done()
    await eventually(() => done() > before + 20, 'it to go on')
  }
  await load.stop()
  t.diagnostic(JSON.stringify([...load.statuses]))
  assert.deepEqual(load.failures, [])
  assert.equal(load.statuses.get(503), undefined)
  assert.deepEqual(await load.notAsAcknowledged(sql), [])
  const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
  const verified = await runCommand(['verify'], env)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
})

test('In the moment of a split, a request waits for the place of its organization', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const { shardId } = await placeOf(sql, organizationId)
  const nodes = await clusterNodes(sql)
  const database = new URL(databaseUrlOf(vault.connection)).pathname.slice(1)
  const onEach = (statement: string) =>
    Promise.all(
      nodes.map((node) => onNode(testServer(), node, database, (tx) => tx.query(statement))),
    )
  const shift = (by: string) =>
    onEach(`
      set allow_system_table_mods = on;
      update pg_dist_placement set groupid = groupid ${by} where shardid = ${shardId}`)
  await shift('+ 1000')
  const asking = api.get('/v1/fbo-accounts', { token })
  const isAsked = async () => {
    const asked = await onEach(`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and query like '%get_shard_id_for_distribution_column%'`)
    return asked.some(({ length }) => length > 0)
  }
  await eventually(isAsked, 'its place to be asked for').finally(() => shift('- 1000'))
  const { status, text } = await asking
  assert.equal(status, 200, text)
})
