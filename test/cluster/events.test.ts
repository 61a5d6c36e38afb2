import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organizationsApart, placeOf } from '../support/processes/cluster.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql, records } = vault
const { clients } = await startTwoProcesses(vault)
const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient

const WRITERS = 12
const TURNS = 12

/** Changes of an organization, and a reader who follows its feed meanwhile. */
async function writeAndFollow(organizationId: string) {
  const { token } = await records.token(organizationId)
  const approver = await records.token(organizationId)
  const destination = await records.fboAccount(organizationId)
  const shared = await records.fboAccount(organizationId)
  /** The type and subject of each acknowledged change. */
  const acknowledged: string[] = []
  let isWriting = true

  async function ask(turn: number, type: string, path: string, body: object, as = token) {
    const method = type === 'fbo_account.updated' ? 'PATCH' : 'POST'
    const response = await clientOf(turn).request(method, path, { token: as, body })
    assert.ok(response.status < 300, `${path}: ${response.text}`)
    acknowledged.push(`${type} ${response.body.data.id}`)
    return response.body.data.id as string
  }

  async function write(writer: number): Promise<void> {
    const own = await ask(writer, 'fbo_account.created', '/v1/fbo-accounts', { firstName: 'Ada' })
    const itemIds = await records.inventoryItems(organizationId, own, TURNS)
    for (const [turn, inventoryItemId] of itemIds.entries()) {
      const items = [{ inventoryItemId, reason: 'trade' }]
      const body = { fromFboAccountId: own, toFboAccountId: destination, items }
      const id = await ask(writer + turn, 'transfer.created', '/v1/transfers', body)
      // Each writer its own account, and all of them one.
      for (const account of [own, shared]) {
        const name = { lastName: `${writer} ${turn}` }
        await ask(turn, 'fbo_account.updated', `/v1/fbo-accounts/${account}`, name)
      }
      const path = `/v1/transfers/${id}/approve`
      await ask(turn, 'transfer.completed', path, {}, approver.token)
    }
    await ask(writer, 'fbo_account.erased', `/v1/fbo-accounts/${own}/erase`, { reason: 'Case 1' })
  }

  async function follow(): Promise<string[]> {
    const read: string[] = []
    let cursor = ''
    for (let isLast = false; ; ) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`
      const path = `/v1/events?limit=50${query}`
      const { body } = await clientOf(read.length).get(path, { token })
      for (const { type, subject } of body.data) read.push(`${type} ${subject.id}`)
      cursor = body.pagination.cursor
      if (isLast && !body.pagination.hasMore) return read
      isLast = !isWriting
    }
  }

  const following = follow()
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await writing.finally(() => {
    isWriting = false
  })
  return { acknowledged, read: await following }
}

/** Moves all tables of the organization's shard to the other worker. */
async function move(organizationId: string): Promise<void> {
  const { shardId, host, port } = await placeOf(sql, organizationId)
  const [other] = await sql<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node
    where shouldhaveshards and noderole = 'primary' and nodeport <> ${port}`
  assert.ok(other !== undefined, 'the cluster has another node')
  await sql`
    select citus_move_shard_placement(${shardId}::bigint, ${host}, ${port}, ${other.host},
      ${other.port}, 'force_logical')`
}

test('Writers on two nodes, one organization moved: each feed is numbered without gaps and read once', async (t) => {
  const [moved, stays] = await organizationsApart(sql, () => records.organization())
  const written = Promise.all([moved, stays].map(writeAndFollow))
  const hasBegun = async () => {
    const [row] = await sql`
      select count(*)::integer as events from events where organization_id = ${moved}`
    return row?.events > 100
  }
  await eventually(hasBegun, 'the first events')
  await move(moved)
  for (const [index, { acknowledged, read }] of (await written).entries()) {
    const organizationId = index === 0 ? moved : stays
    const rows = await sql<{ number: number; event: string; system: string | null }[]>`
      select number::float8 as number, type || ' ' || subject_id as event, system
      from events where organization_id = ${organizationId} order by number`
    assert.deepEqual(
      rows.map(({ number }) => number),
      rows.map((_, place) => place + 1),
    )
    assert.deepEqual(
      read,
      rows.map(({ event }) => event),
      'the feed was read as it is',
    )
    const made = rows.filter(({ system }) => system === null).map(({ event }) => event)
    assert.deepEqual(made.toSorted(), acknowledged.toSorted())
    t.diagnostic(`${rows.length} events`)
  }
})
