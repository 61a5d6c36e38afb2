import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// Two processes over one database: what commits late must not appear behind a reader.
const vault = await openVault()
const { api, records, sql } = vault
const { api: otherApi } = await openOwnVault({}, { connection: vault.connection })

const WRITERS = 24
const WRITES_EACH = 20

interface Followed {
  readonly id: string
  readonly requestId: string | null
}

for (const end of ['commit', 'rollback'] as const) {
  test(`A change that is numbered but not committed holds later ones back: ${end}`, async () => {
    const { organizationId, token } = await records.owner()
    const { data, pagination } = (await api.get('/v1/events', { token })).body
    const numbered = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const slow = sql.begin(async (tx) => {
      await tx`
        insert into events (organization_id, type, occurred_at, system, subject_type, subject_id,
          data)
        values (${organizationId}, 'fbo_account.imported', now(), 'command_line', 'organization',
          ${organizationId}, '{}')`
      numbered.resolve()
      await mayEnd.promise
      if (end === 'rollback') throw new Error('undone')
    })
    slow.catch(() => undefined)
    await numbered.promise
    const late = otherApi.post('/v1/fbo-accounts', { token, body: { firstName: 'Ada' } })
    await whoWaitsForLock(sql)
    const path = `/v1/events?cursor=${pagination.cursor}`
    assert.deepEqual((await api.get(path, { token })).body, { data: [], pagination })
    mayEnd.resolve()
    await slow.catch(() => undefined)
    assert.equal((await late).status, 201)
    const types = (await api.get(path, { token })).body.data.map(({ type }: Event) => type)
    const imported = end === 'commit' ? ['fbo_account.imported'] : []
    assert.deepEqual(types, [...imported, 'fbo_account.created'])
    assert.equal(data.length, 1)
  })
}

type Event = Readonly<Record<string, unknown>>

test('A follower reads each acknowledged change exactly once, with two processes', async () => {
  const { token } = await records.owner()
  const acknowledged = new Map<string, number>()
  let isDone = false
  const follow = async (restarts: boolean): Promise<Followed[]> => {
    const read: Followed[] = []
    let cursor = ''
    for (;;) {
      const isLast = isDone
      // One that starts again begins a new request from the cursor that it stored last.
      const client = restarts && read.length % 2 === 0 ? otherApi : api
      const query = `limit=${restarts ? 7 : 100}&wait=1${cursor && `&cursor=${cursor}`}`
      const { data, pagination } = (await client.get(`/v1/events?${query}`, { token })).body
      read.push(...data)
      cursor = pagination.cursor
      if (isLast && !pagination.hasMore && data.length === 0) return read
    }
  }
  const followers = [follow(false), follow(true)]
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const client = writer % 2 === 0 ? api : otherApi
      let account = ''
      for (let turn = 0; turn < WRITES_EACH; turn += 1) {
        const headers = { 'X-Request-Id': `w${writer}-${turn}` }
        const body = { firstName: `Ada ${turn}` }
        const response = await (account === ''
          ? client.post('/v1/fbo-accounts', { token, body, headers })
          : client.patch(`/v1/fbo-accounts/${account}`, { token, body, headers }))
        assert.ok(response.status < 300, response.text)
        account ||= response.body.data.id
        acknowledged.set(`w${writer}-${turn}`, turn)
      }
    }),
  )
  isDone = true
  const [whole, restarted] = (await Promise.all(followers)) as [Followed[], Followed[]]
  assert.deepEqual(
    restarted.map(({ id }) => id),
    whole.map(({ id }) => id),
  )
  const requests = whole.flatMap(({ requestId }) => requestId ?? [])
  const written = requests.filter((id) => acknowledged.has(id))
  assert.equal(written.length, new Set(written).size, 'an event was read twice')
  assert.equal(written.length, WRITERS * WRITES_EACH, 'an event was missed')
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const own = written.filter((id) => id.startsWith(`w${writer}-`))
    assert.deepEqual(
      own.map((id) => acknowledged.get(id)),
      own.map((_, turn) => turn),
    )
  }
})
