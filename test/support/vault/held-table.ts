import type { TestContext } from 'node:test'
import { placeOf } from '../processes/cluster.ts'
import { openConnection, testServer } from './server.ts'
import type { TestVault } from './vault.ts'

/**
 * Locks a table against statements of the organization: on a cluster, its shard on its node, since
 * the lock of a distributed table does not hold those who go straight to a shard.
 * @returns what releases it, as does the end of the test
 */
export async function holdTable(
  t: TestContext,
  vault: Pick<TestVault, 'sql' | 'ownerConnection'>,
  table: string,
  { organizationId, mode }: { organizationId: string; mode: 'exclusive' | 'access exclusive' },
): Promise<() => Promise<void>> {
  const isCluster = testServer().nodes !== undefined
  const { connection, name } = isCluster
    ? await shardOf(vault, table, organizationId)
    : { connection: vault.ownerConnection, name: table }
  const owner = openConnection(connection, 1)
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const ended = owner.begin(async (tx) => {
    if (isCluster) await tx`set local citus.enable_manual_changes_to_shards = on`
    await tx.query(`lock table ${name} in ${mode} mode`)
    isLocked()
    await end
  })
  const release = async () => {
    letGo()
    await ended
    await owner.end()
  }
  t.after(release)
  await Promise.race([locked, ended])
  return release
}

async function shardOf(
  { sql, ownerConnection }: Pick<TestVault, 'sql' | 'ownerConnection'>,
  table: string,
  organizationId: string,
) {
  const { host, port } = await placeOf(sql, organizationId)
  const [shard] = await sql<{ id: string }[]>`
    select get_shard_id_for_distribution_column(${table}::regclass, ${organizationId}::text) as id`
  const connection = new URL(ownerConnection as string)
  connection.host = `${host}:${port}`
  return { connection: connection.href, name: `${table}_${shard?.id}` }
}
